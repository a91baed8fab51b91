/** A timeline is merged of sources, each read newest first by a place of its own. */
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import type { Queryable } from '../store/read/statement.ts'
import type { IncludedTitles } from '../store/types.ts'

/** One thing that happened, as a source found it. */
export interface Found {
  /** Instant, ISO 8601 UTC. */
  readonly at: string
  /** Where the source reads on after it. */
  readonly place: string
  readonly row: unknown
}

/** Of whose timeline, for whom. */
export interface Asked {
  readonly db: Queryable
  readonly model: Model
  readonly resource: ResourceModel
  readonly id: string
  readonly access: Access
}

/** What entries are made of, and the titles of the records they name. */
export interface Shown {
  readonly entries: readonly Readonly<Record<string, Json>>[]
  readonly included: IncludedTitles
}

export interface Source {
  /** Names it in a cursor. */
  readonly name: string
  /** Up to `limit` of what lies after a place (null: from the newest), newest first. */
  read(after: string | null, limit: number): Promise<Found[]>
  /** What the caller may see of some of them, in their order. */
  show(found: readonly Found[]): Promise<Shown>
}

interface Merged {
  readonly found: readonly { readonly source: number; readonly found: Found }[]
  /** Place of each source after these; null = nothing of it was taken yet. */
  readonly places: readonly (string | null)[]
  readonly more: boolean
}

/** The next `limit` entries of all sources, newest first. Each source is asked once, and keeps a place of its own: nothing is skipped or said twice. */
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
