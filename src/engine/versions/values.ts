/** The versions of a record and how two of them differ, from its history. Pure. */
import { isMasked } from '#schemas/define/kinds.ts'
import type { Revision } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { isInternal } from '#model/shown.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import type { ResourceRights } from '../resource.ts'

/** Stored instead of a value that was removed for privacy. */
export const REMOVED = '•••'

/** The last revision of each version, newest first; `revisions` are newest first. */
export const versionsOf = (revisions: readonly Revision[]): readonly Revision[] =>
  revisions.filter((r, i) => revisions[i - 1]?.version !== r.version)

/**
 * Values after a revision, of the fields that changed since: each has the value before its first
 * later change. `revisions` are newest first and reach at least to that revision.
 */
export const changedSince = (
  revisions: readonly Revision[],
  revision: string,
): ReadonlyMap<string, Json> => {
  const values = new Map<string, Json>()
  for (const later of revisions) {
    if (later.revision === revision) break
    for (const [name, [before]] of Object.entries(later.patch)) values.set(name, before)
  }
  return values
}

/** Names of the fields that changed after a revision, up to a later one or until now. */
const changedBetween = (
  revisions: readonly Revision[],
  from: string,
  to: string | undefined,
): ReadonlySet<string> => {
  const at = (revision: string) => revisions.findIndex((r) => r.revision === revision)
  const between = revisions.slice(to === undefined ? 0 : at(to), at(from))
  return new Set(between.flatMap((r) => Object.keys(r.patch)))
}

/** A field with different values in two versions. */
export interface Difference {
  readonly field: FieldModel
  readonly before: Json
  readonly after: Json
}

const equal = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Fields that differ between a revision and a later one, in the schema's order; without `to`,
 * between the revision and the record as it is. Limited to what the person can read.
 */
export const differences = (
  resource: ResourceModel,
  record: RecordData,
  revisions: readonly Revision[],
  from: string,
  to: string | undefined,
): readonly Difference[] => {
  const then = changedSince(revisions, from)
  const until = to === undefined ? undefined : changedSince(revisions, to)
  const changed = changedBetween(revisions, from, to)
  return [...then]
    .flatMap(([name, before]) => {
      const field = name === 'deletedAt' ? undefined : fieldOf(resource, name)
      const after = (until?.has(name) ? until.get(name) : record[name]) ?? null
      // Masks are alike whatever they stand for.
      const differs = field && isMasked(field) ? changed.has(name) : !equal(before, after)
      return field && !isInternal(field) && differs ? [{ field, before, after }] : []
    })
    .toSorted((a, b) => resource.fields.indexOf(a.field) - resource.fields.indexOf(b.field))
}

/**
 * Whether an earlier value of a field can be restored: the person may write the field, and it is
 * neither computed, fixed at creation, secret nor changed by transitions. The server decides again.
 */
export const isRestorable = (
  { field, before }: Pick<Difference, 'field' | 'before'>,
  rights: Pick<ResourceRights, 'update' | 'writeField'>,
): boolean =>
  rights.update &&
  before !== REMOVED &&
  !field.derived &&
  !field.immutable &&
  field.kind !== 'state' &&
  field.kind !== 'secret' &&
  rights.writeField(field.name)
