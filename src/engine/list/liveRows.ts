/** What a list shows when others change its rows: nothing that is being read moves until the person asks. Pure. */
import type { RecordData } from '#data/types.ts'

export interface Held {
  readonly rows: readonly RecordData[]
  /** New rows of the newest answer that are not shown yet. */
  readonly fresh: number
  /** Ids whose version went up. */
  readonly changed: readonly string[]
}

/** Ids live events named since the rows were last taken as they came. */
export interface Heard {
  readonly created: ReadonlySet<string>
  readonly gone: ReadonlySet<string>
}

/**
 * Puts a newer answer into what is shown: rows keep their place and take their new values; rows somebody made wait.
 * While they wait, a row missing from the answer may only have been pushed to the next page, so it stays unless it is gone.
 */
export const holdRows = (
  shown: readonly RecordData[],
  answer: readonly RecordData[],
  heard: Heard,
): Held => {
  const next = new Map(answer.map((r) => [r.id, r]))
  const known = new Set(shown.map((r) => r.id))
  const fresh = answer.filter((r) => !known.has(r.id) && heard.created.has(r.id)).length
  const changed = shown.flatMap((r) => {
    const n = next.get(r.id)
    return n && n.version > r.version ? [r.id] : []
  })
  const same = answer.length === shown.length && answer.every((r) => known.has(r.id))
  if (!fresh && !same) return { rows: answer, fresh, changed }
  return {
    rows: shown.flatMap((r) => next.get(r.id) ?? (heard.gone.has(r.id) ? [] : [r])),
    fresh,
    changed,
  }
}
