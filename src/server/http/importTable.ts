import { say } from '#model/message.ts'
import { csvLine, escapeCell } from '../exchange/cells.ts'
import { refuseFile } from '../exchange/csvLines.ts'
import { maxImportBytes, maxImportRows } from '../exchange/importPayload.ts'
import { MAX_COLUMNS } from '../exchange/readTable.ts'
import { tableLines } from '../exchange/tableLines.ts'
import { slicesOf } from '../files/chunks.ts'
import type { Ctx } from '../web/context.ts'
import { readForm } from './files.ts'

/** The cells with empty ones behind them: a row of a workbook ends at its last cell. */
const padded = (cells: readonly string[], width: number): readonly string[] =>
  cells.length < width
    ? [...cells, ...Array.from({ length: width - cells.length }, () => '')]
    : cells

const FLUSH = 64 * 1024
const CRLF = '\r\n'
const tooMuch = () => refuseFile('The file has too much text. Split it.')

/**
 * The first sheet of a workbook as CSV with the same numbers of lines, within what an import takes.
 * Throws 413 and 422.
 */
const csvOfTable = async (bytes: Uint8Array): Promise<Blob> => {
  const parts: string[] = []
  let [pending, size, count, last, width] = ['', 0, 0, 0, 0]
  const flush = () => {
    size += pending.length
    parts.push(pending)
    pending = ''
    if (size > maxImportBytes) throw tooMuch()
  }
  for await (const { line, cells } of tableLines(slicesOf(bytes))) {
    if (++count > maxImportRows + 1) {
      throw refuseFile(
        say('An import may have {{n}} rows at most. Split the file.', { n: maxImportRows }),
      )
    }
    if (line - last > maxImportBytes / CRLF.length) throw tooMuch()
    pending += CRLF.repeat(line - last - 1) + csvLine(padded(cells, width).map(escapeCell))
    last = line
    width = Math.min(MAX_COLUMNS, Math.max(width, cells.length))
    if (pending.length > FLUSH) flush()
  }
  flush()
  return new Blob(parts, { type: 'text/csv; charset=utf-8' })
}

/** `POST …/import/table`: responds with a workbook or a file of CSV as CSV in UTF-8. */
export const tableAsCsv = async (c: Ctx): Promise<Response> => {
  const { file } = await readForm(c, maxImportBytes)
  const csv = await csvOfTable(new Uint8Array(await file.arrayBuffer()))
  return c.body(csv.stream(), 200, { 'Content-Type': csv.type })
}
