/** What a revision changed, as far as pages show it. Pure. */
import type { Revision } from '#data/queries.ts'
import { isInternal } from '#model/shown.ts'
import { fieldOf } from '#model/standard.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { isMasked } from '#schemas/define/kinds.ts'

/** A field with its value before and after a revision. */
export type FieldChange = readonly [name: string, values: readonly [before: Json, after: Json]]

/**
 * The changed fields of a revision, in the order of the model, without those that no page shows and
 * values written again. Masks are alike whatever they stand for, so they stay.
 */
export const changesOf = (
  resource: ResourceModel,
  { patch }: Pick<Revision, 'patch'>,
): readonly FieldChange[] => {
  const place = ([name]: FieldChange) => resource.fields.findIndex((f) => f.name === name)
  return Object.entries(patch)
    .filter(([name, [before, after]]) => {
      const field = name !== 'deletedAt' && fieldOf(resource, name)
      return (
        field &&
        !isInternal(field) &&
        (isMasked(field) || JSON.stringify(before) !== JSON.stringify(after))
      )
    })
    .sort((a, b) => place(a) - place(b))
}
