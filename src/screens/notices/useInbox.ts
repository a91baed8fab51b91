import { useEffect, useRef } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import {
  inboxKey,
  inboxQuery,
  markAllRead,
  markRead,
  type InboxPages,
  type Notice,
} from '#data/inbox.ts'

const seenNow = (
  pages: InboxPages | undefined,
  of: (notice: Notice) => boolean,
): InboxPages | undefined => {
  if (!pages) return pages
  const now = new Date().toISOString()
  let read = 0
  const data = pages.pages.map((page) => ({
    ...page,
    data: page.data.map((n) => (n.readAt || !of(n) ? n : (read++, { ...n, readAt: now }))),
  }))
  return {
    ...pages,
    pages: data.map((page) => ({ ...page, unread: Math.max(0, page.unread - read) })),
  }
}

/**
 * Marks notifications as read: immediately on the page, then on the server, whose response decides.
 */
export const useRead = () => {
  const client = useQueryClient()
  const mark = async (
    of: (notice: Notice) => boolean,
    send: () => Promise<unknown>,
  ): Promise<void> => {
    await client.cancelQueries({ queryKey: inboxKey })
    client.setQueriesData<InboxPages>({ queryKey: inboxKey }, (pages) => seenNow(pages, of))
    await send().catch(() => undefined)
    await client.invalidateQueries({ queryKey: inboxKey })
  }
  return {
    one: (notice: Notice): Promise<void> | undefined =>
      notice.readAt
        ? undefined
        : mark(
            (n) => n.id === notice.id,
            () => markRead([notice.id]),
          ),
    // Up to the millisecond of the newest one on screen; the server stores finer times.
    all: (newest: Notice | undefined): Promise<void> | undefined =>
      newest
        ? mark(
            () => true,
            () => markAllRead(new Date(Date.parse(newest.at) + 1).toISOString()),
          )
        : undefined,
  }
}

/** The person's notifications, all or only unread ones. */
export const useInbox = (unreadOnly: boolean) => {
  const query = useInfiniteQuery(inboxQuery(unreadOnly))
  return {
    ...query,
    notices: query.data?.pages.flatMap((page) => page.data) ?? [],
    unread: query.data?.pages[0]?.unread ?? 0,
  }
}

/** The latest that are announced when many arrive at once, e.g. after the connection was lost. */
const MOST_ANNOUNCED = 3

/**
 * Calls `fn` for each new unread notification, oldest first, not for those present when the page
 * opened. Of many at once only the latest three.
 */
export const useArrivals = (
  notices: readonly Notice[],
  ready: boolean,
  fn: (notice: Notice) => void,
): void => {
  const newest = useRef<string>(undefined)
  useEffect(() => {
    if (!ready) return
    const known = newest.current
    const latest = notices[0]?.at ?? ''
    newest.current = known !== undefined && known > latest ? known : latest
    if (known === undefined) return
    const arrived = notices.filter(({ at, readAt }) => at > known && !readAt)
    for (const notice of arrived.slice(0, MOST_ANNOUNCED).reverse()) fn(notice)
  })
}
