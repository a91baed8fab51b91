/** Converts values of filter conditions from URL text to the type of the field's kind, and back. */
import { isUuid } from './uuid.ts'
import { traits, type Operator } from '#schemas/define/kinds.ts'
import { own } from '#schemas/define/own.ts'
import { ME } from '#schemas/define/rowWords.ts'
import type { FieldModel, Json } from './types.ts'

const DAY = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const INSTANT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
const INT4 = { least: -2_147_483_648, most: 2_147_483_647 }
const SAFE = { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER }

/** Maximum values in one condition. */
export const MAX_VALUES = 200

const LISTS: ReadonlySet<Operator> = new Set([
  'in',
  'notIn',
  'between',
  'hasAny',
  'hasAll',
  'hasNone',
])
/** True when the operator takes a list of values. */
export const takesList = (op: Operator): boolean => LISTS.has(op)

const isDay = (text: string): boolean => {
  if (!DAY.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const integer = (text: string, { least, most }: typeof INT4): number | undefined => {
  const n = /^-?\d{1,16}$/.test(text) ? Number(text) : NaN
  return n >= least && n <= most ? n + 0 : undefined
}

const finite = (text: string): number | undefined => {
  const n = NUMBER.test(text) ? Number(text) : NaN
  return Number.isFinite(n) ? n : undefined
}

const truths: Readonly<Record<string, boolean>> = { true: true, false: false }
const truth = (text: string): boolean | undefined => own(truths, text)

/**
 * An instant as `…T10:00:00.000Z`; undefined if invalid, also of a day that its month does not have,
 * or outside the years a column can store.
 */
export const parseInstant = (text: string): string | undefined => {
  // `Date` reads 30 February as 2 March.
  if (!INSTANT.test(text) || !isDay(text.slice(0, 10))) return undefined
  const date = new Date(text)
  const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toISOString() : undefined
}

/**
 * Parses one value of the field's kind (one item, for tags and many-references); undefined if
 * invalid. Instants are returned as `…T10:00:00.000Z`, ids in lower case.
 */
export const parseScalar = (
  field: FieldModel,
  op: Operator,
  text: string,
): string | number | boolean | undefined => {
  if (text.includes('\0')) return undefined
  if (op === 'isNull') return truth(text)
  // A part of a value is text for any kind.
  if (op === 'contains' || op === 'startsWith' || op === 'endsWith') return text
  if (
    field.options &&
    (field.kind === 'enum' || field.kind === 'enums' || field.kind === 'state')
  ) {
    return field.options.some((o) => o.value === text) ? text : undefined
  }
  const { storage, pattern } = traits(field.kind)
  if (pattern) return pattern.test(text) ? text : undefined
  switch (storage) {
    case 'integer':
      return integer(text, INT4)
    case 'money':
      return integer(text, SAFE)
    case 'double':
      return finite(text)
    case 'boolean':
      return truth(text)
    case 'date':
      return isDay(text) ? text : undefined
    case 'timestamptz':
      return parseInstant(text)
    case 'uuid':
    case 'uuid[]':
      return isUuid(text) ? text.toLowerCase() : undefined
    default:
      return text
  }
}

/** Splits `a,b\,c` at unescaped commas. */
const split = (text: string): string[] => {
  const parts = ['']
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!
    if (c === '\\' && i + 1 < text.length) parts[parts.length - 1] += text[++i]!
    else if (c === ',') parts.push('')
    else parts[parts.length - 1] += c
  }
  return parts
}

/**
 * Parses a condition's value from URL text (lists may repeat the parameter); undefined when
 * malformed. A field that holds people takes `@me` too.
 */
export const parseValue = (
  field: FieldModel,
  op: Operator,
  raw: readonly string[],
  people = false,
): Json | undefined => {
  const one = (text: string) =>
    people && text === ME && op !== 'isNull' ? text : parseScalar(field, op, text)
  if (!takesList(op)) return raw.length === 1 ? one(raw[0]!) : undefined
  const values = raw.flatMap(split).map(one)
  if (values.length > MAX_VALUES || values.some((v) => v === undefined)) return undefined
  if (op === 'between' && values.length !== 2) return undefined
  return values as Json[]
}

/** URL text of a condition's value; the inverse of `parseValue`. */
export const formatValue = (op: Operator, value: Json): string =>
  takesList(op) && Array.isArray(value)
    ? value.map((v) => String(v).replace(/[\\,]/g, '\\$&')).join(',')
    : String(value)
