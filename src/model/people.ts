/** Filters and rules about people. */
import { ME } from '#schemas/define/rowWords.ts'
import type { FieldModel, Json, Model } from './types.ts'

/** True for fields that hold people: only they take the words of `rowWords.ts`. */
export const holdsPeople = (model: Model, { name, ref }: FieldModel): boolean =>
  name === 'createdBy' ||
  name === 'updatedBy' ||
  (ref !== undefined && model.resources.some((r) => r.person && r.collection === ref))

/** True for the URL text of a condition that depends on who asks. */
export const dependsOnCaller = (text: string): boolean => text.split(',').includes(ME)

/** The id of no record: a caller who is nobody's person record matches nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The value of a condition with `@me` replaced by the id of the person who asks. */
export const withCaller = (value: Json, personId: string | null): Json => {
  if (Array.isArray(value)) return value.map((one) => withCaller(one, personId))
  return value === ME ? (personId ?? NOBODY) : value
}
