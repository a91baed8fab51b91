/** What the signed-in person was told in the application. */
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import { call, get } from './api.ts'
import { keys } from './queries.ts'

/** One notice. `title` and `body` are null where the person may not read what it is about. */
export interface Notice {
  readonly id: string
  readonly type: string
  readonly title: string | null
  readonly body: string | null
  /** A path of the application. */
  readonly link: string | null
  /** How often it was said since it was last read. */
  readonly times: number
  readonly at: string
  /** It fell into the person's quiet hours: it makes no sound. */
  readonly quiet: boolean
  readonly readAt: string | null
}

/** A page of notices, newest first; `unread` counts up to 100, `next` is a cursor. */
export interface InboxPage {
  readonly data: readonly Notice[]
  readonly unread: number
  readonly next: string | null
}
export type InboxPages = InfiniteData<InboxPage, string>

/** Named as the live events name it, so that they refresh it. */
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
/** Key under which all of it is kept. */
export const inboxKey = key

export const markRead = (ids: readonly string[]): Promise<unknown> =>
  call('/api/me/notifications/read', { method: 'POST', body: { ids } })
/** All up to an instant: what arrived meanwhile was not seen. */
export const markAllRead = (until: string): Promise<unknown> =>
  call('/api/me/notifications/read-all', { method: 'POST', body: { until } })
