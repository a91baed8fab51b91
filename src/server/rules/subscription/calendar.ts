import { daysBetween } from '../booking/money.ts'

/** Length of a plan's period. */
export interface Interval {
  readonly interval: 'month' | 'year'
  readonly intervalCount: number
}

const monthsOf = ({ interval, intervalCount }: Interval): number =>
  intervalCount * (interval === 'year' ? 12 : 1)

/** Adds months to a day; in shorter months the last day: 31 January → 28 February. */
export const addMonths = (day: string, months: number): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  return new Date(
    Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())),
  )
    .toISOString()
    .slice(0, 10)
}

/**
 * First day after the period that begins on `start`, which is also the first day of the next one.
 * Counted from `anchor`, the very first day, so that a start on the 31st returns to it after a
 * short month.
 */
export const periodEnd = (anchor: string, start: string, interval: Interval): string => {
  const [from, to] = [anchor, start].map(
    (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)),
  )
  for (let months = to! - from! + monthsOf(interval); ; months++) {
    const end = addMonths(anchor, months)
    if (end > start) return end
  }
}

/** UTC day of an instant. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
/** Adds days to a day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
/** Midnight UTC at the start of a day. */
export const midnight = (day: string): string => `${day}T00:00:00.000Z`
export { daysBetween }

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day as English sentences write it: `1 Jul 2026`. */
export const writtenDay = (day: string): string => written.format(new Date(`${day}T00:00:00Z`))
