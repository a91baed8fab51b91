/** Numbers as people type, paste and read them. */
import type { Json } from '#model/types.ts'

/** Arabic and Persian digits end in the four bits of their value. */
const DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g
/** Spaces, apostrophes and the Arabic mark between thousands. */
const GROUPS = /[\s'\u2019\u066C]/g

/**
 * A number with a point and nothing between its thousands. One mark alone is the decimal one; of two
 * kinds the last is, and one that occurs twice is none.
 */
const plainOf = (text: string): string => {
  const typed = text
    .replace(GROUPS, '')
    .replace('\u066B', ',')
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
  const group = /[.,]/.exec(typed)?.[0] ?? ','
  const [whole = '', fraction = '', ...more] = typed.split(group === '.' ? ',' : '.')
  const [, ...thousands] = whole.split(group)
  return thousands[fraction ? 0 : 1] && !more[0] && thousands.every((three) => three.length === 3)
    ? `${whole.replaceAll(group, '')}.${fraction}`
    : typed.replace(',', '.')
}

/**
 * The typed number times `scale`: `1,5`, `1.5`, `1.234,5` and `1,234.5` are numbers. Null for
 * nothing; text that is no number stays text, so that validation can report it.
 */
export const readNumber = (text: string, scale: number): Json => {
  const plain = plainOf(text)
  if (!plain) return null
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)
    ? Number((Number(plain) * scale).toFixed(6))
    : text
}

/**
 * The number in units of `scale`, without marks between its thousands: with the decimal `mark` of the
 * person's language, and `digits` after it, else as many as it has.
 */
export const showNumber = (value: Json, scale: number, mark: string, digits?: number): string => {
  if (typeof value !== 'number') return String(value ?? '')
  const number = value / scale
  return (digits === undefined ? String(number) : number.toFixed(digits)).replace('.', mark)
}
