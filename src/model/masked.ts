import { isMasked } from '#schemas/define/kinds.ts'
import type { FieldModel, Json } from './types.ts'

/** The first characters of every mask; no value starts with them. */
export const DOTS = '••••'

/** True for the text of a mask, as it comes back from an export or a copy. */
export const isMaskText = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(DOTS)

/** The text of a mask in place of a field's value; undefined for the value itself. */
export const maskIn = (
  field: Pick<FieldModel, 'kind' | 'sensitive'>,
  value: Json | undefined,
): string | undefined => {
  if (!isMasked(field) || typeof value !== 'object' || value === null) return undefined
  const masked = 'masked' in value ? value.masked : undefined
  return typeof masked === 'string' ? masked : undefined
}
