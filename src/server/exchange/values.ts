import { english, type Said } from '#model/message.ts'
import { cut } from '#model/cut.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { serverKinds } from '../kinds/index.ts'
import type { DateRules } from '../kinds/types.ts'

const SHOWN = 100
/** A cell inside a message. */
export const shownCell = (text: string): string =>
  text.length > SHOWN ? `${cut(text, SHOWN)}…` : text

/** Why a cell has no value; `columns` are the columns to check. */
export class CellProblem extends Error {
  readonly said: Said
  readonly columns: readonly string[]
  constructor(said: Said, columns: readonly string[]) {
    super(english(said))
    this.said = said
    this.columns = columns
  }
}

/**
 * Parses a cell according to the field's kind. Text that does not parse stays text, and validation
 * reports the field.
 */
export const cellValue = (field: FieldModel, text: string, rules: DateRules = {}): Json =>
  serverKinds[field.kind].read(field, text, rules)

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
