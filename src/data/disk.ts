/** Whether the server's disk is full, as its last answer said. */
import { useSyncExternalStore } from 'react'

let full = false
const listeners = new Set<() => void>()

/** Takes note of what an answer says. */
export const noteDisk = (headers: Headers): void => {
  const now = headers.has('X-Disk')
  if (now === full) return
  full = now
  for (const listener of listeners) listener()
}

const watch = (fn: () => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}

/** True while nothing can be saved for lack of room. */
export const useDiskFull = (): boolean => useSyncExternalStore(watch, () => full)
