/**
 * Reads the columns and first rows of a CSV file in the browser. The parser loads with the first
 * file.
 */
import { send } from '#data/api.ts'
import { columnNames } from '#model/columnNames.ts'
import { isBlankLine, separatorLine, unescapeCell } from '#model/csvCells.ts'
import { hasMixedLineEnds } from '#model/csvFormat.ts'
import { encodingOf, isBinary } from '#model/textEncoding.ts'
import { HEADER_LINES } from './headerRow.ts'

/** A line that is not blank, with its number in the file from 1. */
export interface FileLine {
  readonly line: number
  readonly cells: readonly string[]
}

/** The first lines of a file. */
export interface FileStart {
  readonly lines: readonly FileLine[]
  readonly encoding: string
  readonly delimiter: string
}

/** A file with the line that names its columns, and the rows below it. */
export interface CsvHead extends FileStart {
  readonly headerRow: number
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const SAMPLE_ROWS = 20
const MAX_VALUES = 200

/** Bytes by which the encoding is guessed. */
const LOOKED_AT = 1_000_000
/** How a workbook begins. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const READ_MS = 300_000

/** How the separator is found. */
const LOOK = { preview: 10, skipEmptyLines: true }
const parser = async () => (await import('papaparse')).default

/** True for a file that only the server reads: a workbook, other binary files, and unusual CSV. */
const isForServer = async (file: File): Promise<boolean> => {
  const start = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer())
  if (ZIP.every((byte, at) => start[at] === byte) || isBinary(start)) return true
  const text = new TextDecoder(encodingOf(start)).decode(start)
  if (separatorLine.test(text) || hasMixedLineEnds(text)) return true
  if (text.trim() === '') return false
  const { errors } = (await parser()).parse(text, LOOK)
  return errors.some(({ code }) => code === 'UndetectableDelimiter')
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

/** Reads the first lines; none of an empty file. */
export const readStart = async (file: File): Promise<FileStart> => {
  const papa = await parser()
  const start = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer())
  const encoding = encodingOf(start) ?? 'utf-8'
  const text = new TextDecoder(encoding).decode(start)
  const { delimiter } = papa.parse(text, LOOK).meta
  const lines: FileLine[] = []
  let line = 0
  papa.parse<string[]>(text, {
    delimiter,
    step: ({ data }, handle) => {
      line++
      const cells = data.map(unescapeCell)
      if (!isBlankLine(cells)) lines.push({ line, cells })
      if (lines.length >= HEADER_LINES + SAMPLE_ROWS) handle.abort()
    },
  })
  return { lines, encoding, delimiter }
}

/** The columns by the cells of a line, and the rows below; undefined when it names none. */
export const headAt = (start: FileStart, at: number): CsvHead | undefined => {
  const { line = 1, cells = [] } = start.lines[at] ?? {}
  const columns = columnNames(cells)
  if (columns.length === 0) return undefined
  const rows = start.lines.slice(at + 1, at + 1 + SAMPLE_ROWS)
  return {
    ...start,
    headerRow: line,
    columns,
    rows: rows.map((row) => columns.map((_, i) => row.cells.at(i) ?? '')),
  }
}

/** Distinct cells of a column in the whole file, in file order, at most 200. */
export const cellsOf = async (file: File, head: CsvHead, column: string): Promise<string[]> => {
  const papa = await parser()
  const at = head.columns.indexOf(column)
  if (at < 0) return []
  const found = new Set<string>()
  let line = 0
  await new Promise<void>((resolve, reject) => {
    papa.parse<string[]>(file, {
      encoding: head.encoding,
      delimiter: head.delimiter,
      error: reject,
      complete: () => resolve(),
      chunk: ({ data }, handle) => {
        for (const cells of data) {
          if (++line <= head.headerRow || found.size >= MAX_VALUES) continue
          found.add(unescapeCell(cells.at(at) ?? '').trim())
        }
        if (found.size >= MAX_VALUES) handle.abort()
      },
    })
  })
  return [...found].filter((c) => c !== '')
}
