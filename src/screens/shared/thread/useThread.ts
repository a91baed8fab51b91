import { useCallback, useEffect, useMemo } from 'react'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { get } from '#data/api.ts'
import { onLiveEvent } from '#data/events.ts'
import { listOf, recordQuery } from '#data/queries.ts'
import type { ListAnswer, RecordData } from '#data/types.ts'
import { formatListQuery } from '#model/urlQuery.ts'
import { messages } from '../resources.ts'
import { mergeTitles } from '../titles.ts'
import { messagesOf, withHead, withMessage, type Pages } from './pages.ts'

const PAGE = 50
/** Changes that come together are asked for together. */
const GATHER_MS = 120

const ask = (conversation: string, cursor: string, signal?: AbortSignal): Promise<ListAnswer> => {
  const query = listOf({ filter: { path: ['conversation'], op: 'eq', value: conversation }, sort: [{ field: 'createdAt', descending: true }], limit: PAGE, ...(cursor ? { cursor } : {}) })
  return get<ListAnswer>(`/api/${messages().collection}`, { query: formatListQuery(query), ...(signal ? { signal } : {}) })
}

// Not under the key of the collection: a message anywhere would have every page asked for again.
const keyOf = (conversation: string) => ['thread', conversation] as const
const threadQuery = (conversation: string) => infiniteQueryOptions({
  queryKey: keyOf(conversation),
  queryFn: ({ signal, pageParam }) => ask(conversation, pageParam, signal),
  initialPageParam: '',
  getNextPageParam: (last: ListAnswer) => last.page.next,
  staleTime: Infinity,
  retry: 1,
})

/** The messages of a conversation, oldest first, followed live; `older` asks for earlier ones. */
export const useThread = (conversation: string) => {
  const client = useQueryClient()
  const query = useInfiniteQuery(threadQuery(conversation))
  const put = useCallback((make: (old: Pages | undefined) => Pages | undefined) => {
    client.setQueryData(keyOf(conversation), (old: Pages | undefined) => make(old))
  }, [client, conversation])
  /** Takes over a message the server answered. */
  const take = useCallback((message: RecordData) => put((old) => withMessage(old, message)), [put])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    const refresh = async () => {
      timer = undefined
      const head = await ask(conversation, '').catch(() => undefined)
      if (head && !stopped) put((old) => withHead(old, head))
    }
    const soon = () => { timer ??= setTimeout(() => void refresh(), GATHER_MS) }
    // What was kept from an earlier visit may be out of date.
    if (client.getQueryData(keyOf(conversation))) soon()
    const stop = onLiveEvent((event) => {
      if (event.collection !== messages().collection) return
      const pages = client.getQueryData<Pages>(keyOf(conversation))?.pages ?? []
      const inHead = pages[0]?.data.slice(0, PAGE).some((m) => m.id === event.id)
      const known = inHead || pages.some((p) => p.data.some((m) => m.id === event.id))
      if (known && !inHead) void client.fetchQuery({ ...recordQuery(messages(), event.id), staleTime: 0 }).then((answer) => { if (!stopped) take(answer.data) }).catch(() => undefined)
      else soon()
    })
    // After a pause without a connection events resume; a message of the outbox may still have arrived unheard.
    window.addEventListener('online', soon)
    return () => { stopped = true; clearTimeout(timer); stop(); window.removeEventListener('online', soon) }
  }, [client, conversation, put, take])

  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = query
  const list = useMemo(() => messagesOf(data?.pages ?? []), [data])
  const included = useMemo(() => mergeTitles(data?.pages ?? []), [data])
  const older = useCallback(() => { if (hasNextPage && !isFetchingNextPage) void fetchNextPage() }, [fetchNextPage, hasNextPage, isFetchingNextPage])
  return { messages: list, included, first: query.isPending, error: data ? null : query.error, refetch: query.refetch, older, hasOlder: hasNextPage, loadingOlder: isFetchingNextPage, take }
}
