/** A cell that a spreadsheet would run as a formula; those already escaped count, so that escaping can be undone. */
const FORMULA = /^'*[=+\-@\t\r\n]/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Puts `'` before text that a spreadsheet would run as a formula. Plain numbers stay. `unescapeCell` undoes it. */
export const escapeCell = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)

/** The text before `escapeCell`; other text stays. */
export const unescapeCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)

/** One line of RFC 4180, with its line end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`

const SEPARATOR = ';'

/** Several values in one cell: joined by `;`, or as JSON where one of them holds a `;`. */
export const joinCell = (values: readonly string[]): string => (values.some((v) => v.includes(SEPARATOR) || v.startsWith('[') || v !== v.trim() || v === '') ? JSON.stringify(values) : values.join(SEPARATOR))

/** Undoes `joinCell`. */
export const splitCell = (text: string): unknown => {
  if (text.trim() === '') return []
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
  return text.split(SEPARATOR).map((part) => part.trim()).filter((part) => part !== '')
}
