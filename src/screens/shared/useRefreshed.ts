import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { onLiveEvent } from '#data/events.ts'

/** Debounce in ms before queries are refetched. */
const GATHER_MS = 600

/**
 * Refetches the queries under `queryKey` when records of these collections change, for responses
 * built from several collections.
 */
export const useRefreshed = (
  queryKey: readonly unknown[],
  collections: readonly string[],
): void => {
  const client = useQueryClient()
  const asked = useRef({ queryKey, collections })
  asked.current = { queryKey, collections }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLiveEvent((event) => {
      if (!asked.current.collections.includes(event.collection)) return
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: asked.current.queryKey })
      }, GATHER_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client])
}
