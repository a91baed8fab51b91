import { own } from '#schemas/define/own.ts'
import { isUuid } from '#model/uuid.ts'
import { fold } from '#model/fold.ts'
import { columnsOf, type Mapping, type Source } from '#model/importMapping.ts'
import type { FieldModel } from '#model/types.ts'
import { keysOf, type EntryPlace } from './entries.ts'

const plain = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

const wordsOf = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Words for a kind, besides its field's name and label. */
const WORDS: Partial<Record<FieldModel['kind'], readonly string[]>> = {
  email: ['email', 'mail'],
  phone: ['phone', 'mobile', 'telephone', 'cell'],
}

/**
 * Texts whose column says a little more than the field, such as `Full name` or `E-mail address`:
 * only where one column and one field fit each other alone.
 */
const looseMatches = (
  fields: readonly FieldModel[],
  columns: readonly string[],
): readonly (readonly [string, Source])[] => {
  const fits = (field: FieldModel, column: string): boolean =>
    field.kind === 'text'
      ? wordsOf(column).endsWith(` ${wordsOf(field.label)}`)
      : (own(WORDS, field.kind) ?? []).some((word) => plain(column).includes(word))
  return fields.flatMap((field) => {
    const [column, ...more] = columns.filter((c) => fits(field, c))
    const alone = column !== undefined && fields.filter((f) => fits(f, column)).length === 1
    return alone && !more.length ? [[field.name, column] as const] : []
  })
}

const matchOf = (
  field: FieldModel,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  place: EntryPlace,
): Source | undefined => {
  const named = (...names: string[]) =>
    columns.find((c) => names.some((n) => plain(c) === plain(n)))
  const same = named(field.name, field.label)
  if (field.kind === 'money') {
    // The format of our own export.
    const [amount, currency] = [
      columns.find((c) => c === `${field.name}.amount`),
      columns.find((c) => c === `${field.name}.currency`),
    ]
    if (amount && currency) return { money: amount, currency: { column: currency }, minor: true }
    return same === undefined
      ? undefined
      : { money: same, currency: field.currency ?? place.currency }
  }
  if (field.kind === 'ref') {
    const target = place.targetOf(field.ref ?? '')
    const column = same ?? columns.find((c) => c === `${field.name}.title`)
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
  return same
}

/**
 * Entries for the fields that match a column by name; a column is used for one field. Our own
 * exports match completely.
 */
export const autoMatch = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  place: EntryPlace,
): Record<string, Source> => {
  const exact = place.fields.flatMap((field) => {
    const entry = matchOf(field, columns, rows, place)
    return entry === undefined ? [] : [[field.name, entry] as const]
  })
  const mapping: Mapping = { nulls: [], fields: Object.fromEntries(exact) }
  const used = new Set(exact.flatMap(([, entry]) => columnsOf(mapping, entry)))
  const open = place.fields.filter((field) => own(mapping.fields, field.name) === undefined)
  const loose = looseMatches(
    open,
    // Columns with a dot are those of our own export.
    columns.filter((column) => !used.has(column) && !column.includes('.')),
  )
  return { ...mapping.fields, ...Object.fromEntries(loose) }
}

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
