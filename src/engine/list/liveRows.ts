/**
 * Keeps a list stable while others change its rows: nothing moves until the person asks for it.
 * Pure.
 */
import type { RecordData } from '#data/types.ts'

export interface Held {
  readonly rows: readonly RecordData[]
  /** New rows of the latest response that are not shown yet. */
  readonly fresh: number
  /** Ids with a higher version. */
  readonly changed: readonly string[]
}

/** Ids of live events since the rows were last taken over completely. */
export interface Noticed {
  readonly created: ReadonlySet<string>
  readonly gone: ReadonlySet<string>
}

/**
 * Merges a newer response into the shown rows: rows keep their place and take their new values; new
 * rows wait. While they wait, a row missing from the response may only have moved to the next page,
 * so it stays unless it was deleted.
 */
export const holdRows = (
  shown: readonly RecordData[],
  response: readonly RecordData[],
  noticed: Noticed,
): Held => {
  const next = new Map(response.map((r) => [r.id, r]))
  const known = new Set(shown.map((r) => r.id))
  const fresh = response.filter((r) => !known.has(r.id) && noticed.created.has(r.id)).length
  const changed = shown.flatMap((r) => {
    const n = next.get(r.id)
    return n && n.version > r.version ? [r.id] : []
  })
  const same = response.length === shown.length && response.every((r) => known.has(r.id))
  if (!fresh && !same) return { rows: response, fresh, changed }
  return {
    rows: shown.flatMap((r) => next.get(r.id) ?? (noticed.gone.has(r.id) ? [] : [r])),
    fresh,
    changed,
  }
}
