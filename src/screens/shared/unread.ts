/** Unread messages, and how to mark them as read. */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { get } from '#data/api.ts'
import { useCan } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { actOnRecord } from '#data/writes.ts'
import { messages, type Seen } from './resources.ts'

/**
 * By conversation: the number of unseen messages of the other side, and its assignee. `arrived`:
 * messages no device has confirmed.
 */
export interface Unread {
  readonly unread: Readonly<
    Record<string, { readonly count: number; readonly assignee: string | null }>
  >
  readonly arrived: readonly { readonly id: string; readonly version: number }[]
}

const key = ['collection', 'chat-messages', 'unread'] as const
/** Refetched whenever a message or a conversation changes. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await get<{ readonly data: Unread }>('/api/unread', { signal })).data,
    staleTime: 60_000,
  })

/** Undefined while loading and for people who cannot mark messages as seen. */
export const useUnread = (): Unread | undefined => {
  const can = useCan()
  return useQuery({ ...unreadQuery(), enabled: can(`${messages().entity}.see`) }).data
}

/**
 * Conversations with unread messages that the person should reply to: their own and unassigned ones;
 * for vendor staff, all.
 */
export const mineToRead = (
  unread: Unread | undefined,
  person: { readonly id: string; readonly tenant: string | null } | null,
): number =>
  Object.values(unread?.unread ?? {}).filter(
    ({ assignee }) => person?.tenant != null || assignee === null || assignee === person?.id,
  ).length

/** Notifies other tabs of this browser that something was read. */
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('chat.read')
export const onReadElsewhere = (fn: () => void): (() => void) => {
  channel?.addEventListener('message', fn)
  return () => channel?.removeEventListener('message', fn)
}
const forget = (client: QueryClient) => void client.invalidateQueries({ queryKey: key })

/**
 * Marks a message and earlier ones as received or seen. On a conflict, retries with the current
 * version.
 */
export const markMessage = async (
  client: QueryClient,
  message: { readonly id: string; readonly version: number },
  how: 'receive' | 'see',
): Promise<void> => {
  try {
    await actOnRecord(messages(), message, how)
  } catch (error) {
    const current = isProblem(error, 412)
      ? (error.members.current as Seen<'conversations'> | undefined)
      : undefined
    if (!current) return
    await actOnRecord(messages(), current, how).catch(() => undefined)
  }
  forget(client)
  if (how === 'see') channel?.postMessage('')
}
