/** The rows of a list: one page, or, while scrolling, what `ScrollOn` has loaded so far. */
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listOf, listQuery } from '#data/queries.ts'
import type { ListResponse } from '#data/types.ts'
import type { ListQuery } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'
import { formatListQuery } from '#model/urlQuery.ts'

/** What the component that loads rows on scroll reports to the list. */
export interface Scrolled {
  readonly key: string
  readonly data: ListResponse | undefined
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
  readonly changing: boolean
  readonly fetching: boolean
  /** Requests more rows, if there are any and none are loading. */
  readonly more: (() => Promise<unknown>) | undefined
  readonly moreFailed: boolean
}

/**
 * The response a list shows; `key` identifies its request. `setScrolled` is for `ScrollOn`, whose
 * code loads only when needed. Without `wanted` nothing is requested: the layout requests its own
 * rows.
 */
export const useRows = (
  resource: ResourceModel,
  query: Partial<ListQuery>,
  scrolling: boolean,
  wanted = true,
): Scrolled & { readonly setScrolled: (given: Scrolled) => void } => {
  const [scrolled, setScrolled] = useState<Scrolled>()
  const request = listQuery(resource, query)
  const paged = useQuery({ ...request, enabled: wanted && !scrolling })
  const waiting = useMemo(() => `scroll ${formatListQuery(listOf(query)).toString()}`, [query])
  if (scrolling) {
    return {
      ...(scrolled ?? {
        key: waiting,
        data: undefined,
        error: null,
        refetch: paged.refetch,
        changing: false,
        fetching: true,
        more: undefined,
        moreFailed: false,
      }),
      setScrolled,
    }
  }
  return {
    key: request.queryKey.join(' '),
    data: paged.data,
    error: paged.error,
    refetch: paged.refetch,
    changing: paged.isPlaceholderData,
    fetching: paged.isFetching,
    more: undefined,
    moreFailed: false,
    setScrolled,
  }
}
