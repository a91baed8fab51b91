/** The signed-in person's notifications in the application. */
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import type { Message } from '#model/message.ts'
import { call, get } from './api.ts'
import { keys } from './queries.ts'

/** One notification. `title` and `body` are null if the person may not read its subject. */
export interface Notice {
  readonly id: string
  readonly type: string
  readonly title: string | null
  readonly body: string | null
  /** Title and body as messages, in other languages; what a person wrote has none. */
  readonly messages: { readonly title?: Message; readonly body?: Message } | null
  /** A path in the application. */
  readonly link: string | null
  /** How often it was repeated since it was last read. */
  readonly times: number
  readonly at: string
  /** It arrived during the person's quiet hours: it makes no sound. */
  readonly quiet: boolean
  readonly readAt: string | null
}

/** A page of notifications, newest first; `unread` counts up to 100, `next` is a cursor. */
export interface InboxPage {
  readonly data: readonly Notice[]
  readonly unread: number
  readonly next: string | null
}
export type InboxPages = InfiniteData<InboxPage, string>

/** Matches the name in live events, so that they refresh it. */
const key = keys.collection('me/notifications')
const PAGE = 20

export const inboxQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...key, unread],
    queryFn: ({ signal, pageParam }) =>
      get<InboxPage>('/api/me/notifications', {
        signal,
        query: {
          limit: PAGE,
          ...(unread ? { unread: 'true' } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      }),
    initialPageParam: '',
    getNextPageParam: (last: InboxPage) => last.next,
  })
/** Cache key of the whole inbox. */
export const inboxKey = key

export const markRead = (ids: readonly string[]): Promise<unknown> =>
  call('/api/me/notifications/read', { method: 'POST', body: { ids } })
/** Marks all up to an instant as read: later ones were not seen. */
export const markAllRead = (until: string): Promise<unknown> =>
  call('/api/me/notifications/read-all', { method: 'POST', body: { until } })
