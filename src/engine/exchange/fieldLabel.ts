import type { FieldModel } from '#model/types.ts'
import { label } from '#ui/i18n.ts'

/** The label of a field, or the labels along the path to a part. */
export const fieldLabel = (field: FieldModel): string =>
  field.label.split(': ').map(label).join(': ')
