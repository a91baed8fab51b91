import { saidOf } from '#model/writeMessage.ts'
import { own } from '#schemas/define/own.ts'
import { byCollection } from '#model/compile.ts'
import { pathLabels } from '#model/pathLabels.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import { serverTexts } from '../texts/index.ts'
import { labelIn } from '../texts/labels.ts'
import { directionOf, type WrittenLanguage } from '../texts/language.ts'
import { sentenceIn } from '../texts/sentences.ts'
import { csvLine, escapeCell } from './cells.ts'
import type { TableRow } from './readTable.ts'
import type { ImportError } from './report.ts'

/** Headers of the column of reasons, which a report of a report has only once. */
const headers = new Set(Object.values(serverTexts).map(({ cells }) => cells.refusedWhy))

/** Puts a reason into words. */
export type ReasonWords = (error: ImportError) => string

/** A reason in a language: `Address → City: Required`. */
export const reasonIn =
  (model: Model, resource: ResourceModel, language: WrittenLanguage): ReasonWords =>
  ({ path, message, columns, ...said }) => {
    const labels = pathLabels(
      resource,
      path,
      (collection) => byCollection(model, collection),
      (label) => labelIn(language, label),
    )
    const arrow = directionOf(language) === 'rtl' ? ' ← ' : ' → '
    const where = labels.join(arrow) || columns.join(', ')
    const why = sentenceIn(language, saidOf(message, said))
    return where ? `${where}: ${why}` : why
  }

const byRow = (errors: readonly ImportError[]): ReadonlyMap<number, readonly ImportError[]> =>
  errors.reduce(
    (found, error) => found.set(error.row, [...(found.get(error.row) ?? []), error]),
    new Map<number, readonly ImportError[]>(),
  )

/**
 * Yields the refused rows of a file as CSV, as they were and with a last column of their reasons,
 * to be corrected and imported again.
 */
export async function* refusedCsv(
  batches: AsyncIterable<readonly TableRow[]>,
  errors: readonly ImportError[],
  { language, words }: { readonly language: WrittenLanguage; readonly words: ReasonWords },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const found = byRow(errors)
  const header = serverTexts[language].cells.refusedWhy
  let columns: readonly string[] | undefined
  for await (const rows of batches) {
    let text = ''
    for (const { row, cells, lines = [cells] } of rows) {
      if (!columns) {
        columns = Object.keys(cells).filter((name) => !headers.has(name))
        text = `\ufeff${csvLine([...columns, header].map(escapeCell))}`
      }
      const reason = found.get(row)?.map(words).join('; ')
      if (reason === undefined) continue
      for (const line of lines) {
        text += csvLine([...columns.map((name) => own(line, name) ?? ''), reason].map(escapeCell))
      }
    }
    if (text) yield encoder.encode(text)
  }
}
