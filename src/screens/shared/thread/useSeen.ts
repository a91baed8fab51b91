import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useCan } from '#data/me.ts'
import { messages, type Seen } from '../resources.ts'
import { markMessage, useUnread } from '../unread.ts'
import { placeOf } from './knownMessages.ts'

/** Minimum time on screen for a message to count as read. */
const LOOK_MS = 400

/** Marks a message of the other side as seen once it has been visible for a moment. */
export const useSeen = (conversation: string, newest: Seen<'chat-messages'> | undefined): void => {
  const client = useQueryClient()
  const can = useCan()
  const count = useUnread()?.unread[conversation]?.count ?? 0
  const done = useRef(0)
  const may = can(`${messages().entity}.see`)
  const place = newest ? placeOf(newest) : 0
  const due =
    newest !== undefined &&
    may &&
    place > done.current &&
    (count > 0 || newest.state === 'sent' || newest.state === 'delivered')
  useEffect(() => {
    if (!due || !newest) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') {
        timer = setTimeout(() => {
          done.current = placeOf(newest)
          void markMessage(client, newest, 'see')
        }, LOOK_MS)
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [due, newest, client])
}
