/**
 * Members of the model that follow from others. Pure, so that the browser can restore them (see
 * compact.ts).
 */
import { usesOf } from '#schemas/define/kinds.ts'
import { isRef, standardFields } from './standard.ts'
import type { FieldModel, Relation, StateModel } from './types.ts'

/** All references of a shape: their targets, and the fields they are in. */
export const relationsFrom = (
  collection: string,
  fields: readonly FieldModel[],
): (Relation & { readonly to: string })[] =>
  fields.flatMap((f) =>
    isRef(f) ? [{ to: f.ref, collection, field: f.name, many: f.kind === 'refs' }] : [],
  )

/** The field `state` of an entity with a lifecycle. */
export const stateField = (states: readonly StateModel[]): FieldModel => ({
  name: 'state',
  label: 'State',
  kind: 'state',
  required: false,
  derived: true,
  options: states.map(({ value, label, tone }) => ({ value, label, tone })),
})

/** Fields a list can be sorted by: its columns and the two timestamps, if their kind is ordered. */
export const sortableOf = (columns: readonly string[], fields: readonly FieldModel[]): string[] => {
  const all = [...fields, ...standardFields]
  return [...new Set([...columns, 'createdAt', 'updatedAt'])].filter((c) => {
    const field = all.find((f) => f.name === c)
    return field !== undefined && usesOf(field).sortable
  })
}
