/** Metrics of events within a period. */
import type { FlowMetric } from '#schemas/define/metrics.ts'
import type { Filter } from '#model/query.ts'
import { conditions } from '../store/read/list.ts'
import { building, finish, rowsFrom, run, type Building } from '../store/read/statement.ts'
import { field, whereOf, type Declared } from './declared.ts'
import {
  seriesOf,
  sumsOf,
  valueOf,
  type CountContext,
  type Counted,
  type Group,
} from './counted.ts'
import { partsOf, summed } from './parts.ts'
import { edge, stepsOf, type Period, type Step } from './period.ts'
import type { Sum } from './rollups/read.ts'

/** Steps as a table `k(n, start, stop)`; each is a separate index lookup. */
const stepsSql = (b: Building, steps: readonly Step[], kind: string, timeZone: string): string => {
  const type = kind === 'day' ? 'date' : 'timestamptz'
  const at = (pick: (s: Step) => string) =>
    `${b.sql.add(steps.map((s) => edge(pick(s), kind, timeZone)))}::${type}[]`
  return `unnest(${b.sql.add(steps.map((s) => s.n))}::int[], ${at((s) => s.from)}, ${at((s) => s.until)}) as k(n, start, stop)`
}

/** Returns the filter of the records behind the metric, for their list. */
export const flowFilter = (
  { metric, resource }: Declared<FlowMetric>,
  { from, until, timeZone }: Pick<Period, 'from' | 'until' | 'timeZone'>,
): Filter => {
  const { kind } = field(resource, metric.at)
  const day = (op: 'gte' | 'lt', value: string): Filter => ({
    path: [metric.at],
    op,
    value: edge(value, kind, timeZone),
  })
  return { and: [...whereOf(metric.where), day('gte', from), day('lt', until)] }
}

/** Counts from the records themselves. */
const counted = async (
  { db, model, access, period }: CountContext,
  declared: Declared<FlowMetric>,
): Promise<Group[]> => {
  const { metric, resource } = declared
  const b = building(model, access)
  const steps = stepsSql(b, stepsOf(period), field(resource, metric.at).kind, period.timeZone)
  const part = partsOf(b, declared).find((p) => p.name === 'at')!
  const where = [...conditions(b, resource, {}), ...part.where].join(' and ')
  const text = `select k.n, x.* from ${steps} cross join lateral (
 select ${part.currency} as c, ${summed(part)} as v, count(*)::float8 as r
 from ${rowsFrom(b, resource, 't')} where ${where} and ${part.at} >= k.start and ${part.at} < k.stop group by 1) x`
  return run<Group>(db, finish(b, text))
}

/** Uses `sums` of the daily rollups if available; else counts the records. */
export const flow = async (
  context: CountContext,
  declared: Declared<FlowMetric>,
  sums?: readonly Sum[],
): Promise<Counted> => {
  const { period } = context
  const steps = stepsOf(period)
  const groups = sums
    ? sums.flatMap((s): Group[] => {
        const step = s.part === 'at' && steps[s.i - 1]
        return step ? [{ n: step.n, c: s.c, v: s.v, r: s.r }] : []
      })
    : await counted(context, declared)
  const unit = declared.metric.sum ? 'money' : 'count'
  const own = groups.filter((g) => g.n >= 0)
  const earlier = groups.filter((g) => g.n < 0)
  return {
    unit,
    value: valueOf(unit, sumsOf(own)),
    previous: valueOf(unit, sumsOf(earlier)),
    records: own.reduce((n, g) => n + g.r, 0),
    series: seriesOf(
      own,
      period.steps.map((s) => s.n),
      unit,
    ),
    before: seriesOf(
      earlier,
      period.before.map((s) => s.n),
      unit,
    ),
  }
}
