/**
 * What this browser has of one conversation. Messages are indexed by position (the server counts
 * from 1), so any range can be fetched by itself: a conversation of 100,000 opens like one of 100,
 * and memory use stays constant.
 */
import type { Included, ListResponse } from '#data/types.ts'
import { createKnown, placeOf, STRETCH, stretchOf } from './knownMessages.ts'
import type { Seen } from '../resources.ts'

const AGAIN_MS = 2000
/** Debounce: changes within this time are fetched in one request. */
const GATHER_MS = 100

/** Fetches messages: the newest ones, or positions `from` to `to`; the order is not significant. */
export interface Source {
  newest(): Promise<ListResponse>
  between(from: number, to: number): Promise<ListResponse>
}

/** An immutable snapshot of one conversation. */
export interface ThreadState {
  /** Position of the newest known message; 0 in an empty conversation. */
  readonly last: number
  /** False until the newest messages have been fetched once. */
  readonly ready: boolean
  readonly error: unknown
  readonly included: Included
  /**
   * The message at a position; null when it is not visible to this person, undefined while unknown.
   */
  at(place: number): Seen<'chat-messages'> | null | undefined
  /** The message with an id, if known. */
  find(id: string): Seen<'chat-messages'> | undefined
}

export interface ThreadStore {
  state(): ThreadState
  subscribe(fn: () => void): () => void
  /**
   * Fetches the newest messages and marks the known ones stale; those are refetched when needed.
   */
  refresh(options?: { readonly stale?: boolean }): Promise<void>
  /** Fetches the messages at these positions unless they are known. */
  need(from: number, to: number): void
  /** Stores a message returned by the server. */
  take(message: Seen<'chat-messages'>): void
  /** Schedules a refetch of the message with this id; returns false if it is unknown. */
  changed(id: string): boolean
}

type Known = ReturnType<typeof createKnown>

/** The current state of a conversation and its subscribers. */
const createState = (known: Known) => {
  const listeners = new Set<() => void>()
  let state: Pick<ThreadState, 'ready' | 'error'> = { ready: false, error: null }
  let current: ThreadState
  /** Takes a new snapshot. */
  const tell = (change: Partial<typeof state> = {}): void => {
    state = { ...state, ...change }
    current = {
      ...state,
      last: known.last(),
      included: known.included(),
      at: (place) => known.at(place),
      find: (id) => known.find(id),
    }
    for (const fn of listeners) fn()
  }
  tell()
  return {
    tell,
    state: () => current,
    subscribe(fn: () => void) {
      listeners.add(fn)
      return () => void listeners.delete(fn)
    },
  }
}

/** Takes the newest messages; what is before them is not known to be complete. */
const takeNewest = (known: Known, head: ListResponse): void => {
  const before = known.last()
  if (head.data.length) {
    const heads = head.data.map(placeOf)
    known.leave(head.data.length < STRETCH ? 1 : Math.min(...heads), Math.max(...heads), head)
  }
  known.takeResponse(head)
  if (head.data.length) known.stretches.gap(before, Math.min(...head.data.map(placeOf)))
}

/** Collects positions for a moment, then calls `flush` with their range. */
const gathered = (flush: (from: number, to: number) => void): ((place: number) => void) => {
  const places = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return (place) => {
    places.add(place)
    timer ??= setTimeout(() => {
      timer = undefined
      const [from, to] = [Math.min(...places), Math.max(...places)]
      places.clear()
      flush(from, to)
    }, GATHER_MS)
  }
}

/** Creates the store of one conversation. */
export const createThreadStore = (source: Source): ThreadStore => {
  const known = createKnown()
  const asked = new Set<number>()
  const { state, subscribe, tell } = createState(known)
  let refreshing: Promise<void> | undefined

  const ask = async (stretch: number): Promise<void> => {
    asked.add(stretch)
    const from = stretch * STRETCH + 1
    const newest = known.last()
    try {
      const response = await source.between(from, from + STRETCH - 1)
      if (known.stretches.has(stretch)) {
        known.leave(from, Math.min(from + STRETCH - 1, newest), response)
      }
      known.takeResponse(response)
      known.stretches.complete(stretch)
      asked.delete(stretch)
    } catch {
      // Retried later if it is still needed.
      setTimeout(() => {
        asked.delete(stretch)
        tell()
      }, AGAIN_MS)
      return
    }
    tell()
  }
  const run = async (stale: boolean): Promise<void> => {
    let change: Parameters<typeof tell>[0]
    try {
      const head = await source.newest()
      if (stale) known.stretches.outdateAll()
      takeNewest(known, head)
      change = { ready: true, error: null }
    } catch (error) {
      change = { error }
    }
    tell(change)
  }
  const refetch = gathered((from, to) => {
    const outdated = () => known.stretches.outdate(from, to)
    if (to - from < STRETCH) {
      source
        .between(from, to)
        .then((response) => {
          known.leave(from, to, response)
          known.takeResponse(response)
        }, outdated)
        .finally(() => tell())
    } else {
      outdated()
      void run(true)
    }
  })

  return {
    state,
    subscribe,
    async refresh({ stale = false } = {}) {
      // A request in flight may predate this change.
      while (refreshing) await refreshing
      refreshing = run(stale)
      await refreshing
      refreshing = undefined
    },
    need(from, to) {
      const { stretches } = known
      const [first, end] = [
        stretchOf(Math.max(1, from)),
        stretchOf(Math.max(1, Math.min(to, known.last()))),
      ]
      for (let s = first; s <= end; s++) {
        if (asked.has(s) || stretches.isWhole(s)) continue
        if (stretches.has(s) || known.lacks(s, from, to)) void ask(s)
      }
      known.forget(Math.round((first + end) / 2))
    },
    take(message) {
      known.stretches.gap(known.last(), placeOf(message))
      known.put(message)
      tell()
    },
    changed(id) {
      const place = known.placeOf(id)
      if (place === undefined) return false
      refetch(place)
      return true
    },
  }
}
