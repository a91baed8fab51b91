import { columnNames } from '#model/columnNames.ts'
import { say, type Said } from '#model/message.ts'
import type { Problem } from '../base/problem.ts'
import { refuseFile } from './csvLines.ts'
import { tableLines } from './tableLines.ts'

/**
 * One data row: `row` counts from 1 below the header, `line` is its number in the file, from 1;
 * `cells` by column name. `problem` says why its cells cannot be assigned to columns.
 */
export interface TableRow {
  readonly row: number
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
  readonly problem?: Said
  /** Cells of all lines of a record that has several, the first included. */
  readonly lines?: readonly Readonly<Record<string, string>>[]
}

/** Maximum number of columns in a file. */
export const MAX_COLUMNS = 1000

const headless = (headerRow = 1): Problem =>
  refuseFile(
    headerRow > 1
      ? say('The file has no line {{n}}, which should name the columns.', { n: headerRow })
      : 'The file is empty: its first line must name the columns.',
  )

const headerOf = (cells: readonly string[]): string[] => {
  const names = columnNames(cells)
  if (names.length > MAX_COLUMNS) {
    throw refuseFile(
      say('A file may have {{n}} columns at most; this one has more.', { n: MAX_COLUMNS }),
    )
  }
  if (names.length === 0) {
    throw headless()
  }
  return names
}

/**
 * Reads the rows of CSV or of the first sheet of an XLSX workbook as they arrive, a batch at a time,
 * so that memory does not grow with a file of CSV. Encoding and separator are detected. Throws a
 * 422 problem when the bytes are neither, there are too many columns or a line is too long; a row
 * of CSV with a wrong number of cells has a `problem`. `headerRow` is the line with the names of the
 * columns, by default the first one that is not empty; what is above is left out.
 */
export async function* readTable(
  bytes: AsyncIterable<Uint8Array>,
  {
    batch = 500,
    headerRow = 1,
    onBytes = () => {},
  }: { batch?: number; headerRow?: number; onBytes?: (count: number) => void } = {},
): AsyncGenerator<TableRow[]> {
  let header: string[] | undefined
  let row = 0
  let rows: TableRow[] = []
  for await (const { line, cells: raw, open } of tableLines(bytes, onBytes)) {
    if (line < headerRow) continue
    if (!header) {
      header = headerOf(raw)
      continue
    }
    row++
    const { length } = header
    const extra = raw.length > length && raw.slice(length).some((cell) => cell !== '')
    const cells = Object.fromEntries(header.map((name, i) => [name, raw.at(i) ?? '']))
    rows.push(
      (raw.length < length && !open) || extra
        ? {
            row,
            line,
            cells,
            problem: say('This line has {{n}} cells, the header {{header}}', {
              n: raw.length,
              header: length,
            }),
          }
        : { row, line, cells },
    )
    if (rows.length >= batch) {
      yield rows
      rows = []
    }
  }
  if (!header) throw headless(headerRow)
  if (rows.length > 0) yield rows
}
