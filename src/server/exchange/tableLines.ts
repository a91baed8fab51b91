import { isBlankLine } from '#model/csvCells.ts'
import { say } from '#model/message.ts'
import { Problem } from '../base/problem.ts'
import { unescapeCell } from './cells.ts'
import { csvLines } from './csvLines.ts'
import { decoded } from './decoded.ts'
import { evenLines } from './evenLines.ts'
import { MAX_XLSX_BYTES, unreadable } from './xlsx/parts.ts'
import { xlsxRows } from './xlsx/readXlsx.ts'

/** A line of a table; `open` when it may end before its last columns, as in workbooks. */
export interface TableLine {
  /** Its number in the file from 1, as spreadsheet programs show it. */
  readonly line: number
  readonly cells: readonly string[]
  readonly open: boolean
}

/** How a workbook begins, and one of before 2007 or with a password. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0]

const begins = (bytes: Uint8Array, sign: readonly number[]): boolean =>
  sign.every((byte, at) => bytes[at] === byte)

/** The stream again, and at least its first four bytes. */
const peeked = async (
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ start: Uint8Array; all: AsyncIterable<Uint8Array> }> => {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let size = 0
  while (size < ZIP.length) {
    const next = await iterator.next()
    if (next.done) break
    first.push(next.value)
    size += next.value.byteLength
  }
  const all = async function* () {
    try {
      yield* first
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { start: Buffer.concat(first), all: all() }
}

const collected = async (bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > MAX_XLSX_BYTES) {
      throw new Problem(
        413,
        'too_large',
        say('An Excel workbook may have {{n}} MB at most. Save it as CSV, or split it.', {
          n: MAX_XLSX_BYTES / 1_000_000,
        }),
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Yields the lines that are not blank of CSV text or of the first sheet of an XLSX workbook,
 * whichever the bytes are. `onBytes` gets the number of bytes read.
 * @throws 422 or 413
 */
export async function* tableLines(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<TableLine> {
  const { start, all } = await peeked(bytes)
  if (begins(start, OLE)) throw unreadable()
  if (!begins(start, ZIP)) {
    let line = 0
    for await (const cells of csvLines(evenLines(decoded(all, onBytes)))) {
      line++
      if (isBlankLine(cells)) continue
      yield { line, cells: cells.map(unescapeCell), open: false }
    }
    return
  }
  const book = await collected(all)
  for await (const row of xlsxRows(book)) {
    if (!isBlankLine(row.cells)) yield { ...row, open: true }
  }
  onBytes(book.byteLength)
}
