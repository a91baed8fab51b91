import type { Database } from '../database/pool.ts'
import { changesAfter, currentPosition, type Change } from './changes.ts'
import type { Position } from './position.ts'

/**
 * Minimum time between two polls, and the time without a wake-up after which one is made anyway.
 */
const looksEveryMs = 100
const idleLookMs = 1000
/**
 * Polls after a wake-up that found nothing: a change is final only when every transaction that
 * began before it has ended.
 */
const patience = 10
const batch = 500

/** The stream of final changes of all processes, read once per process. */
export interface Tail {
  /** Everything up to here was given to the subscribers. */
  readonly position: Position
  /** Calls `fn` with each batch of further changes; returns an unsubscribe function. */
  subscribe(fn: (changes: readonly Change[]) => void): () => void
  close(): Promise<void>
}

type Source = Pick<Database, 'query' | 'listen'>

/** Starts the tail at the present. Without subscribers it only advances its position. */
export const createTail = async (db: Source, log: (message: string) => void): Promise<Tail> => {
  const subscribers = new Set<(changes: readonly Change[]) => void>()
  let position = await currentPosition(db.query)
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let woken = false
  /** Polls remaining for the last wake-up. */
  let owed = 0
  let closed = false

  const plan = (afterMs: number): void => {
    clearTimeout(timer)
    if (!closed) {
      timer = setTimeout(() => {
        looking = look()
      }, afterMs).unref()
    }
  }
  const read = async (): Promise<void> => {
    for (;;) {
      const changes = await changesAfter(db.query, position, batch)
      const last = changes.at(-1)
      if (!last || closed) return
      position = { xid: last.xid, seq: last.seq }
      // Further changes may have waited for the same transaction, or a later one.
      owed = Math.min(owed, 2)
      for (const fn of subscribers) fn(changes)
      if (changes.length < batch) return
    }
  }
  const look = async (): Promise<void> => {
    woken = false
    owed = Math.max(0, owed - 1)
    try {
      if (subscribers.size) await read()
      else {
        const now = await currentPosition(db.query)
        if (!subscribers.size) position = now
      }
    } catch (error) {
      if (!closed) {
        log(
          `Live events could not be read and are read again: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
    }
    looking = undefined
    plan(woken || owed ? looksEveryMs : idleLookMs)
  }
  const stopListening = await db.listen('audit', () => {
    // Further writes do not postpone a poll that is already due soon.
    if (!woken && !looking) plan(looksEveryMs / 2)
    woken = true
    owed = patience
  })
  plan(idleLookMs)

  return {
    get position() {
      return position
    },
    subscribe(fn) {
      subscribers.add(fn)
      return () => void subscribers.delete(fn)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      stopListening()
      await looking
    },
  }
}
