/** A timeline merges several sources, each read newest first with its own position. */
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import type { Queryable } from '../store/read/statement.ts'
import type { IncludedTitles } from '../store/types.ts'

/** One event, as found by a source. */
export interface Found {
  /** Instant, ISO 8601 UTC. */
  readonly at: string
  /** Position from which the source continues. */
  readonly place: string
  readonly row: unknown
}

/** The record and the caller of a timeline. */
export interface TimelineRequest {
  readonly db: Queryable
  readonly model: Model
  readonly resource: ResourceModel
  readonly id: string
  readonly access: Access
}

/** Entries and the titles of the records they refer to. */
export interface Shown {
  readonly entries: readonly Readonly<Record<string, Json>>[]
  readonly included: IncludedTitles
}

export interface Source {
  /** Identifies the source in a cursor. */
  readonly name: string
  /** Returns up to `limit` events after a position (null: from the newest), newest first. */
  read(after: string | null, limit: number): Promise<Found[]>
  /** Returns what the caller may see of the given events, in the same order. */
  show(found: readonly Found[]): Promise<Shown>
}

interface Merged {
  readonly found: readonly { readonly source: number; readonly found: Found }[]
  /** Position of each source after these; null = nothing of it was taken yet. */
  readonly places: readonly (string | null)[]
  readonly more: boolean
}

/**
 * Returns the next `limit` events of all sources, newest first. Each source is queried once and
 * keeps its own position, so nothing is skipped or repeated.
 */
export const merge = async (
  sources: readonly Source[],
  places: readonly (string | null)[],
  limit: number,
): Promise<Merged> => {
  const lists = await Promise.all(
    sources.map((source, i) => source.read(places[i] ?? null, limit + 1)),
  )
  const next = [...places]
  const taken = lists.map(() => 0)
  const found: { source: number; found: Found }[] = []
  const head = (i: number): Found | undefined => lists[i]![taken[i]!]
  while (found.length < limit) {
    let newest = -1
    for (let i = 0; i < lists.length; i++) {
      const at = head(i)?.at
      if (at !== undefined && (newest < 0 || at > head(newest)!.at)) newest = i
    }
    if (newest < 0) break
    const one = head(newest)!
    found.push({ source: newest, found: one })
    next[newest] = one.place
    taken[newest]!++
  }
  return { found, places: next, more: lists.some((_, i) => head(i) !== undefined) }
}
