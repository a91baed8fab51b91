/**
 * Which element each row of a list is drawn in. Another page, order or filter replaces every row:
 * its records take over the elements by their places, since changing a text costs a fraction of
 * making a cell. While the request stays the same, an element belongs to its record. Pure.
 */

/** The elements of the shown rows. */
export interface Slots {
  /** The request of the rows. */
  readonly key: string
  /** Ids of the rows, in order. */
  readonly ids: readonly string[]
  /** Numbers of the elements, one for each row; unique. */
  readonly of: readonly number[]
  /** Number of the next element that is made. */
  readonly next: number
}

/** Before anything is shown. */
export const noSlots: Slots = { key: '', ids: [], of: [], next: 0 }

/** The elements of these rows after those that were shown before. */
export const slotsOf = (was: Slots, key: string, ids: readonly string[]): Slots => {
  let { next } = was
  if (was.key !== key) {
    const of = ids.map((_, i) => was.of[i] ?? next++)
    return { key, ids, of, next }
  }
  if (ids.length === was.ids.length && ids.every((id, i) => id === was.ids[i])) return was
  const known = new Map(was.ids.map((id, i) => [id, was.of[i]!]))
  const of = ids.map((id) => known.get(id) ?? next++)
  return { key, ids, of, next }
}
