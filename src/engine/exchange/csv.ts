/**
 * Reads the columns and first rows of a CSV file in the browser. The parser loads with the first
 * file.
 */
import { send } from '#data/api.ts'
import { columnNames } from '#model/columnNames.ts'
import { separatorLine, unescapeCell } from '#model/csvCells.ts'
import { encodingOf, isBinary } from '#model/textEncoding.ts'

export interface CsvHead {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly encoding: string
}

const SAMPLE_ROWS = 20
const MAX_VALUES = 200

/** Bytes by which the encoding is guessed. */
const LOOKED_AT = 1_000_000
/** Bytes that have a first line with nothing but the separator. */
const FIRST_LINE = 32
/** How a workbook begins. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const READ_MS = 300_000

/** True for a file that only the server reads: a workbook, other binary files, and unusual CSV. */
const isForServer = async (file: File): Promise<boolean> => {
  const start = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer())
  if (ZIP.every((byte, at) => start[at] === byte) || isBinary(start)) return true
  const text = new TextDecoder(encodingOf(start)).decode(start.subarray(0, FIRST_LINE))
  return separatorLine.test(text)
}

/**
 * The file as CSV: the server reads the first sheet of a workbook. Throws `ApiProblem` for a file
 * that it refuses.
 */
export const asCsv = async (collection: string, file: File): Promise<File> => {
  if (!(await isForServer(file))) return file
  const body = new FormData()
  body.set('file', file)
  const csv = await send(`/api/${collection}/import/table`, {
    method: 'POST',
    body,
    accept: 'text/csv',
    timeoutMs: READ_MS,
  })
  return new File([await csv.blob()], file.name, { type: 'text/csv' })
}

const parser = async () => (await import('papaparse')).default

/** Reads the header and the first rows; undefined for an empty file. */
export const readHead = async (file: File): Promise<CsvHead | undefined> => {
  const papa = await parser()
  const start = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer())
  const encoding = encodingOf(start) ?? 'utf-8'
  const lines = await new Promise<string[][]>((resolve, reject) => {
    papa.parse<string[]>(file, {
      preview: SAMPLE_ROWS + 1,
      encoding,
      skipEmptyLines: true,
      complete: ({ data }) => resolve(data),
      error: reject,
    })
  })
  const [head, ...rows] = lines
  const columns = columnNames((head ?? []).map((c) => unescapeCell(c.replace('\ufeff', ''))))
  if (columns.length === 0) return undefined
  return {
    columns,
    rows: rows.map((r) => columns.map((_, i) => unescapeCell(r[i] ?? ''))),
    encoding,
  }
}

/** Distinct cells of a column in the whole file, in file order, at most 200. */
export const cellsOf = async (file: File, head: CsvHead, column: string): Promise<string[]> => {
  const papa = await parser()
  const at = head.columns.indexOf(column)
  const found = new Set<string>()
  let isHead = true
  await new Promise<void>((resolve, reject) => {
    papa.parse<string[]>(file, {
      encoding: head.encoding,
      skipEmptyLines: true,
      error: reject,
      complete: () => resolve(),
      chunk: ({ data }, handle) => {
        for (const line of isHead ? data.slice(1) : data) {
          if (found.size < MAX_VALUES) found.add(unescapeCell(line[at] ?? '').trim())
        }
        isHead = false
        if (found.size >= MAX_VALUES) handle.abort()
      },
    })
  })
  return [...found].filter((c) => c !== '')
}
