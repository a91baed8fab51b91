/** Filters and rules about people. */
import { ME } from '#schemas/define/rowWords.ts'
import type { FieldModel, Json, Model } from './types.ts'

/** True for fields that hold people: only they take the words of `rowWords.ts`. */
export const holdsPeople = (model: Model, { name, ref }: FieldModel): boolean =>
  name === 'createdBy' ||
  name === 'updatedBy' ||
  (ref !== undefined && model.resources.some((r) => r.person && r.collection === ref))

/** True for the URL text of a condition that depends on the caller. */
export const dependsOnCaller = (text: string): boolean => text.split(',').includes(ME)

/** An id that no record has: a caller without a person record matches nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The value of a condition with `@me` replaced by the caller's id. */
export const withCaller = (value: Json, personId: string | null): Json => {
  if (Array.isArray(value)) return value.map((one) => withCaller(one, personId))
  return value === ME ? (personId ?? NOBODY) : value
}
