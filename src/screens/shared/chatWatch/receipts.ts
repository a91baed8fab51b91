import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { markMessage, unreadQuery, type Unread } from '../unread.ts'

/** Many devices receive a message at once; with a random delay, one of them confirms it for all. */
const SPREAD_MS = 600

/** Confirms to the server that messages have reached a device of this side. */
export const useReceipts = (unread: Unread | undefined): void => {
  const client = useQueryClient()
  const pending = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const timers = pending.current
    // After sign-out, nothing more is sent for this person.
    return () => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    }
  }, [])
  useEffect(() => {
    for (const message of unread?.arrived ?? []) {
      if (pending.current.has(message.id)) continue
      pending.current.set(
        message.id,
        setTimeout(() => {
          const now = client.getQueryData(unreadQuery().queryKey)
          if (now?.arrived.some((m) => m.id === message.id)) {
            void markMessage(client, message, 'receive')
          }
        }, Math.random() * SPREAD_MS),
      )
    }
  }, [unread, client])
}
