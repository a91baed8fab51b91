import { useEffect, useMemo } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { infiniteListQuery } from '#data/queries.ts'
import type { Included, ListAnswer } from '#data/types.ts'
import type { List } from './useList.ts'

/** Rows per request while scrolling on. */
const CHUNK = 100

const joined = (pages: readonly ListAnswer[]): ListAnswer => {
  const included: Record<string, Included[string]> = {}
  for (const page of pages) {
    for (const [collection, records] of Object.entries(page.included)) {
      included[collection] = { ...included[collection], ...records }
    }
  }
  // A row that moved while one scrolled may come twice; the first place counts.
  const rows = new Map(
    pages
      .flatMap((p) => p.data)
      .reverse()
      .map((row) => [row.id, row]),
  )
  return {
    data: [...rows.values()].reverse(),
    included,
    page: { ...pages[0]!.page, next: pages.at(-1)!.page.next },
  }
}

/** Loads the rows of a list one batch after the other and hands them to it; draws nothing. */
export const ScrollOn = ({ list: { resource, query, setScrolled } }: { readonly list: List }) => {
  const request = infiniteListQuery(
    resource,
    useMemo(() => ({ ...query, limit: CHUNK }), [query]),
  )
  const key = request.queryKey.join(' ')
  const {
    data,
    error,
    refetch,
    isPlaceholderData: changing,
    isFetching: fetching,
    hasNextPage,
    fetchNextPage,
    isFetchNextPageError: moreFailed,
  } = useInfiniteQuery({ ...request, placeholderData: keepPreviousData })
  const answer = useMemo(() => data && joined(data.pages), [data])
  useEffect(() => {
    setScrolled({
      key,
      data: answer,
      error,
      refetch,
      changing,
      fetching,
      more: hasNextPage && !fetching ? fetchNextPage : undefined,
      moreFailed,
    })
  }, [
    setScrolled,
    key,
    answer,
    error,
    refetch,
    changing,
    fetching,
    hasNextPage,
    fetchNextPage,
    moreFailed,
  ])
  return null
}
