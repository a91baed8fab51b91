import { useEffect, useMemo } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { mergeIncluded } from '#data/included.ts'
import { infiniteListQuery } from '#data/queries.ts'
import type { ListResponse } from '#data/types.ts'
import type { List } from './useList.ts'

/** Rows per request while scrolling on. */
const CHUNK = 100

const joined = (pages: readonly ListResponse[]): ListResponse => {
  // A row that moved during scrolling may come twice; the first position wins.
  const rows = new Map(
    pages
      .flatMap((p) => p.data)
      .reverse()
      .map((row) => [row.id, row]),
  )
  return {
    data: [...rows.values()].reverse(),
    included: mergeIncluded(pages),
    page: { ...pages[0]!.page, next: pages.at(-1)!.page.next },
  }
}

/** Loads the rows of a list batch by batch and passes them to it; renders nothing. */
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
  const response = useMemo(() => data && joined(data.pages), [data])
  useEffect(() => {
    setScrolled({
      key,
      data: response,
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
    response,
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
