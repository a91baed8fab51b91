/**
 * What this browser knows of one conversation. Messages stand at their place (the server counts them from 1), so any stretch can be
 * asked for by itself: a conversation of 100,000 opens like one of 100, and the memory it takes does not grow with it.
 */
import type { Included, ListAnswer, RecordData } from '#data/types.ts'
import { mergeTitles } from '../titles.ts'

/** Messages asked for together. */
export const STRETCH = 50
/** Stretches kept; those furthest from what is on screen go first. */
const MOST_STRETCHES = 40
const AGAIN_MS = 2000
/** Changes that come together are asked for together. */
const GATHER_MS = 100

/** Asks for messages: the newest ones, or those of the places `from` to `to`, in any order. */
export interface Source {
  newest(): Promise<ListAnswer>
  between(from: number, to: number): Promise<ListAnswer>
}

export const placeOf = (message: RecordData): number => Number(message.sequence)
const stretchOf = (place: number): number => Math.floor((place - 1) / STRETCH)

/** One conversation as it stands; each change makes a new one. */
export interface ThreadState {
  /** Place of the newest message known; 0 in an empty conversation. */
  readonly last: number
  /** False until the newest messages have come once. */
  readonly ready: boolean
  readonly error: unknown
  readonly included: Included
  /** The message at a place; null where there is none for this person, undefined while it is not known. */
  at(place: number): RecordData | null | undefined
  /** The message of an id, where it is known. */
  find(id: string): RecordData | undefined
}

export interface ThreadStore {
  state(): ThreadState
  subscribe(fn: () => void): () => void
  /** Asks for the newest messages; what is already known may have changed meanwhile, and is asked for again once needed. */
  refresh(options?: { readonly stale?: boolean }): Promise<void>
  /** Sees to it that the messages of these places come. */
  need(from: number, to: number): void
  /** Takes over a message the server answered. */
  take(message: RecordData): void
  /** Soon asks again for the message of this id, where it is known; returns whether it is. */
  changed(id: string): boolean
}

export const createThreadStore = (source: Source): ThreadStore => {
  const known = new Map<number, RecordData>()
  const places = new Map<string, number>()
  /** By stretch: complete, or complete but perhaps out of date. */
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
    // Where two conversations become one, messages get other places.
    const was = places.get(message.id)
    if (was !== undefined && was !== place && known.get(was)?.id === message.id) known.delete(was)
    known.set(place, message)
    places.set(message.id, place)
    last = Math.max(last, place)
  }
  /** What has left the conversation leaves the screen: an answer holds all that stands at these places. */
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
  /** Places between what was known and a later message: what lies there has yet to come. */
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
      // Asked again in a while, if it is still needed then.
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
      // One that is under way may have been answered before what this one is about was written.
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
