import type { ReactNode } from 'react'
import type { FieldModel, Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { ListLink } from '../ListLink.tsx'
import type { List } from '../useList.ts'
import type { Measure } from './measures.ts'
import { groupSearch } from './groupSearch.ts'
import { GroupName } from './GroupName.tsx'
import { Sums } from './Sums.tsx'
import type { Group, Pivot } from './sums.ts'
import layouts from './layouts.module.css'
import css from './groups.module.css'

interface PivotProps {
  readonly list: List
  readonly by: FieldModel
  readonly across: FieldModel
  readonly pivot: Pivot
  /** The number of all records. */
  readonly count: number
  /** What the cells say; default: the number of records. */
  readonly measure: Measure | undefined
  /** A record can be in several groups, so that totals say nothing. */
  readonly several: boolean
  readonly titleOf: (field: FieldModel, value: Json) => string
  readonly busy: boolean
}

/** The cells of a row, each a link to its records. */
const PivotRow = ({
  list,
  by,
  across,
  titleOf,
  pivot,
  row,
  value,
  totals,
}: Pick<PivotProps, 'list' | 'by' | 'across' | 'titleOf' | 'pivot'> & {
  readonly row: Group
  /** What a cell says of a group. */
  readonly value: (group: Group | undefined) => ReactNode
  readonly totals: boolean
}) => {
  const within = groupSearch(list, by, row.value)
  return (
    <tr className={css.group}>
      <th scope="row">
        <ListLink list={list} search={within} className={layouts.titleLink}>
          <GroupName by={by} value={row.value} title={titleOf(by, row.value)} />
        </ListLink>
      </th>
      {pivot.columns.map((column) => {
        const cell = pivot.at(row.value, column.value)
        return (
          <td key={String(column.value)} className={css.end}>
            {cell ? (
              <ListLink
                list={list}
                search={groupSearch({ ...list, search: within }, across, column.value)}
                className={css.cell}
              >
                {value(cell)}
              </ListLink>
            ) : null}
          </td>
        )
      })}
      {totals ? <td className={css.end}>{value(row)}</td> : null}
    </tr>
  )
}

/** Groups of two fields: one as rows, one as columns. Each number leads to its records. */
export const PivotTable = ({
  list,
  by,
  across,
  pivot,
  count,
  measure,
  several,
  titleOf,
  busy,
}: PivotProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const many = label(list.resource.label.many)
  const value = (group: Group | undefined) => {
    if (!group) return ''
    return measure ? <Sums of={group.sums[measure.key]} /> : number(group.count)
  }
  // The average of averages is none.
  const totals = !several && measure?.fn !== 'avg'
  return (
    <div className={layouts.scroll} role="region" aria-label={many} tabIndex={0}>
      <table className={css.table} aria-label={many} aria-busy={busy}>
        <thead>
          <tr>
            <th scope="col">{label(by.label)}</th>
            {pivot.columns.map((column) => (
              <th key={String(column.value)} scope="col" className={css.end}>
                {titleOf(across, column.value)}
              </th>
            ))}
            {totals ? (
              <th scope="col" className={css.end}>
                {t('layouts.total')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {pivot.rows.map((row) => (
            <PivotRow
              key={String(row.value)}
              {...{ list, by, across, pivot, row, value, titleOf, totals }}
            />
          ))}
        </tbody>
        {totals ? (
          <tfoot>
            <tr>
              <th scope="row">{t('layouts.total')}</th>
              {pivot.columns.map((column) => (
                <td key={String(column.value)} className={css.end}>
                  {value(column)}
                </td>
              ))}
              <td className={css.end}>{measure ? '' : number(count)}</td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}
