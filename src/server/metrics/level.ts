/** Metrics of what exists at a moment: what has begun and not yet ended. */
import type { LevelMetric } from '#schemas/define/metrics.ts'
import type { Filter } from '#model/query.ts'
import { conditions } from '../store/read/list.ts'
import { building, finish, rowsFrom, run } from '../store/read/statement.ts'
import { whereOf, type Declared } from './declared.ts'
import {
  sumsOf,
  valueOf,
  type CountContext,
  type Counted,
  type Group,
  type Series,
} from './counted.ts'
import { partsOf, summed, type Part } from './parts.ts'
import { edge, stepsOf, type Period } from './period.ts'
import type { Sum } from './rollups/read.ts'

const earlier = (a: string, b: string): string => (a < b ? a : b)
/**
 * Returns the moment at which a period's level is taken: its end, or now if it is still running.
 */
const moment = (period: Pick<Period, 'until' | 'timeZone'>, now: string): string =>
  earlier(edge(period.until, 'instant', period.timeZone), now)

/** Returns the filter of the records behind the metric, for their list. */
export const levelFilter = (
  { metric }: Declared<LevelMetric>,
  period: Period,
  now: string,
): Filter => {
  const at = moment(period, now)
  return {
    and: [
      ...whereOf(metric.where),
      { path: [metric.since], op: 'lt', value: at },
      {
        or: [
          { path: [metric.until], op: 'isNull', value: true },
          { path: [metric.until], op: 'gte', value: at },
        ],
      },
    ],
  }
}

/** `n` is the step; the initial level has none. Ends are negative. */
interface Move extends Group {
  readonly kind: 'stood' | 'moved'
}

/** Counts the initial level once, then begins and ends step by step. */
const counted = async (
  { db, model, access, period, now }: CountContext,
  declared: Declared<LevelMetric>,
): Promise<Move[]> => {
  const { resource } = declared
  const b = building(model, access)
  const [began, ended] = partsOf(b, declared) as [Part, Part]
  const rows = conditions(b, resource, { filter: { and: whereOf(declared.metric.where) } }).join(
    ' and ',
  )
  const what = `${began.currency} as c, ${summed(began)} as v, count(*)::float8 as r from ${rowsFrom(b, resource, 't')}`
  const instants = (days: readonly string[]) =>
    b.sql.add(days.map((day) => earlier(edge(day, 'instant', period.timeZone), now)))
  const start = `${b.sql.add(earlier(edge(period.steps[0]!.from, 'instant', period.timeZone), now))}::timestamptz`
  const within = (part: Part) =>
    `k cross join lateral (select ${what} where ${[...conditions(b, resource, {}), ...part.where].join(' and ')} and ${part.at} >= k.start and ${part.at} < k.stop group by 1) x`
  const text = `with k as (select * from unnest(${b.sql.add(period.steps.map((s) => s.n))}::int[], ${instants(period.steps.map((s) => s.from))}::timestamptz[], ${instants(period.steps.map((s) => s.until))}::timestamptz[]) as k(n, start, stop))
select 'stood' as kind, -1 as n, ${what} where ${rows} and ${ended.at} is null and ${began.at} < ${start} group by 3
union all select 'stood', -1, ${what} where ${rows} and ${ended.at} >= ${start} and ${began.at} < ${start} group by 3
union all select 'began', k.n, x.* from ${within(began)}
union all select 'ended', k.n, x.* from ${within(ended)}`
  const groups = await run<Group & { kind: 'stood' | 'began' | 'ended' }>(db, finish(b, text))
  return groups.map((g) =>
    g.kind === 'ended'
      ? { ...g, kind: 'moved', v: -g.v, r: -g.r }
      : { ...g, kind: g.kind === 'began' ? 'moved' : g.kind },
  )
}

/**
 * The initial level is all begins minus all ends before the first step; a currency with level zero
 * is omitted.
 */
const added = (sums: readonly Sum[], period: Period): Move[] => {
  const steps = stepsOf(period)
  const moves = sums.flatMap((s): Move[] => {
    const sign = s.part === 'ended' ? -1 : 1
    const n = s.i === 0 ? -1 : steps[s.i - 1]?.n
    return n === undefined
      ? []
      : [{ kind: n < 0 ? 'stood' : 'moved', n, c: s.c, v: sign * s.v, r: sign * s.r }]
  })
  const moved = new Set(moves.filter((m) => m.kind === 'moved').map((m) => m.c))
  const left = new Map<string | null, number>()
  for (const m of moves) left.set(m.c, (left.get(m.c) ?? 0) + m.r)
  return moves.filter((m) => moved.has(m.c) || left.get(m.c) !== 0)
}

/** Uses `sums` of the daily rollups if available; else counts the records. */
export const level = async (
  context: CountContext,
  declared: Declared<LevelMetric>,
  sums?: readonly Sum[],
): Promise<Counted> => {
  const { period, now } = context
  const groups = sums ? added(sums, period) : await counted(context, declared)
  const unit = declared.metric.sum ? 'money' : 'count'
  const stood = sumsOf(groups.filter((g) => g.kind === 'stood'))
  const reached = (at: string): boolean => at < now
  const series = (unit === 'count' ? [null] : [...new Set(groups.map((g) => g.c))]).map(
    (currency): Series => {
      let sum = stood.get(currency) ?? 0
      return {
        currency,
        points: period.steps.map((step) => {
          sum += groups.reduce(
            (all, g) =>
              g.c === currency && g.kind === 'moved' && g.n === step.n ? all + g.v : all,
            0,
          )
          return reached(edge(step.from, 'instant', period.timeZone)) ? Math.round(sum) : null
        }),
      }
    },
  )
  return {
    unit,
    value: valueOf(unit, sumsOf(groups)),
    previous: valueOf(unit, stood),
    records: groups.reduce((n, g) => n + g.r, 0),
    series,
    before: [],
  }
}
