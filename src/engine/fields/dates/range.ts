/** Days chosen in a calendar: one, or the two that begin and end a range. Pure. */
import { addDays, daysFrom, weekday } from '../../list/layouts/days.ts'

/** Local dates of a stay; `until` is the day of departure. */
export interface Nights {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/**
 * The stay after a click on a day: the first click is the arrival, one on a later day the departure;
 * anything else starts again.
 */
export const chosenDay = ({ from, until }: Nights, day: string): Nights =>
  from && !until && day > from ? { from, until: day } : { from: day }

/**
 * The range after a click on a day while one of its two fields is edited: the other day stays unless
 * it would be on the wrong side.
 */
export const rangeWith = (
  { from, until }: Nights,
  day: string,
  edited: 'from' | 'until',
): Nights => {
  if (edited === 'from') return until && until > day ? { from: day, until } : { from: day }
  return from && day <= from ? { from: day } : { from, until: day }
}

/** Number of nights; 0 while incomplete. */
export const nightsOf = ({ from, until }: Nights): number =>
  from && until ? Math.max(0, daysFrom(from, until)) : 0

/** What a day is in a stay. */
export const partOf = (
  { from, until }: Nights,
  day: string,
): 'from' | 'until' | 'within' | undefined => {
  if (day === from) return 'from'
  if (day === until) return 'until'
  return from && until && day > from && day < until ? 'within' : undefined
}

/**
 * Weeks of a month; days of other months are undefined. `first` is the weekday they begin with: 1 =
 * Monday … 7 = Sunday.
 */
export const weeksOfMonth = (days: readonly string[], first = 1): (string | undefined)[][] => {
  const before = (weekday(days[0]!) - first + 7) % 7
  const cells = [...Array.from({ length: before }, () => undefined), ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, i) => cells[week * 7 + i]),
  )
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', 7],
  ['ArrowUp', -7],
  ['PageDown', 28],
  ['PageUp', -28],
])

/** The day that a key moves to; undefined for other keys. `towardsEnd` is -1 from right to left. */
export const dayAfterKey = (day: string, key: string, towardsEnd: 1 | -1): string | undefined => {
  const step = STEPS.get(key)
  if (step === undefined) return undefined
  return addDays(day, Math.abs(step) === 1 ? step * towardsEnd : step)
}
