import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { Problem } from '../http/problem.ts'
import { unescapeCell } from './cells.ts'

/** One data row: `row` counts from 1 below the header; `cells` by column name. `problem` says why its cells cannot be told apart. */
export interface CsvRow {
  readonly row: number
  readonly cells: Readonly<Record<string, string>>
  readonly problem?: string
}

const refuse = (message: string): Problem =>
  new Problem(422, 'invalid', message, {
    errors: [{ path: 'file', code: 'invalid_value', message }],
  })

async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<string> {
  // Takes the byte order mark away, too.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const read = (chunk?: Uint8Array): string => {
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
      if (text.includes('\0')) throw new TypeError('binary')
      return text
    } catch {
      throw refuse('The file is not CSV text in UTF-8. Save it as "CSV UTF-8" and try again.')
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
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (names.every((n) => n === ''))
    throw refuse('The file is empty: its first line must name the columns.')
  if (twice !== undefined) throw refuse(`The column "${twice}" stands twice in the first line.`)
  return names
}

/**
 * Reads CSV as it arrives (separator found by itself; `;` and tab work), a batch at a time, so that memory does not grow
 * with the file. Throws a 422 problem when the bytes are no CSV in UTF-8; a row with a wrong number of cells is answered with a `problem`.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { batch = 500, onBytes = () => {} }: { batch?: number; onBytes?: (count: number) => void } = {},
): AsyncGenerator<CsvRow[]> {
  const source = Readable.from(decoded(bytes, onBytes))
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { skipEmptyLines: true })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let header: string[] | undefined
  let row = 0
  let rows: CsvRow[] = []
  try {
    for await (const raw of parser as AsyncIterable<string[]>) {
      if (!header) {
        header = headerOf(raw)
        continue
      }
      row++
      const extra = raw.slice(header.length).some((cell) => cell !== '')
      const cells = Object.fromEntries(header.map((name, i) => [name, unescapeCell(raw[i] ?? '')]))
      rows.push(
        raw.length < header.length || extra
          ? {
              row,
              cells,
              problem: `This line has ${raw.length} cells, the first line ${header.length}`,
            }
          : { row, cells },
      )
      if (rows.length >= batch) {
        yield rows
        rows = []
      }
    }
  } finally {
    source.destroy()
  }
  if (!header) throw refuse('The file is empty: its first line must name the columns.')
  if (rows.length > 0) yield rows
}
