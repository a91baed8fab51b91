import { traits } from '#schemas/define/kinds.ts'
import { own } from '#schemas/define/own.ts'
import { OF_IDS, OF_PERCENT, REFERENCES, suffixed } from '#model/exportColumns.ts'
import { isUuid } from '#model/uuid.ts'
import { fold } from '#model/fold.ts'
import { isComposite, rootOf } from '#model/importFields.ts'
import type { Source } from '#model/importMapping.ts'
import type { FieldModel } from '#model/types.ts'
import type { ColumnWords } from '#ui/columnWords.ts'
import { keysOf, type EntryPlace } from './entries.ts'
import { looseMatches } from './looseMatches.ts'
import { relatedColumnsIn } from './relatedColumns.ts'

const plain = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}#]/gu, '')

/** A file whose columns are matched. */
interface FileColumns {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly words: ColumnWords
}

/** Finds a column by one of some names, which are in order of preference. */
const finder = (columns: readonly string[]) => {
  const byName = new Map<string, string>()
  for (const column of columns) if (!byName.has(plain(column))) byName.set(plain(column), column)
  return (names: readonly string[]): string | undefined =>
    names.map((name) => byName.get(plain(name))).find((column) => column !== undefined)
}

const moneyEntry = (
  field: FieldModel,
  column: string | undefined,
  { columns, words }: FileColumns,
  place: EntryPlace,
): Source | undefined => {
  // The format of our own export.
  const [amount, currency] = [`${field.name}.amount`, `${field.name}.currency`]
  if (columns.includes(amount) && columns.includes(currency)) {
    return { money: amount, currency: { column: currency }, minor: true }
  }
  if (column === undefined) return undefined
  const beside = finder(columns)([
    `${column} (currency)`,
    `${column} currency`,
    ...words('Currency'),
  ])
  return {
    money: column,
    currency: beside === undefined ? (field.currency ?? place.currency) : { column: beside },
  }
}

const referenceEntry = (
  field: FieldModel,
  found: string | undefined,
  { columns, rows }: FileColumns,
  place: EntryPlace,
): Source | undefined => {
  const target = place.targetOf(field.ref ?? '')
  const column = found ?? columns.find((c) => c === `${field.name}.title`)
  if (column === undefined || !target || idNames(field).includes(column)) return column
  const cells = rows.map((r) => r[columns.indexOf(column)] ?? '').filter((c) => c.trim() !== '')
  if (cells.length > 0 && cells.every((c) => isUuid(c.trim()))) return column
  const by = cells.some((c) => c.includes('@'))
    ? keysOf(target).find((f) => f.kind === 'email')
    : undefined
  return {
    by: (by ?? target.fields.find((f) => f.name === target.title) ?? keysOf(target)[0])?.name ?? '',
    column,
  }
}

/** The names by which a column surely means a field. */
const ownNames = (field: FieldModel): string[] => [field.name, field.label]

/** Columns of ids, beside those of titles, in our own exports for people. */
const idNames = (field: FieldModel): string[] =>
  REFERENCES.includes(field.kind) ? suffixed(field, OF_IDS) : []

/** Columns of percentages in our own exports for people. */
const percentNames = (field: FieldModel): string[] =>
  field.kind === 'bps' ? suffixed(field, OF_PERCENT) : []

const IDS = /^\[?"?[0-9a-f]{8}-[0-9a-f-]{27}/i
const JSON_CELL = /^[{[]/
/** What the cells of a column must look like to be values of a kind. */
const CELLS: Partial<Record<FieldModel['kind'], RegExp>> = {
  id: IDS,
  refs: IDS,
  file: IDS,
  image: IDS,
  anyRef: /^(?:\{|[a-z-]+\/[0-9a-f-]{36}$)/i,
}

/** Further names; of a part those of its label without the group's. */
const otherNames = ({ label }: FieldModel, words: ColumnWords): readonly string[] => {
  const last = label.split(': ').at(-1)!
  return last === label ? words(label) : [...words(label), ...words(last)]
}

const isPart = (field: FieldModel): boolean => field.name.includes('.')

const isFound = (found: ReadonlyMap<string, string>, name: string): boolean =>
  found.has(name) || [...found.keys()].some((other) => other.startsWith(`${name}.`))

/** The columns of fields, by the names of the fields. */
const columnsByField = (
  { columns, rows, words }: FileColumns,
  fields: readonly FieldModel[],
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const open = (field: FieldModel) => !found.has(field.name) && !found.has(rootOf(field.name))
  const unused = () => {
    const used = new Set(found.values())
    return columns.filter((column) => !used.has(column))
  }
  // A column of a whole group holds JSON; "Address" of another system does not.
  const cellsOf = (column: string) => rows.map((r) => (r[columns.indexOf(column)] ?? '').trim())
  const fitsCells = (field: FieldModel, column: string): boolean => {
    const { storage } = traits(field.kind)
    const fits = storage === 'jsonb' ? JSON_CELL : own(CELLS, field.kind)
    if (fits === undefined || field.kind === 'money') return true
    const cells = cellsOf(column).filter((cell) => cell !== '')
    return cells.length > 0 && cells.every((cell) => fits.test(cell))
  }
  const byOwnName = finder(columns)
  for (const field of fields) {
    const column = [idNames(field), ownNames(field), percentNames(field)]
      .map(byOwnName)
      .find((name) => name !== undefined && fitsCells(field, name))
    if (column !== undefined && open(field)) found.set(field.name, column)
  }
  for (const parts of [false, true]) {
    for (const field of fields) {
      if (isPart(field) !== parts || isComposite(field) || !open(field)) continue
      const column = finder(unused())(otherNames(field, words))
      if (column !== undefined && fitsCells(field, column)) found.set(field.name, column)
    }
  }
  // A row without what it needs would be refused, and the record with it.
  for (const { kind, name, fields: parts = [] } of fields) {
    if (kind !== 'rows') continue
    const whole = parts.every(
      (p) => !p.required || p.default !== undefined || isFound(found, `${name}.${p.name}`),
    )
    if (!whole) for (const f of fields) if (f.name.startsWith(`${name}.`)) found.delete(f.name)
  }
  const loose = looseMatches(
    fields.filter((field) => open(field) && !isPart(field)),
    // Columns with a dot are those of our own export.
    unused().filter((column) => !column.includes('.')),
  )
  return new Map([...found, ...loose])
}

/**
 * Entries for the fields that match a column: first by their names, then by the words of other
 * languages and systems, where a column is taken once, and last by columns that say a little more.
 * Our own exports match completely. A group that has a column of its own is not matched by parts.
 */
export const autoMatch = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  place: EntryPlace,
  words: ColumnWords = (label) => [label],
): Record<string, Source> => {
  const file = { columns, rows, words }
  const isRelated = relatedColumnsIn(place, words)
  const kept = columns.flatMap((column, at) => (isRelated(column) ? [] : [at]))
  const own = {
    columns: kept.map((at) => columns[at]!),
    rows: rows.map((row) => kept.map((at) => row[at] ?? '')),
    words,
  }
  const found = columnsByField(own, place.fields)
  return Object.fromEntries(
    place.fields.flatMap((field) => {
      const column = found.get(field.name)
      let entry: Source | undefined = column
      if (field.kind === 'money') entry = moneyEntry(field, column, file, place)
      if (field.kind === 'ref') entry = referenceEntry(field, column, file, place)
      return entry === undefined ? [] : [[field.name, entry]]
    }),
  )
}
