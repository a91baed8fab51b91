/**
 * What this browser has of one conversation. Messages are indexed by position (the server counts
 * from 1), so any range can be fetched by itself: a conversation of 100,000 opens like one of 100,
 * and memory use stays constant.
 */
import type { Included, ListAnswer, RecordData } from '#data/types.ts'
import { mergeTitles } from '../titles.ts'

/** Messages per request. */
export const STRETCH = 50
/** Stretches kept in memory; those furthest from the screen are dropped first. */
const MOST_STRETCHES = 40
const AGAIN_MS = 2000
/** Debounce: changes within this time are fetched in one request. */
const GATHER_MS = 100

/** Fetches messages: the newest ones, or positions `from` to `to`; the order is not significant. */
export interface Source {
  newest(): Promise<ListAnswer>
  between(from: number, to: number): Promise<ListAnswer>
}

export const placeOf = (message: RecordData): number => Number(message.sequence)
const stretchOf = (place: number): number => Math.floor((place - 1) / STRETCH)

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
  at(place: number): RecordData | null | undefined
  /** The message with an id, if known. */
  find(id: string): RecordData | undefined
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
  take(message: RecordData): void
  /** Schedules a refetch of the message with this id; returns false if it is unknown. */
  changed(id: string): boolean
}

export const createThreadStore = (source: Source): ThreadStore => {
  const known = new Map<number, RecordData>()
  const places = new Map<string, number>()
  /** State of each stretch: complete, or complete but possibly stale. */
  const stretches = new Map<number, 'whole' | 'stale'>()
  const asked = new Set<number>()
  const listeners = new Set<() => void>()
  let included: Included = {}
  let last = 0
  let ready = false
  let error: unknown = null
  let current: ThreadState
  let refreshing: Promise<void> | undefined

  const tell = () => {
    current = {
      last,
      ready,
      error,
      included,
      at: (place) => known.get(place) ?? (stretches.has(stretchOf(place)) ? null : undefined),
      find: (id) => {
        const place = places.get(id)
        return place === undefined ? undefined : known.get(place)
      },
    }
    for (const fn of listeners) fn()
  }
  const put = (message: RecordData): void => {
    const place = placeOf(message)
    const before = known.get(place)
    if (before?.id === message.id && before.version > message.version) return
    // Merging two conversations changes the positions of messages.
    const was = places.get(message.id)
    if (was !== undefined && was !== place && known.get(was)?.id === message.id) known.delete(was)
    known.set(place, message)
    places.set(message.id, place)
    last = Math.max(last, place)
  }
  /** Removes deleted messages: a response contains everything at these positions. */
  const leave = (from: number, to: number, { data }: ListAnswer): void => {
    const there = new Set(data.map(placeOf))
    for (const [place, message] of known) {
      if (place < from || place > to || there.has(place)) continue
      known.delete(place)
      if (places.get(message.id) === place) places.delete(message.id)
    }
  }
  const takeAnswer = (answer: ListAnswer): void => {
    included = mergeTitles([{ included }, answer])
    answer.data.forEach(put)
  }
  const forget = (near: number): void => {
    const far = [...stretches.keys()]
      .sort((a, b) => Math.abs(b - near) - Math.abs(a - near))
      .slice(0, Math.max(0, stretches.size - MOST_STRETCHES))
    for (const s of far) {
      stretches.delete(s)
      for (let place = s * STRETCH + 1; place <= (s + 1) * STRETCH; place++) {
        const m = known.get(place)
        if (m) {
          places.delete(m.id)
          known.delete(place)
        }
      }
    }
  }
  /** Marks positions between the known messages and a later one as not fetched. */
  const gap = (before: number, later: number): void => {
    if (before && later > before + 1) {
      for (let s = stretchOf(before); s <= stretchOf(later); s++) stretches.delete(s)
    }
  }
  const ask = async (stretch: number): Promise<void> => {
    asked.add(stretch)
    const from = stretch * STRETCH + 1
    const newest = last
    try {
      const answer = await source.between(from, from + STRETCH - 1)
      if (stretches.has(stretch)) leave(from, Math.min(from + STRETCH - 1, newest), answer)
      takeAnswer(answer)
      stretches.set(stretch, 'whole')
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
    try {
      const head = await source.newest()
      if (stale) for (const s of stretches.keys()) stretches.set(s, 'stale')
      const before = last
      if (head.data.length) {
        const heads = head.data.map(placeOf)
        leave(head.data.length < STRETCH ? 1 : Math.min(...heads), Math.max(...heads), head)
      }
      takeAnswer(head)
      if (head.data.length) gap(before, Math.min(...head.data.map(placeOf)))
      ready = true
      error = null
    } catch (reason) {
      error = reason
    }
    tell()
  }
  const altered = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const askAltered = () => {
    timer = undefined
    const [from, to] = [Math.min(...altered), Math.max(...altered)]
    const outdated = () => {
      for (let s = stretchOf(from); s <= stretchOf(to); s++) {
        if (stretches.has(s)) stretches.set(s, 'stale')
      }
    }
    altered.clear()
    if (to - from < STRETCH) {
      source
        .between(from, to)
        .then((answer) => {
          leave(from, to, answer)
          takeAnswer(answer)
        }, outdated)
        .finally(tell)
    } else {
      outdated()
      void run(true)
    }
  }
  tell()

  return {
    state: () => current,
    subscribe(fn) {
      listeners.add(fn)
      return () => void listeners.delete(fn)
    },
    async refresh({ stale = false } = {}) {
      // A request in flight may predate this change.
      while (refreshing) await refreshing
      refreshing = run(stale)
      await refreshing
      refreshing = undefined
    },
    need(from, to) {
      const [first, end] = [
        stretchOf(Math.max(1, from)),
        stretchOf(Math.max(1, Math.min(to, last))),
      ]
      for (let s = first; s <= end; s++) {
        if (asked.has(s) || stretches.get(s) === 'whole') continue
        const missing = () => {
          for (
            let place = Math.max(from, s * STRETCH + 1);
            place <= Math.min(to, last, (s + 1) * STRETCH);
            place++
          ) {
            if (!known.has(place)) return true
          }
          return false
        }
        if (stretches.has(s) || missing()) void ask(s)
      }
      if (stretches.size > MOST_STRETCHES) forget(Math.round((first + end) / 2))
    },
    take(message) {
      gap(last, placeOf(message))
      put(message)
      tell()
    },
    changed(id) {
      const place = places.get(id)
      if (place === undefined) return false
      altered.add(place)
      timer ??= setTimeout(askAltered, GATHER_MS)
      return true
    },
  }
}
