/** What a file itself says of how it is read. */
import { hasParts } from '#model/importParts.ts'
import type { Mapping } from '#model/importMapping.ts'
import type { ColumnWords } from '#ui/columnWords.ts'
import { autoMatch } from './autoMatch.ts'
import type { EntryPlace } from './entries.ts'

const EMPTY_WORDS = ['NULL', 'null', 'NA', 'N/A', 'n/a', '\\N', '-']
/** Words in the sample that usually mean an empty cell. */
export const emptyWords = (rows: readonly (readonly string[])[]): string[] =>
  EMPTY_WORDS.filter((w) => rows.some((r) => r.some((c) => c.trim() === w)))

const KEY = /(?:^|[\s_.-])(?:id|no|nr|number|ref|reference|code|order)$|^(?:order|ref|#)/i

/** The column that lines of one record share: named like a key, with cells that come in runs. */
const groupColumn = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string | undefined =>
  columns.find((column, at) => {
    const cells = rows.map((r) => r[at] ?? '')
    return (
      KEY.test(column) && cells.some((cell, i) => i > 0 && cell !== '' && cell === cells[i - 1])
    )
  })

const LOCAL_DATE = /^(\d{1,2})[./-](\d{1,2})[./-]\d{4}\b/
/** How dates are written, where a cell of the sample leaves no doubt; else the day comes first. */
const dateOrder = (rows: readonly (readonly string[])[]): Mapping['dates'] => {
  const found = rows.flat().flatMap((cell) => {
    const date = LOCAL_DATE.exec(cell.trim())
    return date ? [Number(date[2])] : []
  })
  if (found.length === 0) return undefined
  return found.some((second) => second > 12) ? 'month first' : 'day first'
}

/** The initial mapping. */
export const firstMapping = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  place: EntryPlace,
  words?: ColumnWords,
): Mapping => {
  const fields = autoMatch(columns, rows, place, words)
  const hasRows = place.fields.some((f) => f.kind === 'rows' && hasParts(fields, f.name))
  const groupBy = hasRows ? groupColumn(columns, rows) : undefined
  const dates = dateOrder(rows)
  return {
    nulls: emptyWords(rows),
    fields,
    ...(groupBy === undefined ? {} : { groupBy }),
    ...(dates ? { dates } : {}),
    ...(place.zone ? { zone: place.zone } : {}),
  }
}
