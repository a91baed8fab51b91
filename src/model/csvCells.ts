/**
 * What begins a formula: `=`, `+`, `-`, `@`, and every character that Unicode normalisation (NFKC)
 * makes one of them.
 */
const STARTS =
  '=+\\-@\u207a\u207b\u207c\u208a\u208b\u208c\u2212\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20'
const FORMULA = `[ \\p{Cf}]{0,8}[${STARTS}]`
/**
 * A cell that a spreadsheet would run; those already escaped count, so that escaping can be undone.
 */
const CELL = new RegExp(`^'*(?=[\\t\\r\\n]|${FORMULA})`, 'u')
/**
 * Where a spreadsheet that splits at other places than commas, such as at the `;` of many
 * languages, would begin such a cell.
 */
const PARTS = new RegExp(`[;\\t\\r\\n]'*(?=${FORMULA})`, 'gu')
const NUMBER = /^[+-]?\d+(\.\d+)?$/

const withoutOne = (match: string): string => match.replace("'", '')

/**
 * Puts `'` before text that a spreadsheet would run as a formula, at its start and after each `;`,
 * tab and line end in it: `a;=1` becomes `a;'=1`. Plain numbers stay. `unescapeCell` undoes it.
 */
export const escapeCell = (text: string): string =>
  NUMBER.test(text)
    ? text
    : text
        .replace(PARTS, (match) => `${match[0]}'${match.slice(1)}`)
        .replace(CELL, (match) => `'${match}`)

/** The text before `escapeCell`; other text stays. */
export const unescapeCell = (text: string): string =>
  text.replace(CELL, withoutOne).replace(PARTS, withoutOne)
