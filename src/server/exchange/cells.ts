import { isTooDeep } from '../json.ts'

export { escapeCell, unescapeCell } from '#model/csvCells.ts'

/** One line of RFC 4180, with its line end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`

const SEPARATOR = ';'

/** Several values in one cell: joined by `;`, or as JSON where one of them holds a `;`. */
export const joinCell = (values: readonly string[]): string =>
  values.some((v) => v.includes(SEPARATOR) || v.startsWith('[') || v !== v.trim() || v === '')
    ? JSON.stringify(values)
    : values.join(SEPARATOR)

/** Undoes `joinCell`. */
export const splitCell = (text: string): unknown => {
  if (text.trim() === '') return []
  if (text.startsWith('[') && !isTooDeep(text)) {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
  return text
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
