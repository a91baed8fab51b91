import type { Included, ListResponse } from '#data/types.ts'
import { mergeTitles } from '../titles.ts'
import type { Seen } from '../resources.ts'

/** Messages per request. */
export const STRETCH = 50
/** Stretches kept in memory; those furthest from the screen are dropped first. */
const MOST_STRETCHES = 40

/** Position of a message in its conversation. */
export const placeOf = (message: Seen<'chat-messages'>): number => Number(message.sequence)
/** The stretch of positions that a position belongs to. */
export const stretchOf = (place: number): number => Math.floor((place - 1) / STRETCH)

/** The stretches that were fetched. */
const createStretches = () => {
  /** Complete, or complete but possibly stale. */
  const stretches = new Map<number, 'whole' | 'stale'>()
  return {
    has: (stretch: number) => stretches.has(stretch),
    isWhole: (stretch: number) => stretches.get(stretch) === 'whole',
    complete: (stretch: number) => void stretches.set(stretch, 'whole'),
    /** Drops those furthest from `near` if there are too many; returns them. */
    dropFar(near: number): readonly number[] {
      if (stretches.size <= MOST_STRETCHES) return []
      const far = [...stretches.keys()]
        .sort((a, b) => Math.abs(b - near) - Math.abs(a - near))
        .slice(0, stretches.size - MOST_STRETCHES)
      for (const s of far) stretches.delete(s)
      return far
    },
    /** Marks positions between the known messages and a later one as not fetched. */
    gap(before: number, later: number): void {
      if (before && later > before + 1) {
        for (let s = stretchOf(before); s <= stretchOf(later); s++) stretches.delete(s)
      }
    },
    /** Marks the complete stretches from one position to another as stale. */
    outdate(from: number, to: number): void {
      for (let s = stretchOf(from); s <= stretchOf(to); s++) {
        if (stretches.has(s)) stretches.set(s, 'stale')
      }
    },
    /** Marks all stretches as stale. */
    outdateAll(): void {
      for (const s of stretches.keys()) stretches.set(s, 'stale')
    },
  }
}

/** The messages of a conversation that are in memory, by position and id. */
export const createKnown = () => {
  const known = new Map<number, Seen<'chat-messages'>>()
  const places = new Map<string, number>()
  const stretches = createStretches()
  let included: Included = {}
  let last = 0

  const put = (message: Seen<'chat-messages'>): void => {
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
  const leave = (from: number, to: number, { data }: ListResponse): void => {
    const there = new Set(data.map(placeOf))
    for (const [place, message] of known) {
      if (place < from || place > to || there.has(place)) continue
      known.delete(place)
      if (places.get(message.id) === place) places.delete(message.id)
    }
  }
  const takeResponse = (response: ListResponse): void => {
    included = mergeTitles([{ included }, response])
    response.data.forEach(put)
  }
  const forget = (near: number): void => {
    for (const s of stretches.dropFar(near)) {
      for (let place = s * STRETCH + 1; place <= (s + 1) * STRETCH; place++) {
        const m = known.get(place)
        if (m) {
          places.delete(m.id)
          known.delete(place)
        }
      }
    }
  }

  return {
    stretches,
    /** Position of the newest message. */
    last: () => last,
    included: () => included,
    placeOf: (id: string) => places.get(id),
    /** The message at a position; null when it is not visible, undefined while unknown. */
    at: (place: number) => known.get(place) ?? (stretches.has(stretchOf(place)) ? null : undefined),
    find(id: string) {
      const place = places.get(id)
      return place === undefined ? undefined : known.get(place)
    },
    /** True if a position of a stretch, from `from` to `to`, is not in memory. */
    lacks(stretch: number, from: number, to: number): boolean {
      const end = Math.min(to, last, (stretch + 1) * STRETCH)
      for (let place = Math.max(from, stretch * STRETCH + 1); place <= end; place++) {
        if (!known.has(place)) return true
      }
      return false
    },
    put,
    leave,
    takeResponse,
    /** Drops the stretches furthest from `near` if there are too many. */
    forget,
  }
}
