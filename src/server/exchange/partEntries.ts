/** Entries of a mapping that name parts of fields. */
import { importField, rootOf } from '#model/importFields.ts'
import type { Mapping, Source } from '#model/importMapping.ts'
import type { ResourceModel } from '#model/types.ts'

/** The entries of parts by the first name of the rest of their path. */
export type Parts = ReadonlyMap<string, Source | Parts>

/** True for the entries of the parts of a field. */
export const isParts = (entry: Source | Parts): entry is Parts => entry instanceof Map

/** Entries of parts as a tree: `address.city` is `city` in `address`. */
export const treeOf = (entries: Mapping['fields']): Parts => {
  const tree = new Map<string, Source | Parts>()
  for (const [name, entry] of Object.entries(entries)) {
    const names = name.split('.')
    const last = names.pop()!
    let at = tree
    for (const part of names) {
      const found = at.get(part)
      const inner = found && isParts(found) ? found : new Map<string, Source | Parts>()
      at.set(part, inner)
      at = inner as Map<string, Source | Parts>
    }
    at.set(last, entry)
  }
  return tree
}

/** Groups of which a mapping gives parts. */
export const groupsOf = (resource: ResourceModel, mapping: Mapping): ReadonlySet<string> =>
  new Set(
    Object.keys(mapping.fields).flatMap((name) => {
      const root = rootOf(name)
      return root !== name && importField(resource, root)?.kind !== 'rows' ? [root] : []
    }),
  )
