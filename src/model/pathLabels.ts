import { standardFields } from './standard.ts'
import type { FieldModel, ResourceModel } from './types.ts'

/** Finds the collection that a reference leads to. */
type TargetOf = (collection: string) => ResourceModel | undefined

const fieldAt = (fields: readonly FieldModel[], name: string): FieldModel | undefined =>
  [...fields, ...standardFields].find((f) => f.name === name)

const partsIn = ({ fields, variants = [] }: FieldModel): readonly FieldModel[] =>
  fields ?? variants.flatMap((variant) => variant.fields)

/**
 * The labels along the path of a problem, with the place of a child row after that of its list:
 * `address.city` is `Address`, `City`, and `lines.1.unit` is `Lines 2`, `Unit price`. A path continues
 * through a reference into the record it leads to, and ends before a part without a label. `say`
 * translates a label. Empty for a problem of the record as a whole.
 */
export const pathLabels = (
  resource: ResourceModel,
  path: string,
  targetOf: TargetOf,
  say: (label: string) => string,
): string[] => {
  const labels: string[] = []
  let fields = resource.fields
  for (const part of path === '' ? [] : path.split('.')) {
    const last = labels.at(-1)
    if (last !== undefined && /^\d{1,6}$/.test(part)) {
      labels.splice(-1, 1, `${last} ${Number(part) + 1}`)
      continue
    }
    const field = fieldAt(fields, part)
    if (!field) break
    labels.push(say(field.label))
    fields =
      field.kind === 'ref' && field.ref ? (targetOf(field.ref)?.fields ?? []) : partsIn(field)
  }
  return labels
}
