/**
 * Live changes for pages. The code that reads them from the server loads when the browser is idle;
 * see `live/follow.ts`.
 */
import type { QueryClient } from '@tanstack/react-query'

/** Someone changed a record; `changed` has field names without values. */
export interface LiveEvent {
  readonly collection: string
  readonly id: string
  readonly version: number
  readonly action: string
  readonly changed: readonly string[]
}

const listeners: Record<string, Set<(data: unknown) => void>> = {}

/**
 * Calls `fn` with the data of every event of a kind, such as `signal`, `ready` whenever a
 * connection is established, or `reset` when anything may have changed; returns an unsubscribe
 * function.
 */
export const onEvent = (kind: string, fn: (data: unknown) => void): (() => void) => {
  const mine = (listeners[kind] ??= new Set())
  mine.add(fn)
  return () => void mine.delete(fn)
}

const isLive = (v: unknown): v is LiveEvent =>
  typeof v === 'object' &&
  v !== null &&
  'collection' in v &&
  typeof v.collection === 'string' &&
  'id' in v

/** Calls `fn` for every change the person may see; returns an unsubscribe function. */
export const onLiveEvent = (fn: (event: LiveEvent) => void): (() => void) =>
  onEvent('change', (data) => {
    if (isLive(data)) fn(data)
  })

/**
 * Follows live events while there is a session: refreshes queries and notifies `onLiveEvent` and
 * `onEvent`. Returns a stop function.
 */
export const followEvents = (client: QueryClient): (() => void) => {
  let stop: (() => void) | undefined
  let over = false
  const begin = () =>
    void import('./live/follow.ts')
      .then(({ follow }) => {
        if (!over) {
          stop = follow(client, (kind, data) => {
            listeners[kind]?.forEach((fn) => fn(data))
            return kind === 'change' && isLive(data) ? data.collection : undefined
          })
        }
      })
      .catch(() =>
        setTimeout(() => {
          if (!over) begin()
        }, 5000),
      )
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1000 })
  else setTimeout(begin, 200)
  return () => {
    over = true
    stop?.()
  }
}
