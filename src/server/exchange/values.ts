import { traits } from '#schemas/define/kinds.ts'
import { cut } from '#model/cut.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { excessOf } from '../base/json.ts'
import { splitCell } from './cells.ts'
import { dayValue, instantValue, type DateRules } from './dateText.ts'
import { booleanOf, choiceValue, countryCode } from './words.ts'

const SHOWN = 100
/** A cell inside a message. */
export const shownCell = (text: string): string =>
  text.length > SHOWN ? `${cut(text, SHOWN)}…` : text

/** Why a cell has no value; `columns` are the columns to check. */
export class CellProblem extends Error {
  readonly columns: readonly string[]
  constructor(message: string, columns: readonly string[]) {
    super(message)
    this.columns = columns
  }
}

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/

/**
 * Parses a cell according to the field's kind. Text that does not parse stays text, and validation
 * reports the field.
 */
export const cellValue = (field: FieldModel, text: string, rules: DateRules = {}): Json => {
  const { storage } = traits(field.kind)
  if (field.kind === 'bps' && text.trim().endsWith('%')) {
    return scaled(text.trim().slice(0, -1), 2) ?? text
  }
  if (storage === 'integer' || storage === 'double') {
    return NUMBER.test(text.trim()) ? Number(text) : text
  }
  if (storage === 'boolean') return booleanOf(text) ?? text
  if (field.kind === 'day') return dayValue(text, rules)
  if (field.kind === 'instant') return instantValue(text, rules)
  if (field.kind === 'country') return countryCode(text)
  if (storage === 'text' && field.options) return choiceValue(field.options, text)
  if (storage === 'text[]' || storage === 'uuid[]') {
    const list = splitCell(text) as Json
    const { options } = field
    return options && Array.isArray(list)
      ? list.map((one) => (typeof one === 'string' ? choiceValue(options, one) : one))
      : list
  }
  const pointed =
    field.kind === 'anyRef' ? /^\s*([a-z][a-z0-9-]*)\/([0-9a-fA-F-]{36})\s*$/.exec(text) : null
  if (pointed) return { type: pointed[1]!, id: pointed[2]! }
  if (storage === 'jsonb') {
    try {
      return excessOf(text) ? text : (JSON.parse(text) as Json)
    } catch {
      return text
    }
  }
  return storage === 'text' && field.kind !== 'enum' && field.kind !== 'state' ? text : text.trim()
}

const digitsOf = new Map<string, number>()
/** Digits of a currency after the decimal point. */
export const minorDigits = (currency: string): number => {
  let digits = digitsOf.get(currency)
  if (digits === undefined) {
    digits =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
        .maximumFractionDigits ?? 2
    digitsOf.set(currency, digits)
  }
  return digits
}

/** Longest text that is read as an amount. */
const MAX_AMOUNT_LENGTH = 60

/**
 * The digits of an amount as `1234.56`: without spaces, a currency, and the marks of thousands. Of
 * two kinds of marks the last is the decimal one; a comma before exactly three digits is not.
 */
const decimalText = (text: string): string => {
  const bare = text.replaceAll(/[\s'’\p{Sc}]|^[A-Z]{3}|[A-Z]{3}$/gu, '')
  if (!bare.includes(',')) return bare
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')]
  if (point > comma) return bare.replaceAll(',', '')
  if (point < 0 && /^[+-]?\d{1,3}(?:,\d{3})+$/.test(bare)) return bare.replaceAll(',', '')
  return bare.replaceAll('.', '').replace(',', '.')
}

/** `75.005` with two digits → 7501: half away from zero, without binary fractions. */
const scaled = (text: string, digits: number): number | undefined => {
  const parts =
    text.length > MAX_AMOUNT_LENGTH ? null : /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(decimalText(text))
  // Exceeds what a money field can hold; avoids computing huge numbers.
  if (!parts || parts[2]!.length > 15) return undefined
  const [, sign, whole = '', fraction = ''] = parts
  const kept = BigInt(whole + fraction.padEnd(digits, '0').slice(0, digits))
  const amount = Number((fraction[digits] ?? '0') >= '5' ? kept + 1n : kept)
  return sign === '-' && amount !== 0 ? -amount : amount
}

/** `75.005` EUR → 7501: minor units. Undefined for text that is not a decimal number. */
export const minorUnits = (text: string, currency: string): number | undefined =>
  scaled(text.trim(), minorDigits(currency))

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const monthNumber = (text: string): number => {
  const word = text.trim().toLowerCase()
  const named = word.length < 3 ? -1 : MONTHS.findIndex((m) => m === word || m.slice(0, 3) === word)
  if (named >= 0) return named + 1
  return /^\d{1,2}$/.test(word) ? Number(word) : NaN
}

/** `2015`, `July`, `1` → `2015-07-01`; undefined when there is no such day. */
export const dayOf = (year: string, month: string, day: string): string | undefined => {
  const [y, m, d] = [Number(year), monthNumber(month), Number(day)]
  if (!/^\d{4}$/.test(year.trim()) || !(m >= 1 && m <= 12) || !/^\d{1,2}$/.test(day.trim())) {
    return undefined
  }
  const date = new Date(Date.UTC(y, m - 1, d))
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d
    ? date.toISOString().slice(0, 10)
    : undefined
}

/** Returns the day `count` days later; undefined past the calendar's end. */
export const addDays = (day: string, count: number): string | undefined => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  const year = date.getUTCFullYear()
  return year >= 0 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined
}
