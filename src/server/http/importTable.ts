import { say } from '#model/message.ts'
import { csvLine, escapeCell } from '../exchange/cells.ts'
import { refuseFile } from '../exchange/csvLines.ts'
import { maxImportBytes, maxImportRows } from '../exchange/importPayload.ts'
import { tableLines } from '../exchange/tableLines.ts'
import { slicesOf } from '../files/chunks.ts'
import type { Ctx } from '../web/context.ts'
import { readForm } from './files.ts'

const FLUSH = 64 * 1024

/** The first sheet of a workbook as CSV, within what an import takes. Throws 413 and 422. */
const csvOfTable = async (bytes: Uint8Array): Promise<Blob> => {
  const parts: string[] = []
  let [pending, size, count] = ['', 0, 0]
  const flush = () => {
    size += pending.length
    parts.push(pending)
    pending = ''
    if (size > maxImportBytes) throw refuseFile('The file has too much text. Split it.')
  }
  for await (const { cells } of tableLines(slicesOf(bytes))) {
    if (++count > maxImportRows + 1) {
      throw refuseFile(
        say('An import may have {{n}} rows at most. Split the file.', { n: maxImportRows }),
      )
    }
    pending += csvLine(cells.map(escapeCell))
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
