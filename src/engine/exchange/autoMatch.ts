import { isUuid } from '#model/uuid.ts'
import { fold } from '#model/fold.ts'
import type { Mapping, Source } from '#model/importMapping.ts'
import type { FieldModel } from '#model/types.ts'
import { keysOf, type EntryPlace } from './entries.ts'

const plain = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

const matchOf = (
  field: FieldModel,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  place: EntryPlace,
): Source | undefined => {
  const named = (...names: string[]) =>
    columns.find((c) => names.some((n) => plain(c) === plain(n)))
  const own = named(field.name, field.label)
  if (field.kind === 'money') {
    // The format of our own export.
    const [amount, currency] = [
      columns.find((c) => c === `${field.name}.amount`),
      columns.find((c) => c === `${field.name}.currency`),
    ]
    if (amount && currency) return { money: amount, currency: { column: currency }, minor: true }
    return own === undefined
      ? undefined
      : { money: own, currency: field.currency ?? place.currency }
  }
  if (field.kind === 'ref') {
    const target = place.targetOf(field.ref ?? '')
    const column = own ?? columns.find((c) => c === `${field.name}.title`)
    if (column === undefined || !target) return column
    const cells = rows.map((r) => r[columns.indexOf(column)] ?? '').filter((c) => c.trim() !== '')
    if (cells.length > 0 && cells.every((c) => isUuid(c.trim()))) return column
    const by = cells.some((c) => c.includes('@'))
      ? keysOf(target).find((f) => f.kind === 'email')
      : undefined
    return {
      by:
        (by ?? target.fields.find((f) => f.name === target.title) ?? keysOf(target)[0])?.name ?? '',
      column,
    }
  }
  return own
}

/**
 * Entries for the fields that match a column by name; a column is used for one field. Our own
 * exports match completely.
 */
export const autoMatch = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  place: EntryPlace,
): Record<string, Source> =>
  Object.fromEntries(
    place.fields.flatMap((field) => {
      const entry = matchOf(field, columns, rows, place)
      return entry === undefined ? [] : [[field.name, entry]]
    }),
  )

const EMPTY_WORDS = ['NULL', 'null', 'NA', 'N/A', 'n/a', '\\N', '-']
/** Words in the sample that usually mean an empty cell. */
export const emptyWords = (rows: readonly (readonly string[])[]): string[] =>
  EMPTY_WORDS.filter((w) => rows.some((r) => r.some((c) => c.trim() === w)))

/** The initial mapping. */
export const firstMapping = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  place: EntryPlace,
): Mapping => ({ nulls: emptyWords(rows), fields: autoMatch(columns, rows, place) })
