import { own } from '#schemas/define/own.ts'
import { csvLine, escapeCell } from './cells.ts'
import type { TableRow } from './readTable.ts'
import type { ImportError } from './report.ts'

/** Column of the reasons in the report of an import, which a further import ignores. */
export const REASONS = 'Why it was refused'

const reasonsByRow = (errors: readonly ImportError[]): Map<number, string> => {
  const reasons = new Map<number, string>()
  for (const { row, column, reason } of errors) {
    const before = reasons.get(row)
    const text = column ? `${column}: ${reason}` : reason
    reasons.set(row, before === undefined ? text : `${before}; ${text}`)
  }
  return reasons
}

/**
 * Yields the refused rows of a file as CSV, as they were and with a last column of their reasons,
 * to be corrected and imported again.
 */
export async function* refusedCsv(
  batches: AsyncIterable<readonly TableRow[]>,
  errors: readonly ImportError[],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const reasons = reasonsByRow(errors)
  let columns: readonly string[] | undefined
  for await (const rows of batches) {
    let text = ''
    for (const { row, cells, lines = [cells] } of rows) {
      if (!columns) {
        columns = Object.keys(cells).filter((name) => name !== REASONS)
        text = `\ufeff${csvLine([...columns, REASONS].map(escapeCell))}`
      }
      const reason = reasons.get(row)
      if (reason === undefined) continue
      for (const line of lines) {
        text += csvLine([...columns.map((name) => own(line, name) ?? ''), reason].map(escapeCell))
      }
    }
    if (text) yield encoder.encode(text)
  }
}
