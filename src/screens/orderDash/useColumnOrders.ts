import { useEffect, useMemo, useRef } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCan } from '#data/me.ts'
import { infiniteListQuery } from '#data/queries.ts'
import type { StateModel } from '#model/types.ts'
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

/** Orders of one state of the board, page by page; `end` marks where the next page loads. */
export const useColumnOrders = (
  state: StateModel,
  search: BoardSearch,
  at: string,
  enabled: boolean,
) => {
  const can = useCan()
  const fields = FIELDS.filter(
    (f) => f === 'createdAt' || can(`${orders().entity}.field.${f}.read`),
  )
  const query = useInfiniteQuery({
    ...infiniteListQuery(orders(), {
      filter: columnFilter(state.value, search, at),
      sort: [columnSort(state.value)],
      limit: PAGE,
      fields,
      ...(search.search ? { search: search.search } : {}),
    }),
    enabled,
    placeholderData: (old) => old,
  })
  const end = useRef<HTMLLIElement>(null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  // Loads the next page near the end of the column; the button there does the same.
  useEffect(() => {
    const mark = end.current
    if (
      !mark ||
      !hasNextPage ||
      isFetchingNextPage ||
      typeof IntersectionObserver === 'undefined'
    ) {
      return undefined
    }
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { root: mark.closest('[data-column]'), rootMargin: '200px' },
    )
    seen.observe(mark)
    return () => seen.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const titles = useMemo(() => mergeTitles(query.data?.pages ?? []), [query.data])
  return { query, titles, rows: query.data?.pages.flatMap((p) => p.data) ?? [], end }
}

/** What `useColumnOrders` returns. */
export type ColumnOrders = ReturnType<typeof useColumnOrders>
