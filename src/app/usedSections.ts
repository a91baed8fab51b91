/** Which entries of the navigation a person uses; the others are folded under “More”. Pure. */
import type { Entry, Section } from './navigationTree.ts'

/** Keys that only read: `hotel.list`, `hotel.field.name.write`; fields need `hotel.update`. */
const READING = /^\w+\.(list|read|export|field\..+)$/

/** Fewer entries than this are not worth a folder. */
const FEWEST = 2

/** Entities with permissions besides reading, of the keys of `GET /api/me`. */
const changedBy = (permissions: readonly string[]): ReadonlySet<string> =>
  new Set(
    permissions.filter((key) => !READING.test(key)).map((key) => key.slice(0, key.indexOf('.'))),
  )

/** The generated entries that are read-only for the person; none if all are. */
export const unusedEntries = (
  sections: readonly Section[],
  permissions: readonly string[],
): readonly Entry[] => {
  const changed = changedBy(permissions)
  const generated = sections.flatMap((s) => s.entries).filter(({ entity }) => entity)
  const unused = generated.filter(({ entity = '' }) => !changed.has(entity))
  return unused.length < generated.length ? unused : []
}

/** Read-only entries that a person uses nevertheless. */
export interface Chosen {
  /** Keys of entries opened recently. */
  readonly opened: readonly string[]
  /** Collections of the views pinned to the navigation. */
  readonly pinned: readonly string[]
}

/** Removes unused entries from the sections, except those that the person chose. */
export const usedSections = (
  sections: readonly Section[],
  unused: readonly Entry[],
  { opened, pinned }: Chosen,
): { readonly used: readonly Section[]; readonly more: readonly Entry[] } => {
  const more = unused.filter(
    ({ key, resource }) =>
      !opened.includes(key) && !(resource && pinned.includes(resource.collection)),
  )
  if (more.length < FEWEST) return { used: sections, more: [] }
  return {
    used: sections
      .map((s) => ({ ...s, entries: s.entries.filter((entry) => !more.includes(entry)) }))
      .filter((s) => s.entries.length),
    more,
  }
}
