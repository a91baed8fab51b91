import { useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCan } from '#data/me.ts'
import { infiniteListQuery } from '#data/queries.ts'
import { orders } from '../shared/resources.ts'
import { mergeTitles } from '../shared/titles.ts'
import { columnFilter, columnSort, type BoardSearch } from './board.ts'

const PAGE = 50
const FIELDS = [
  'number',
  'customer',
  'vendor',
  'total',
  'paymentState',
  'placedAt',
  'dueAt',
  'createdAt',
  'state',
  'tags',
] as const

/** Orders of one state of the board, page by page, with the titles of what they refer to. */
export const useColumnOrders = (state: string, search: BoardSearch, at: string) => {
  const can = useCan()
  const fields = FIELDS.filter(
    (f) => f === 'createdAt' || can(`${orders().entity}.field.${f}.read`),
  )
  const query = useInfiniteQuery({
    ...infiniteListQuery(orders(), {
      filter: columnFilter(state, search, at),
      sort: [columnSort(state)],
      limit: PAGE,
      fields,
      ...(search.search ? { search: search.search } : {}),
    }),
    placeholderData: (old) => old,
  })
  const titles = useMemo(() => mergeTitles(query.data?.pages ?? []), [query.data])
  const rows = useMemo(() => query.data?.pages.flatMap((p) => p.data) ?? [], [query.data])
  return { query, titles, rows }
}
