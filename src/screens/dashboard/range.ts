/** Date range of the dashboard in the URL. Pure. */
import { dayIn } from '#model/zone.ts'

const DAY_MS = 86_400_000
/**
 * Named ranges and their days, counted back from today; the first is the default and is left out of
 * the URL.
 */
export const presets = { month: 30, today: 1, week: 7, quarter: 90, year: 365 } as const
export type Preset = keyof typeof presets
/** Display order. */
export const offered: readonly Preset[] = ['today', 'week', 'month', 'quarter', 'year']
/** Maximum days of a range on the server. */
const MOST_DAYS = 1830

/** A named range, or days `YYYY-MM-DD`, both inclusive; default is the last thirty days. */
export interface DashboardSearch {
  readonly range?: Exclude<Preset, 'month'>
  readonly from?: string
  readonly to?: string
}

const day = (v: unknown): string | undefined => {
  if (typeof v !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(v)) return undefined
  const at = new Date(`${v}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(v) ? v : undefined
}
const plus = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Reads the URL; drops invalid values. */
export const readDashboardSearch = (raw: Readonly<Record<string, unknown>>): DashboardSearch => {
  const [from, to] = [day(raw.from), day(raw.to)]
  if (from && to && from <= to && to < plus(from, MOST_DAYS)) {
    return { range: undefined, from, to } as DashboardSearch
  }
  const range =
    (offered as readonly unknown[]).includes(raw.range) && raw.range !== 'month'
      ? (raw.range as DashboardSearch['range'])
      : undefined
  return { range, from: undefined, to: undefined } as DashboardSearch
}

/** Today's date in a zone. */
export const todayIn = (zone: string, now: number): string => dayIn(zone, new Date(now))

/** First and last day of a range, relative to `today`. */
export const daysOf = (
  search: DashboardSearch,
  today: string,
): { readonly from: string; readonly to: string } =>
  search.from && search.to
    ? { from: search.from, to: search.to }
    : { from: plus(today, 1 - presets[search.range ?? 'month']), to: today }
