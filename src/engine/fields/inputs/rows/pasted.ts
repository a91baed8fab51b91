/** Reads cells that were copied from a spreadsheet as child rows. Pure but for the parser's chunk. */
import { unescapeCell } from '#model/csvCells.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { say } from '#model/message.ts'
import { label } from '#ui/i18n.ts'
import { serverMessage as sentence } from '../../../serverMessage.ts'
import { emptyOf } from '../../../form/values.ts'
import { dayTextOf, readTime } from '../../dates/dayText.ts'
import { pasteable } from './pastedKinds.ts'
import { amountOf, isDash, numberOf } from './pastedNumbers.ts'

export const MAX_PASTED_CHARACTERS = 500_000

/** What reading depends on besides the cell. */
export interface Reading {
  /** BCP 47. */
  readonly language: string
  /** ISO 4217; of amounts that name none. */
  readonly currency: string
  /** Local date. */
  readonly today: string
  /** Words for yes and no in the person's language. */
  readonly yes: string
  readonly no: string
}

/** One cell: its text, and its value or what is wrong with it. */
export interface Cell {
  readonly text: string
  readonly value?: Json
  readonly error?: string
}

/** What separates cells. Copied cells of one column have nothing, and may have commas in their text. */
const separatorOf = (text: string): string => {
  if (text.includes('\t')) return '\t'
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  return [/;/, /,(?! )/].find((mark) => lines.every((l) => mark.test(l)))?.source.charAt(0) ?? '\t'
}

