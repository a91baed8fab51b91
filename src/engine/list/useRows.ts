/** The rows a list asks for: one page of them, or one page after the other while a person scrolls on. */
import { useMemo } from 'react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { infiniteListQuery, listQuery } from '#data/queries.ts'
import type { Included, ListAnswer } from '#data/types.ts'
import type { ListQuery } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'

/** Rows per request while scrolling on. */
const CHUNK = 100

const joined = (pages: readonly ListAnswer[]): ListAnswer => {
  const included: Record<string, Included[string]> = {}
  for (const page of pages) for (const [collection, records] of Object.entries(page.included)) included[collection] = { ...included[collection], ...records }
  // A row that moved while one scrolled may come twice; the first place counts.
  const rows = new Map(pages.flatMap((p) => p.data).reverse().map((row) => [row.id, row]))
  return { data: [...rows.values()].reverse(), included, page: { ...pages[0]!.page, next: pages.at(-1)!.page.next } }
}

/** The answer a list shows; `key` names its request, `more` loads further rows where there are some (scrolling only). */
export const useRows = (resource: ResourceModel, query: Partial<ListQuery>, scrolling: boolean) => {
  const request = listQuery(resource, query)
  const paged = useQuery({ ...request, enabled: !scrolling })
  const endless = infiniteListQuery(resource, { ...query, limit: CHUNK })
  const scrolled = useInfiniteQuery({ ...endless, enabled: scrolling, placeholderData: keepPreviousData })
  const pages = scrolled.data?.pages
  const all = useMemo(() => pages && joined(pages), [pages])
  if (!scrolling) return { key: request.queryKey.join(' '), data: paged.data, error: paged.error, refetch: paged.refetch, changing: paged.isPlaceholderData, fetching: paged.isFetching, more: undefined, moreFailed: false }
  return {
    key: endless.queryKey.join(' '), data: all, error: scrolled.error, refetch: scrolled.refetch, changing: scrolled.isPlaceholderData, fetching: scrolled.isFetching,
    more: scrolled.hasNextPage && !scrolled.isFetching ? scrolled.fetchNextPage : undefined, moreFailed: scrolled.isFetchNextPageError,
  }
}
