/** Dates and times as people and other systems write them. */
import { latinDigits } from '#schemas/labels/digits.ts'
import { aheadMs } from '#model/zone.ts'
import type { DateRules } from '../types.ts'

/** Longest text that is read as a date. */
const MAX_DATE_LENGTH = 60

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](.*))?$/
const LOCAL = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,? (.*))?$/
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)? ?([ap]m)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i

interface Found {
  readonly day: string
  readonly time: string | undefined
}

const dayText = (year: string, month: string, day: string): string | undefined => {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

const parted = (text: string, { dates }: DateRules): Found | undefined => {
  if (text.length > MAX_DATE_LENGTH) return undefined
  const plain = latinDigits(text)
  const iso = ISO.exec(plain)
  const local = iso ? null : LOCAL.exec(plain)
  const of = iso ?? local
  if (!of || (local && !dates)) return undefined
  const [, a = '', b = '', c = '', time] = of
  const dayFirst = dates === 'day first'
  const day = iso ? dayText(a, b, c) : dayText(c, dayFirst ? b : a, dayFirst ? a : b)
  return day === undefined ? undefined : { day, time: time?.trim() || undefined }
}

const hourOf = (hour: number, half: string | undefined): number => {
  if (!half) return hour
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

const offsetMs = (text: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? []
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return sign === '-' ? -ms : ms
}

/** A day, without the time beside it; other text stays. */
export const dayValue = (text: string, rules: DateRules): string =>
  parted(text.trim(), rules)?.day ?? text.trim()

/** An instant in UTC; without an offset it is in the zone of the mapping. Other text stays. */
export const instantValue = (text: string, rules: DateRules): string => {
  const found = parted(text.trim(), rules)
  const parts = TIME.exec(found?.time ?? '0:00')
  if (!found || !parts) return text.trim()
  const [, hour, minute, second = '0', fraction = '', half, offset] = parts
  const hours = hourOf(Number(hour), half)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return text.trim()
  const wall =
    Date.parse(`${found.day}T00:00:00Z`) +
    ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 +
    Math.floor(Number(`0.${fraction || '0'}`) * 1000)
  if (offset) return new Date(wall - offsetMs(offset)).toISOString()
  const zone = rules.zone ?? 'UTC'
  // Computed twice: the first guess may be on the other side of a clock change.
  const guess = wall - aheadMs(wall, zone)
  return new Date(wall - aheadMs(guess, zone)).toISOString()
}
