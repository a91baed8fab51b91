/** The rows a list asks for: one page of them, or, while a person scrolls on, what `ScrollOn` has loaded so far. */
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listOf, listQuery } from '#data/queries.ts'
import type { ListAnswer } from '#data/types.ts'
import type { ListQuery } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'
import { formatListQuery } from '#model/urlQuery.ts'

/** What the piece that loads row after row tells the list. */
export interface Scrolled {
  readonly key: string
  readonly data: ListAnswer | undefined
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
  readonly changing: boolean
  readonly fetching: boolean
  /** Asks for further rows, where there are some and none are on their way. */
  readonly more: (() => Promise<unknown>) | undefined
  readonly moreFailed: boolean
}

/** The answer a list shows; `key` names its request. `setScrolled` is for `ScrollOn`, whose code comes only where it is wanted. Without `wanted` nothing is asked: a layout asks for rows of its own. */
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
