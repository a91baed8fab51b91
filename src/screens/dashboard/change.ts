/** Compares a metric with the previous period. Pure. */
import type { Amount } from '../shared/money.ts'
import type { Metric, MetricValue, Series } from './data.ts'

/** The number a metric is compared by: of money the amount in `currency`. */
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

/** The line of a currency (of counts: the only one). */
export const lineOf = (series: readonly Series[], currency: string): readonly (number | null)[] =>
  (
    series.find((s) => s.currency === currency) ??
    (series[0]?.currency === null ? series[0] : undefined)
  )?.points ?? []

export interface Change {
  readonly kind: 'more' | 'less' | 'same'
  /**
   * Part of the metric before; of shares the difference itself. Undefined where there was nothing
   * to compare with.
   */
  readonly by: number | undefined
  readonly tone: 'better' | 'worse' | 'neutral'
}

/** Undefined where one of the two cannot be said. */
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
  // What rounds to nothing is no change.
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
