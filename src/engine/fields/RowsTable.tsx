import { type ReactNode, useMemo } from 'react'
import { chargedOf } from '#model/charge.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { alignsEnd } from './format.ts'
import { Sums } from './Sums.tsx'
import classes from './RowsTable.module.css'

interface Props {
  readonly field: FieldModel
  readonly rows: readonly Record<string, Json>[]
  /** Draws one value; a parameter because values of child rows may be rows themselves. */
  readonly draw: (field: FieldModel, value: Json | undefined) => ReactNode
  /** Sums below the rows: fields of the record and their values. */
  readonly footer?: readonly { readonly field: FieldModel; readonly value: Json }[]
  /** What was taken back of the rows, as rows with `line` and `quantity`. */
  readonly taken?: { readonly field: FieldModel; readonly value: Json } | undefined
}

const isMissing = (value: Json | undefined): boolean => value === null || value === undefined

/** Columns: not what is internal, and none that is empty, unless it is the only one. */
const columnsOf = (field: FieldModel, rows: Props['rows']): readonly FieldModel[] => {
  const shown = (field.fields ?? []).filter(({ hidden }) => !hidden)
  const filled = shown.filter(({ name }) => !rows.every((row) => isMissing(row[name])))
  return filled.length ? filled : shown.slice(0, 1)
}

/** Taken units by line, counted from 1. */
const unitsOf = (value: Json): ReadonlyMap<number, number> =>
  new Map(
    (value as readonly { readonly line: number; readonly quantity: number }[]).map((row) => [
      row.line,
      row.quantity,
    ]),
  )

/** Child rows as a table; charged ones with the amount of each line. */
export const RowsTable = ({ field, rows, draw, footer = [], taken }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const columns = columnsOf(field, rows)
  const units = taken && unitsOf(taken.value)
  const { charge } = field
  const lines = useMemo(() => (charge ? chargedOf(charge, rows).lines : undefined), [charge, rows])
  return (
    <>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={label(field.label)}>
        <table
          className={classes.rows}
          data-many={columns.length + (taken ? 1 : 0) + (lines ? 1 : 0) > 3 || undefined}
          aria-label={label(field.label)}
        >
          <thead>
            <tr>
              {columns.map((f, i) => (
                <th key={f.name} scope="col" data-end={(i > 0 && alignsEnd(f)) || undefined}>
                  {label(f.label)}
                </th>
              ))}
              {taken ? (
                <th scope="col" data-end>
                  {label(taken.field.label)}
                </th>
              ) : null}
              {lines ? (
                <th scope="col" data-end>
                  {t('fields.lineAmount')}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {columns.map((f, at) => (
                  <td
                    key={f.name}
                    data-label={label(f.label)}
                    data-end={(at > 0 && alignsEnd(f)) || undefined}
                  >
                    {draw(f, row[f.name])}
                  </td>
                ))}
                {units ? (
                  <td data-label={taken && label(taken.field.label)} data-end>
                    {units.has(i + 1) ? format.number(units.get(i + 1)!) : '—'}
                  </td>
                ) : null}
                {lines ? (
                  <td data-label={t('fields.lineAmount')} data-end>
                    {lines[i] ? format.money(lines[i]) : '—'}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {footer.length ? (
        <Sums
          entries={footer.map(({ field: sum, value }) => ({
            label: label(sum.label),
            value: draw(sum, value),
          }))}
        />
      ) : null}
    </>
  )
}
