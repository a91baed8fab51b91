export { escapeCell, unescapeCell } from '#model/csvCells.ts'

/** Returns one line of RFC 4180, including its line end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
