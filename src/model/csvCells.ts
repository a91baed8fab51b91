/** A cell that a spreadsheet would run as a formula; those already escaped count, so that escaping can be undone. */
const FORMULA = /^'*[=+\-@\t\r\n]/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Puts `'` before text that a spreadsheet would run as a formula. Plain numbers stay. `unescapeCell` undoes it. */
export const escapeCell = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text

/** The text before `escapeCell`; other text stays. */
export const unescapeCell = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
