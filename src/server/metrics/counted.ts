/** Results of a metric, step by step. */
import type { Json } from '#model/types.ts'
import type { ReadContext } from '../store/read/statement.ts'
import type { Period } from './period.ts'

/** For whom metrics are counted, and when; levels at `now` (ISO 8601) at the latest. */
export interface CountContext extends ReadContext {
  readonly period: Period
  readonly now: string
}

/** One group of a query: step, currency (null when records are counted), value, records. */
export interface Group {
  readonly n: number
  readonly c: string | null
  readonly v: number
  readonly r: number
}
/** One line of a chart. */
export interface Series {
  readonly currency: string | null
  readonly points: readonly (number | null)[]
}

export interface Counted {
  readonly unit: 'count' | 'money' | 'share'
  /** A number, amounts by currency, or a share between 0 and 1 (null when the capacity is 0). */
  readonly value: Json
  readonly previous: Json
  /** Number of records behind the value. */
  readonly records: number
  readonly series: readonly Series[]
  /** The corresponding steps of the previous period. */
  readonly before: readonly Series[]
}

const rounded = (v: number): number => Math.round(v)

/**
 * Converts sums by currency to a value: amounts, largest first; a plain number when records are
 * counted.
 */
export const valueOf = (unit: 'count' | 'money', sums: ReadonlyMap<string | null, number>): Json =>
  unit === 'count'
    ? rounded(sums.get(null) ?? 0)
    : [...sums]
        .filter(([, v]) => rounded(v) !== 0)
        .map(([currency, v]) => ({ amount: rounded(v), currency: currency ?? '' }))
        .sort((a, b) => b.amount - a.amount)

/** Sums groups by currency. */
export const sumsOf = (groups: readonly Pick<Group, 'c' | 'v'>[]): Map<string | null, number> => {
  const sums = new Map<string | null, number>()
  for (const { c, v } of groups) sums.set(c, (sums.get(c) ?? 0) + v)
  return sums
}

/** Returns a line per currency over the steps `ns`; steps without records are zero. */
export const seriesOf = (
  groups: readonly Group[],
  ns: readonly number[],
  unit: 'count' | 'money',
): Series[] => {
  const currencies = unit === 'count' ? [null] : [...new Set(groups.map((g) => g.c))]
  return currencies.map((currency) => {
    const at = new Map<number, number>()
    for (const g of groups) if (g.c === currency) at.set(g.n, (at.get(g.n) ?? 0) + g.v)
    return { currency, points: ns.map((n) => rounded(at.get(n) ?? 0)) }
  })
}