/** Lines of cells of tab-, semicolon- or comma-separated text. */
export const cellsOf = async (text: string): Promise<string[][]> => {
  const papa = (await import('papaparse')).default
  const whole = text.slice(0, MAX_PASTED_CHARACTERS).trimEnd()
  const parse = (quoteChar: string) =>
    papa.parse<string[]>(whole, {
      skipEmptyLines: 'greedy',
      delimiter: separatorOf(whole),
      quoteChar,
    })
  const quoted = parse('"')
  // Some programs copy `"Big" chair` as it is: then quotes are part of the text.
  const { data } = quoted.errors.some((e) => e.type === 'Quotes') ? parse('\0') : quoted
  return data.map((line) => line.map((cell) => unescapeCell(cell).trim()))
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const named = (fields: readonly FieldModel[], text: string): FieldModel | undefined =>
  fields.find((f) => [f.name, f.label, label(f.label)].some((n) => plain(n) === plain(text)))

export interface Columns {
  /** The first line holds names. */
  readonly head: boolean
  /** Name of the field of each column; undefined leaves it out. */
  readonly fields: readonly (string | undefined)[]
}

/** The columns of pasted lines: by their names if the first line has some, otherwise by position. */
export const columnsOf = (
  lines: readonly (readonly string[])[],
  all: readonly FieldModel[],
): Columns => {
  const fields = pasteable(all)
  const [first = []] = lines
  const count = Math.max(0, ...lines.map((l) => l.length))
  const filled = first.filter((cell) => cell !== '')
  const found = first.map((cell) => named(fields, cell)?.name)
  const hits = new Set(found.filter((name) => name !== undefined)).size
  const head = hits > 0 && hits * 2 >= filled.length
  return {
    head,
    fields: Array.from({ length: count }, (_, i) => {
      const name = head ? found[i] : fields[i]?.name
      return name !== undefined && head && found.indexOf(name) < i ? undefined : name
    }),
  }
}

const moneyOf = (text: string, field: FieldModel, reading: Reading): Cell => {
  const value = amountOf(text, field.currency ?? reading.currency, reading.language)
  if (!value) return { text, error: sentence('Enter a number') }
  return field.currency && value.currency !== field.currency
    ? {
        text,
        error: sentence(
          say('{{number}} is in {{currency}}', {
            number: label(field.label),
            currency: field.currency,
          }),
        ),
      }
    : { text, value: { ...value } }
}

const numeric = (text: string, field: FieldModel, reading: Reading): Cell => {
  const bps = field.kind === 'bps'
  const found = numberOf(bps ? text.replace('%', '') : text, reading.language)
  if (found === undefined) return { text, error: sentence('Enter a number') }
  const value = bps ? Math.round(found * 100) : found
  if (field.kind !== 'number' && !Number.isInteger(value)) {
    return { text, error: sentence('Enter a whole number') }
  }
  if (field.min !== undefined && value < field.min) {
    return {
      text,
      error: sentence(say('At least {{n}}', { n: bps ? field.min / 100 : field.min })),
    }
  }
  if (field.max !== undefined && value > field.max) {
    return { text, error: sentence(say('At most {{n}}', { n: bps ? field.max / 100 : field.max })) }
  }
  return { text, value }
}

const worded = (text: string, field: FieldModel): Cell => {
  if (field.max !== undefined && text.length > field.max) {
    return { text, error: sentence(say('At most {{n}} characters', { n: field.max })) }
  }
  return {
    text,
    value: field.kind === 'currency' || field.kind === 'country' ? text.toUpperCase() : text,
  }
}

const chosen = (text: string, field: FieldModel): Cell => {
  const found = field.options?.find((o) =>
    [o.value, o.label, label(o.label)].some((n) => plain(n) === plain(text)),
  )
  return found
    ? { text, value: found.value }
    : { text, error: sentence('Choose one of the options') }
}

const NUMERIC: ReadonlySet<FieldModel['kind']> = new Set([
  'money',
  'int',
  'number',
  'bps',
  'rating',
] as const)

/** Reads one cell as the value of a field. An empty one takes the default. */
export const readCell = (text: string, field: FieldModel, reading: Reading): Cell => {
  if (text === '' || (NUMERIC.has(field.kind) && isDash(text))) {
    const value = emptyOf(field)
    return field.required && value === null
      ? { text, error: sentence('Required') }
      : { text, value }
  }
  switch (field.kind) {
    case 'money':
      return moneyOf(text, field, reading)
    case 'int':
    case 'number':
    case 'bps':
    case 'rating':
      return numeric(text, field, reading)
    case 'boolean': {
      const word = plain(text)
      if (['yes', 'true', '1', 'x', plain(reading.yes)].includes(word)) return { text, value: true }
      return ['no', 'false', '0', plain(reading.no)].includes(word)
        ? { text, value: false }
        : { text, error: sentence('Choose yes or no') }
    }
    case 'enum':
      return chosen(text, field)
    case 'day': {
      const value = dayTextOf(reading.language).read(text, reading.today)
      return value
        ? { text, value }
        : {
            text,
            error: sentence(say('Use a date such as {{day}}', { day: { day: '2026-05-31' } })),
          }
    }
    case 'time': {
      const value = readTime(text)
      return value ? { text, value } : { text, error: sentence('Use a time such as 15:00') }
    }
    default:
      return worded(text, field)
  }
}

/** A pasted line: its cells by field, and the row if none of them is wrong. */
export interface PastedRow {
  readonly cells: ReadonlyMap<string, Cell>
  readonly row?: Readonly<Record<string, Json>>
}

/** Reads lines of cells as rows; fields without a column get their default. */
export const rowsOf = (
  lines: readonly (readonly string[])[],
  columns: Columns,
  fields: readonly FieldModel[],
  reading: Reading,
): PastedRow[] =>
  lines.slice(columns.head ? 1 : 0).map((line) => {
    const cells = new Map(
      fields.map((f) => {
        const at = columns.fields.indexOf(f.name)
        return [f.name, readCell((at >= 0 && line[at]) || '', f, reading)] as const
      }),
    )
    return [...cells.values()].some((c) => c.error !== undefined)
      ? { cells }
      : { cells, row: Object.fromEntries([...cells].map(([k, c]) => [k, c.value ?? null])) }
  })
