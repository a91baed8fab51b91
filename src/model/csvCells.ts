/**
 * Characters that start a formula: `=`, `+`, `-`, `@`, and every character that Unicode
 * normalisation (NFKC) maps to one of them.
 */
const STARTS =
  '=+\\-@\u207a\u207b\u207c\u208a\u208b\u208c\u2212\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20'
// However many spaces and invisible characters come first: some programs trim a cell before they
// look at it. Each run is looked at once, since a cell or a part of it begins once.
const FORMULA = `[\\p{Zs}\\p{Cf}\\v\\f]*[${STARTS}]`
/**
 * A cell a spreadsheet would evaluate; includes already escaped ones, so that escaping is
 * reversible. Its groups are the first `'` and those after it.
 */
const CELL = new RegExp(`^('?)('*)(?=[\\t\\r\\n]|${FORMULA})`, 'u')
/**
 * Positions where such a cell would begin in a spreadsheet that splits at other characters than
 * commas, such as the `;` of many locales. The first group is that character.
 */
const PARTS = new RegExp(`([;\\t\\r\\n])('?)('*)(?=${FORMULA})`, 'gu')
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/**
 * Puts `'` before text that a spreadsheet would evaluate as a formula, at its start and after each
 * `;`, tab and line end in it: `a;=1` becomes `a;'=1`. Plain numbers stay. `unescapeCell` undoes
 * it.
 */
export const escapeCell = (text: string): string =>
  NUMBER.test(text) ? text : text.replace(PARTS, "$1'$2$3").replace(CELL, "'$1$2")

/** Reverses `escapeCell`; other text stays unchanged. */
export const unescapeCell = (text: string): string =>
  text.replace(CELL, '$2').replace(PARTS, '$1$3')

/** A first line that declares the separator to spreadsheet programs: `sep=;`. */
export const separatorLine = /^sep=([^\r\n"])\r?\n/i

/**
 * A line without content, also one of nothing but separators and spaces, as spreadsheet programs
 * write for rows that were once used. It is not a row, but counts in the numbers of lines.
 */
export const isBlankLine = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '')
