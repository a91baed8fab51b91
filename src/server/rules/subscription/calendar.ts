import { daysBetween } from '../booking/money.ts'

/** How long a period of a plan is. */
export interface Interval {
  readonly interval: 'month' | 'year'
  readonly intervalCount: number
}

const monthsOf = ({ interval, intervalCount }: Interval): number =>
  intervalCount * (interval === 'year' ? 12 : 1)

/** The day some months later; where that month is too short, its last day: 31 January → 28 February. */
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
 * The day on which a period that begins on `start` ends and the next one begins. Counted from `anchor`, the first day
 * of all, so that what began on the 31st comes back to it after a short month.
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
/** The day some days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
/** Midnight, UTC, at the beginning of a day. */
export const midnight = (day: string): string => `${day}T00:00:00.000Z`
export { daysBetween }
