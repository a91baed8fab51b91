/** What a tag is: its one spelling, its limits and its colours. */
import { UNSEEN } from './oneLine.ts'

/** Maximum characters of a tag, and maximum tags of a record. */
export const MAX_TAG_LENGTH = 40
export const MAX_TAGS = 50

/** Colours of tags, in the order in which they are offered. */
export const TAG_COLORS = [
  'gray',
  'blue',
  'teal',
  'green',
  'amber',
  'orange',
  'pink',
  'purple',
] as const
export type TagColor = (typeof TAG_COLORS)[number]

/**
 * The one spelling of a tag, by which tags are stored and compared: lower case, in Unicode's NFKC
 * form, single spaces, nothing invisible. `' VIP  Guest '` is `vip guest`.
 */
export const tagForm = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    // Lower case can decompose: `İ` becomes two characters.
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(UNSEEN, '')
    .trim()

/** The colour of a tag that nobody chose one for: always the same, never gray. */
export const colorOfTag = (tag: string): TagColor => {
  let hash = 0
  for (const char of tagForm(tag)) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 65_521
  return TAG_COLORS[1 + (hash % (TAG_COLORS.length - 1))] ?? 'gray'
}
