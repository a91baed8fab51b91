import { csvLines, refuseFile } from './csvLines.ts'
import { unescapeCell } from './cells.ts'

/**
 * One data row: `row` counts from 1 below the header; `cells` by column name. `problem` says why
 * its cells cannot be assigned to columns.
 */
export interface CsvRow {
  readonly row: number
  readonly cells: Readonly<Record<string, string>>
  readonly problem?: string
}

/** Maximum number of columns in a file. */
export const MAX_COLUMNS = 1000

async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<string> {
  // Also removes the byte order mark.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const read = (chunk?: Uint8Array): string => {
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
      if (text.includes('\0')) throw new TypeError('binary')
      return text
    } catch {
      throw refuseFile('The file is not CSV text in UTF-8. Save it as "CSV UTF-8" and try again.')
    }
  }
  for await (const chunk of bytes) {
    const text = read(chunk)
    onBytes(chunk.byteLength)
    if (text) yield text
  }
  const rest = read()
  if (rest) yield rest
}

const headerOf = (cells: readonly string[]): string[] => {
  const names = cells.map((cell) => unescapeCell(cell).trim())
  while (names.at(-1) === '') names.pop()
  if (names.length > MAX_COLUMNS) {
    throw refuseFile(`A file may have ${MAX_COLUMNS} columns at most; this one has more.`)
  }
  if (names.every((n) => n === '')) {
    throw refuseFile('The file is empty: its first line must name the columns.')
  }
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw refuseFile(`The column "${name}" is in the first line twice.`)
    seen.add(name)
  }
  return names
}

/**
 * Parses CSV as it arrives, a batch at a time, so that memory does not grow with the file. The
 * separator is detected; `;` and tab work. Throws a 422 problem when the bytes are not CSV in
 * UTF-8, there are too many columns or a line is too long; a row with a wrong number of cells has a
 * `problem`.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { batch = 500, onBytes = () => {} }: { batch?: number; onBytes?: (count: number) => void } = {},
): AsyncGenerator<CsvRow[]> {
  let header: string[] | undefined
  let row = 0
  let rows: CsvRow[] = []
  for await (const raw of csvLines(decoded(bytes, onBytes))) {
    if (!header) {
      header = headerOf(raw)
      continue
    }
    row++
    const { length } = header
    const extra = raw.length > length && raw.slice(length).some((cell) => cell !== '')
    const cells = Object.fromEntries(header.map((name, i) => [name, unescapeCell(raw[i] ?? '')]))
    rows.push(
      raw.length < length || extra
        ? {
            row,
            cells,
            problem: `This line has ${raw.length} cells, the first line ${length}`,
          }
        : { row, cells },
    )
    if (rows.length >= batch) {
      yield rows
      rows = []
    }
  }
  if (!header) throw refuseFile('The file is empty: its first line must name the columns.')
  if (rows.length > 0) yield rows
}
