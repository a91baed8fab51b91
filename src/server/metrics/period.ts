/** The requested period of metrics, the previous one, and the steps of both in charts. Pure. */
import { dayStart, nextDay } from '#model/zone.ts'

export type Grain = 'day' | 'week' | 'month'
/**
 * Days from `from` up to but excluding `until`. `n` counts from 0 in the period, and from -1
 * backwards before it.
 */
export interface Step {
  readonly n: number
  readonly from: string
  readonly until: string
}

export interface Period {
  /** First and last day, and the day after. */
  readonly from: string
  readonly to: string
  readonly until: string
  readonly previous: { readonly from: string; readonly to: string }
  readonly grain: Grain
  readonly steps: readonly Step[]
  /** The steps of the previous period, in order; their `n` is negative. */
  readonly before: readonly Step[]
  /** IANA zone in which its days begin. */
  readonly timeZone: string
}

const DAY_MS = 86_400_000
/** Maximum number of days of a period. */
export const MOST_DAYS = 1830
const DAYS_BY_DAY = 45
const DAYS_BY_WEEK = 200

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
/** Returns the number of days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

const grainOf = (days: number): Grain => {
  if (days <= DAYS_BY_DAY) return 'day'
  return days <= DAYS_BY_WEEK ? 'week' : 'month'
}

/** Returns the first day of the next week (starting on Monday) or month. */
const nextStep = (day: string, grain: Grain): string => {
  if (grain === 'day') return nextDay(day)
  if (grain === 'week') return addDays(day, (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7 || 7)
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

const stepsBetween = (from: string, until: string, grain: Grain): Omit<Step, 'n'>[] => {
  const steps: Omit<Step, 'n'>[] = []
  for (let at = from; at < until;) {
    const next = nextStep(at, grain)
    steps.push({ from: at, until: next < until ? next : until })
    at = next
  }
  return steps
}

/**
 * Creates a period from the first day to the last, both inclusive; `from` must not be after `to`.
 */
export const periodOf = (from: string, to: string, timeZone: string): Period => {
  const until = nextDay(to)
  const days = daysBetween(from, until)
  const grain = grainOf(days)
  const first = addDays(from, -days)
  const before = stepsBetween(first, from, grain)
  return {
    from,
    to,
    until,
    grain,
    timeZone,
    previous: { from: first, to: addDays(from, -1) },
    steps: stepsBetween(from, until, grain).map((step, n) => ({ n, ...step })),
    before: before.map((step, i) => ({ n: i - before.length, ...step })),
  }
}

/** Returns all steps in order, those of the previous period first. */
export const stepsOf = ({ before, steps }: Pick<Period, 'before' | 'steps'>): readonly Step[] => [
  ...before,
  ...steps,
]

/**
 * Returns the start of a day as a metric's field is compared: the day itself, or an instant in the
 * period's zone.
 */
export const edge = (day: string, kind: string, timeZone: string): string =>
  kind === 'day' ? day : dayStart(day, timeZone)
