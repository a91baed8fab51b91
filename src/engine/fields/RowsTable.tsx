import { lazyPart } from '#ui/lazyPart.tsx'
import { pending } from '#ui/pending.tsx'
import { Suspense, type ReactNode } from 'react'
import type { Amount } from '#model/charge.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { alignsEnd } from './format.ts'
import classes from './RowsTable.module.css'

const SummedRows = lazyPart(async () => (await import('./SummedRows.tsx')).SummedRows)

/** Height of one sum with the gap above it. */
const FOOT_PX = 25

/** Child rows as they are shown. */
export interface RowsProps {
  readonly field: FieldModel
  readonly rows: readonly Record<string, Json>[]
  /** Draws one value; a parameter because values of child rows may be rows themselves. */
  readonly draw: (field: FieldModel, value: Json | undefined) => ReactNode
  /** What was taken back of the rows, as rows with `line` and `quantity`. */
  readonly taken?: { readonly field: FieldModel; readonly value: Json } | undefined
}

/** Fields of the record below its child rows, with their values. */
export type Footer = readonly { readonly field: FieldModel; readonly value: Json }[]

const isMissing = (value: Json | undefined): boolean => value === null || value === undefined

/** Columns: not what is internal, and none that is empty, unless it is the only one. */
const columnsOf = (field: FieldModel, rows: RowsProps['rows']): readonly FieldModel[] => {
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

/** The table of child rows, with the amounts of charged lines: null for an incomplete one. */
const PlainRows = ({
  field,
  rows,
  draw,
  taken,
  lines,
}: RowsProps & { readonly lines?: readonly (Amount | null)[] | undefined }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const columns = columnsOf(field, rows)
  const units = taken && unitsOf(taken.value)
  return (
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
                  {lines[i] ? format.money(lines[i]) : lines[i] === null && '—'}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Child rows as a table; charged ones with the amount of each line, and `footer` below them. */
export const RowsTable = ({
  footer = [],
  ...props
}: RowsProps & { readonly footer?: Footer | undefined }) => {
  if (!props.field.charge && !footer.length) return <PlainRows {...props} />
  const loading = (
    <>
      <PlainRows {...props} lines={props.field.charge && []} />
      <div style={{ blockSize: footer.length ? 12 + footer.length * FOOT_PX : 0 }}>{pending}</div>
    </>
  )
  return (
    <Suspense fallback={loading}>
      <SummedRows {...props} footer={footer}>
        {(lines) => <PlainRows {...props} lines={lines} />}
      </SummedRows>
    </Suspense>
  )
}
