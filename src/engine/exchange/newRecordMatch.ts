import { fold } from '#model/fold.ts'
import { isReference, type Reference, type Source } from '#model/importMapping.ts'
import type { FieldModel } from '#model/types.ts'
import type { ColumnWords } from '#ui/columnWords.ts'
import { autoMatch } from './autoMatch.ts'
import type { EditorContext } from './context.ts'

const wordsOf = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The entry with the columns that short names stand for. */
const named = (entry: Source, columnOf: ReadonlyMap<string, string>): Source => {
  const column = (short: string) => columnOf.get(short) ?? short
  if (typeof entry === 'string') return column(entry)
  if (isReference(entry)) return { ...entry, column: column(entry.column ?? '') }
  if ('money' in entry) {
    const { money, currency } = entry
    return {
      ...entry,
      money: column(money),
      currency: typeof currency === 'string' ? currency : { column: column(currency.column) },
    }
  }
  return entry
}

/**
 * Entries for the record that a reference creates: from columns that begin with a name of the
 * reference, such as `Seller city` for the city of the vendor.
 */
export const newRecordMatch = (
  field: FieldModel,
  { by }: Reference,
  fields: readonly FieldModel[],
  place: EditorContext,
  words: ColumnWords,
): Record<string, Source> => {
  const columnOf = new Map<string, string>()
  for (const column of place.columns) {
    for (const word of words(field.label)) {
      const start = `${wordsOf(word)} `
      const short = wordsOf(column)
      if (short.startsWith(start)) columnOf.set(short.slice(start.length), column)
    }
  }
  const columns = [...columnOf.keys()]
  const at = columns.map((short) => place.columns.indexOf(columnOf.get(short)!))
  const rows = place.rows.map((row) => at.map((i) => row[i] ?? ''))
  const target = { ...place, columns, fields: fields.filter((f) => f.name !== by) }
  return Object.fromEntries(
    Object.entries(autoMatch(columns, rows, target, words)).map(([name, entry]) => [
      name,
      named(entry, columnOf),
    ]),
  )
}
