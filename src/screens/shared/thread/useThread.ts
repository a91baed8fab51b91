import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { get } from '#data/api.ts'
import { onEvent, onLiveEvent } from '#data/events.ts'
import { listOf } from '#data/queries.ts'
import type { ListResponse } from '#data/types.ts'
import type { Filter } from '#model/query.ts'
import { formatListQuery } from '#model/urlQuery.ts'
import { messages } from '../resources.ts'
import { STRETCH } from './knownMessages.ts'
import {
  createThreadStore,
  type Source,
  type ThreadState,
  type ThreadStore,
} from './threadStore.ts'

/** Debounce: changes within this time are fetched in one request. */
const GATHER_MS = 120
/** Conversations kept in memory for quick return. */
const MOST_STORES = 8

const ask = (
  conversation: string,
  between: readonly [number, number] | undefined,
): Promise<ListResponse> => {
  const of: Filter = { path: ['conversation'], op: 'eq', value: conversation }
  const filter: Filter = between
    ? { and: [of, { path: ['sequence'], op: 'between', value: [...between] }] }
    : of
  return get<ListResponse>(`/api/${messages().collection}`, {
    query: formatListQuery(
      listOf({ filter, sort: [{ field: 'sequence', descending: true }], limit: STRETCH }),
    ),
  })
}
const sourceOf = (conversation: string): Source => ({
  newest: () => ask(conversation, undefined),
  between: (from, to) => ask(conversation, [from, to]),
})

const stores = new Map<string, ThreadStore>()
const storeOf = (account: string, conversation: string): ThreadStore => {
  const key = `${account} ${conversation}`
  const store = stores.get(key) ?? createThreadStore(sourceOf(conversation))
  stores.delete(key)
  stores.set(key, store)
  const [oldest] = stores.keys()
  if (stores.size > MOST_STORES && oldest !== undefined) stores.delete(oldest)
  return store
}

/** The messages of a conversation, updated live. */
export const useThread = (
  account: string,
  conversation: string,
): ThreadState & Pick<ThreadStore, 'need' | 'refresh' | 'take'> => {
  const store = useMemo(() => storeOf(account, conversation), [account, conversation])
  const state = useSyncExternalStore(store.subscribe, store.state)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void store.refresh()
      }, GATHER_MS)
    }
    const everything = () => {
      if (document.visibilityState === 'visible') void store.refresh({ stale: true })
    }
    void store.refresh({ stale: true })
    const stop = onLiveEvent((event) => {
      if (event.collection === messages().collection && !store.changed(event.id)) soon()
    })
    const stopReset = onEvent('reset', everything)
    // After a disconnect or sleep the stream may have missed events, so refetch everything.
    window.addEventListener('online', everything)
    document.addEventListener('visibilitychange', everything)
    return () => {
      clearTimeout(timer)
      stop()
      stopReset()
      window.removeEventListener('online', everything)
      document.removeEventListener('visibilitychange', everything)
    }
  }, [store])
  return useMemo(
    () => ({ ...state, need: store.need, refresh: store.refresh, take: store.take }),
    [state, store],
  )
}
