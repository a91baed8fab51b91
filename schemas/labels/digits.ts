/** Numbers as Arabic and Persian keyboards type them. */

const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
/** Marks of direction that formatted numbers begin with. */
const DIRECTION = /[\u200e\u200f\u061c]/g
/** The mark between thousands, which three digits follow. */
const THOUSANDS = /\u066c(?=\d{3}(?!\d))/g

/** The text with Latin digits for Arabic-Indic and Persian ones, and without marks of direction. */
export const latinDigits = (text: string): string =>
  text.replace(DIRECTION, '').replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 15))

/** The Arabic decimal mark, which nothing else uses. */
export const ARABIC_DECIMAL = '\u066b'

/**
 * The same of a number: `١٬٢٣٤٫٥` → `1234.5`. A mark in another place stays, so it is not a number.
 */
export const latinNumber = (text: string): string =>
  latinDigits(text).replace(THOUSANDS, '').replace(ARABIC_DECIMAL, '.')
