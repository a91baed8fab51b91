import type { FieldModel } from '#model/types.ts'

const KINDS: ReadonlySet<FieldModel['kind']> = new Set([
  'text',
  'email',
  'phone',
  'url',
  'slug',
  'longText',
  'int',
  'number',
  'bps',
  'rating',
  'money',
  'boolean',
  'enum',
  'day',
  'time',
  'country',
  'currency',
] as const)

/** Fields that a cell of a spreadsheet can fill. */
export const pasteable = (fields: readonly FieldModel[]): readonly FieldModel[] =>
  fields.filter((f) => KINDS.has(f.kind))

/** True if rows of these fields can be pasted: every field that must be filled is in a cell. */
export const canPaste = (fields: readonly FieldModel[]): boolean => {
  const cells = pasteable(fields)
  return cells.length > 0 && fields.every((f) => !f.required || cells.includes(f))
}
