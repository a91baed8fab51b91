/** Compares a metric with the previous period. Pure. */
import type { Amount } from '../shared/money.ts'
import type { Metric, MetricValue, Series } from './data.ts'

/** Number a metric is compared by: for money, the amount in `currency`. */
export const mainOf = (value: MetricValue, currency: string): number | null =>
  typeof value === 'object' && value !== null
    ? (value.find((a) => a.currency === currency)?.amount ?? 0)
    : value

/**
 * The first currency shown of a money metric: the organisation's if it has any amount, else the
 * most frequent one.
 */
export const currencyOf = (
  { value, previous }: Pick<Metric, 'value' | 'previous'>,
  own: string,
): string => {
  const all = [value, previous].flatMap((v): readonly Amount[] =>
    Array.isArray(v) ? (v as readonly Amount[]) : [],
  )
  return all.some((a) => a.currency === own) ? own : (all[0]?.currency ?? own)
}

/** The series of a currency (for counts, the only one). */
export const lineOf = (series: readonly Series[], currency: string): readonly (number | null)[] =>
  (
    series.find((s) => s.currency === currency) ??
    (series[0]?.currency === null ? series[0] : undefined)
  )?.points ?? []

export interface Change {
  readonly kind: 'more' | 'less' | 'same'
  /**
   * Change as a fraction of the previous value; for shares, the difference itself. Undefined
   * without a value to compare with.
   */
  readonly by: number | undefined
  readonly tone: 'better' | 'worse' | 'neutral'
}

/** Undefined when one of the two values is missing. */
export const changeOf = (
  { unit, good, value, previous }: Pick<Metric, 'unit' | 'good' | 'value' | 'previous'>,
  currency: string,
): Change | undefined => {
  const [now, then] = [mainOf(value, currency), mainOf(previous, currency)]
  if (now === null || then === null) return undefined
  const relativeChange = () => {
    if (unit === 'share') return now - then
    if (then === 0) return undefined
    return (now - then) / Math.abs(then)
  }
  const by = relativeChange()
  // A change that rounds to zero counts as none.
  if (now === then || (by !== undefined && Math.abs(by) < 0.0005)) {
    return { kind: 'same', by: 0, tone: 'neutral' }
  }
  const kind = now > then ? 'more' : 'less'
  const tone = () => {
    if (good === null) return 'neutral'
    if (good === kind) return 'better'
    return 'worse'
  }
  return {
    kind,
    by: by === undefined ? undefined : Math.abs(by),
    tone: tone(),
  }
}
