import type { Filter } from '#model/query.ts'
import type { Reads } from '../database/reads/reads.ts'
import { activity, type ActivityEntry } from './activity.ts'
import type { CountContext, Counted } from './counted.ts'
import { isFlow, isLevel, isShare, readableMetrics, type Declared } from './declared.ts'
import { flow, flowFilter } from './flow.ts'
import { level, levelFilter } from './level.ts'
import type { Period } from './period.ts'
import { rolledUp, type Sum } from './rollups/read.ts'
import { metricKey } from './rollups/source.ts'
import { share, shareFilter } from './share.ts'
import { top, type RankContext, type Top } from './top.ts'

/**
 * A metric as shown on the dashboard. `filter` selects the records behind it in the list of
 * `collection`: as many as `records`.
 */
export interface Metric extends Counted {
  readonly name: string
  readonly label: string
  readonly collection: string
  readonly good: 'more' | 'less' | null
  readonly chart: boolean
  readonly filter: Filter
}

export interface Dashboard extends Omit<Period, 'steps' | 'before' | 'until'> {
  /** First day of each step of the charts. */
  readonly steps: readonly string[]
  readonly metrics: readonly Metric[]
  readonly top: readonly Top[]
  readonly activity: readonly ActivityEntry[]
}

const metricOf = async (
  context: CountContext,
  declared: Declared,
  sums: readonly Sum[] | undefined,
): Promise<Metric> => {
  const { name, resource, metric } = declared
  const { period, now } = context
  const count = async (): Promise<[Counted, Filter]> => {
    if (isFlow(declared)) {
      return [await flow(context, declared, sums), flowFilter(declared, period)]
    }
    if (isLevel(declared)) {
      return [await level(context, declared, sums), levelFilter(declared, period, now)]
    }
    if (isShare(declared)) {
      return [await share(context, declared, sums), shareFilter(declared, period)]
    }
    throw new Error(`${resource.collection}.metrics.${name} is of no kind.`)
  }
  const [counted, filter] = await count()
  return {
    name,
    label: metric.label,
    collection: resource.collection,
    good: metric.good ?? null,
    chart: metric.chart ?? false,
    filter,
    ...counted,
  }
}

/**
 * Returns all metrics the person may read, for a period and the previous one, the recent activity,
 * and the rankings. A metric that uses anything they may not list or read is absent; it covers the
 * rows of their lists.
 */
export const dashboard = async (
  context: RankContext & { readonly db: Reads },
): Promise<Dashboard> => {
  const { db, model, access, period, now } = context
  const declared = readableMetrics(model, access)
  const entries = activity(
    db,
    model,
    access,
    new Date(Date.parse(now) - ACTIVITY_MS).toISOString(),
    now,
  )
  const counting = db
    .transaction((tx) => rolledUp({ ...context, db: tx }, declared), {
      isolation: 'repeatable read',
      readOnly: true,
    })
    .then((sums) =>
      Promise.all([
        Promise.all(declared.map((d) => metricOf(context, d, sums.get(metricKey(d))))),
        Promise.all(declared.filter(isFlow).map((d) => top(context, d, sums.get(metricKey(d))))),
      ]),
    )
  const [[metrics, ranked], lately] = await Promise.all([counting, entries])
  const { steps, before: _, until: __, ...about } = period
  return {
    ...about,
    steps: steps.map((s) => s.from),
    metrics,
    top: ranked.filter((t) => t !== undefined),
    activity: lately,
  }
}

/** Older activity is not shown. */
const ACTIVITY_MS = 30 * 86_400_000
