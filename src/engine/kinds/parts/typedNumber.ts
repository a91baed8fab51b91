/** Numbers as people type, paste and read them. */
import { latinNumber } from '#ui/digits.ts'
import type { Json } from '#model/types.ts'

/** A mark between thousands: digits in threes follow, and then the other mark. */
const GROUPS = /([.,])(?=(?:\d{3}\1){0,3}\d{3}(?!\1)[.,])/g

/**
 * The typed number times `scale`: `1,5`, `1.5`, `1.234,5`, `1,234.5` and `١٬٢٣٤٫٥` are numbers. Null
 * for nothing; text that is not a number stays text, so that validation can report it.
 */
export const readNumber = (text: string, scale: number): Json => {
  const plain = latinNumber(text)
    .replace(/[\s'\u2019]/g, '')
    .replace('\u2212', '-')
    .replace(GROUPS, '')
    .replace(',', '.')
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
