import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { aggregateQuery } from '#data/queries.ts'
import type { FieldModel } from '#model/types.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { formatOf } from '../fields/format.ts'
import { mergedGroups, type Group } from './layouts/sums.ts'
import type { ListColumn } from './columns.ts'
import type { List } from './useList.ts'
import css from './sumsFoot.module.css'

/** Kinds whose sum means something; rates are not added up. */
const ADDED: ReadonlySet<FieldModel['kind']> = new Set(['money', 'int'])
const keyOf = ({ name }: ListColumn): string => `sum:${name}`
const isAdded = ({ field, of }: ListColumn): boolean =>
  !of && ADDED.has(field.kind) && !isMasked(field)

/** The sums of all rows that match, by column. */
const useSums = ({ resource, columns, query: { filter, search } }: List): Group | undefined => {
  const keys = useMemo(() => columns.filter(isAdded).map(keyOf), [columns])
  const { data } = useQuery({
    ...aggregateQuery(resource, {
      measure: ['count', ...keys],
      ...(filter ? { filter } : {}),
      ...(search ? { search } : {}),
    }),
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
  })
  return data && mergedGroups(data.data, undefined, keys)[0]
}

/** The last line of a table: sums of its numbers over all rows that match, in each currency. */
export const SumsFoot = ({ list }: { readonly list: List }) => {
  const { t, i18n } = useTranslation()
  const all = useSums(list)
  const sums = new Map(Object.entries(all?.sums ?? {}))
  const sumsOf = (column: ListColumn) =>
    sums
      .get(keyOf(column))
      ?.map(({ amount, currency }) => (
        <div key={currency ?? ''}>
          {formatOf(
            column.field,
            i18n.language,
            list.zone,
          )(currency ? { amount, currency } : amount)}
        </div>
      ))
  return (
    <tfoot role="rowgroup" className={css.foot} aria-busy={!all}>
      <tr role="row">
        <td role="cell" />
        {list.columns.map((column) => (
          <td
            key={column.name}
            role="cell"
            className={`${column.end ? css.end : ''} ${column.title ? css.title : ''}`}
            {...(isAdded(column) ? { 'data-label': label(column.field.label) } : {})}
            data-sum={column.name}
          >
            {column.title ? t('list.sums') : null}
            {isAdded(column) ? sumsOf(column) : null}
          </td>
        ))}
        {list.extra.map(({ name }) => (
          <td key={name} role="cell" />
        ))}
        <td role="cell" />
      </tr>
    </tfoot>
  )
}
