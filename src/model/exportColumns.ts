/** What tells columns of exports for people apart that come from the same field. */
import type { FieldModel } from './types.ts'

/** Kinds of fields that refer to records. */
export const REFERENCES: readonly FieldModel['kind'][] = ['ref', 'refs', 'anyRef']

/** What follows a field's name in a column named by keys, and in parentheses its label. */
export interface Suffix {
  readonly key: string
  readonly words: string
}
/** Suffix of a column with the ids of references, beside that of their titles. */
export const OF_IDS: Suffix = { key: '.id', words: 'ID' }
/** Suffix of a column of percentages. */
export const OF_PERCENT: Suffix = { key: '.percent', words: '%' }

/** The names of a field's column with a suffix: by keys, and by labels. */
export const suffixed = (
  { name, label }: Pick<FieldModel, 'name' | 'label'>,
  { key, words }: Suffix,
): string[] => [`${name}${key}`, `${label} (${words})`]
