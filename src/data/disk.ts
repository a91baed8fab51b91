/** Whether the server's disk is full, according to its last response. */
import { useSyncExternalStore } from 'react'

let full = false
const listeners = new Set<() => void>()

/** Records the disk state of a response. */
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

/** True while nothing can be saved because the disk is full. */
export const useDiskFull = (): boolean => useSyncExternalStore(watch, () => full)
