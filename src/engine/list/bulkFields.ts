import { isMasked, type Kind } from '#schemas/define/kinds.ts'
import type { FieldModel } from '#model/types.ts'
import type { List } from './useList.ts'

/** Kinds that forms only show. */
const NO_INPUT: ReadonlySet<Kind> = new Set(['id', 'state'])

/** Form fields that can have the same value in many records and that the person may write. */
export const bulkFields = ({
  resource,
  rights,
  trashed,
}: Pick<List, 'resource' | 'rights' | 'trashed'>): readonly FieldModel[] => {
  if (!rights.update || trashed || resource.appendOnly) return []
  const onForm = new Set(resource.form.sections.flatMap((s) => s.fields))
  const unique = new Set(resource.unique.flatMap((set) => (set.length === 1 ? set : [])))
  return resource.fields.filter(
    (f) =>
      onForm.has(f.name) &&
      !NO_INPUT.has(f.kind) &&
      !f.derived &&
      !f.immutable &&
      !isMasked(f) &&
      f.name !== resource.title &&
      !unique.has(f.name) &&
      rights.writeField(f.name),
  )
}
