/** Reads metrics from their daily rollups instead of from their records. */
import type { Model } from '#model/types.ts'
import { dayIn } from '#model/zone.ts'
import type { Access } from '../../permissions/types.ts'
import { conditions } from '../../store/read/list.ts'
import { building, literal, table, type Queryable } from '../../store/read/statement.ts'
import type { CountContext } from '../counted.ts'
import { isFlow, isLevel, type Declared } from '../declared.ts'
import { onDay, partsOf, summed, type PartName } from '../parts.ts'
import { stepsOf, type Period } from '../period.ts'
import { scopeOf } from './scope.ts'
import { everything, metricKey, fingerprint } from './source.ts'
import { MOST_DAYS_APART, moved, touchedDays, type Made } from './touched.ts'

/**
 * Sum over the records of a part in one step: value `v`, records `r`, and `m`, the sum of each
 * day's value times its day number since 1970. Step 0 is before all steps, 1 is the first. `by` is
 * set in rankings.
 */
export interface Sum {
  readonly metric: string
  readonly part: PartName
  readonly i: number
  readonly by: string | null
  readonly c: string | null
  readonly v: number
  readonly m: number
  readonly r: number
}
/** Sums by metric; a missing metric is counted from its records. */
export type Sums = ReadonlyMap<string, readonly Sum[]>

interface Known extends Made {
  readonly scope: string
}
interface State {
  readonly metric: string
  readonly print: string
  readonly zone: string
  readonly snapshot: string
}

const EPOCH = "date '1970-01-01'"

/** Returns the metrics whose rollups are valid for the caller, each with its snapshot. */
const known = async (
  tx: Queryable,
  model: Model,
  access: Access,
  declared: readonly Declared[],
  timeZone: string,
): Promise<Known[]> => {
  const own = declared.flatMap((d) => {
    const scope = scopeOf(model, access, d)
    return scope === undefined ? [] : [{ declared: d, key: metricKey(d), scope }]
  })
  if (!own.length) return []
  const { rows } = await tx.query<State>({
    text: 'select metric, print, zone, snapshot from metric_states where metric = any($1) and snapshot is not null',
    values: [own.map((k) => k.key)],
  })
  const states = new Map(rows.map((r) => [r.metric, r]))
  return own.flatMap((k) => {
    const s = states.get(k.key)
    return s && s.zone === timeZone && s.print === fingerprint(model, k.declared)
      ? [{ ...k, snapshot: s.snapshot }]
      : []
  })
}

/** Returns the days by metric that changed since their rollups were built. */
const touched = async (
  tx: Queryable,
  model: Model,
  list: readonly Known[],
  timeZone: string,
): Promise<Map<string, (string | null)[]>> => {
  const days = new Map(list.map((k) => [k.key, [] as (string | null)[]]))
  if (!list.length) return days
  const { keys } = await moved(tx, model, list)
  if (!keys.size) return days
  const b = everything(model)
  const zone = literal(timeZone)
  const each = list
    .filter((k) => keys.has(k.key))
    .map(
      (k) =>
        `select ${literal(k.key)} as metric, x.day from ${touchedDays(b, k.declared, `${b.sql.add(k.snapshot)}::pg_snapshot`, zone)} x`,
    )
  for (const row of (
    await tx.query<{ metric: string; day: string | null }>({
      text: each.join('\nunion all '),
      values: b.sql.values,
    })
  ).rows) {
    days.get(row.metric)!.push(row.day)
  }
  return days
}

/**
 * Edges of all steps, those of the previous period first; a day's step is the number of edges that
 * are not after it.
 */
const edgesOf = (period: Period): string[] => [...stepsOf(period).map((s) => s.from), period.until]

/** Sums the rollups of unchanged days, for all metrics in one query. */
const kept = async (
  tx: Queryable,
  list: readonly (Known & { readonly until: string; readonly days: readonly string[] })[],
  period: Period,
): Promise<Sum[]> => {
  const [first] = edgesOf(period)
  const values = [
    list.map((k) => k.key),
    list.map((k) => k.scope),
    list.map((k) => (isFlow(k.declared) ? first : '-infinity')),
    list.map((k) => k.until),
    list.flatMap((k) => k.days.map(() => k.key)),
    list.flatMap((k) => k.days),
    edgesOf(period),
    period.from,
  ]
  const text = `with x as materialized (select * from unnest($5::text[], $6::date[]) x(metric, day)), f as materialized (select * from unnest($1::text[], $2::uuid[], $3::date[], $4::date[]) f(metric, scope, since, until))
select r.metric, r.part, width_bucket(r.day, $7::date[]) as i, null::uuid as by, r.currency as c, sum(r.value)::float8 as v, sum(r.value * (r.day - ${EPOCH}))::float8 as m, sum(r.records)::float8 as r
from f join metric_days r on r.metric = f.metric and r.scope = f.scope and r.part in ('at', 'began', 'ended') and r.day >= f.since and r.day < f.until and not exists (select 1 from x where x.metric = r.metric and x.day = r.day) group by 1, 2, 3, 5
union all select r.metric, r.part, 1, r.by_id, r.currency, sum(r.value)::float8, 0, sum(r.records)::float8
from f join metric_days r on r.metric = f.metric and r.scope = f.scope and r.part = 'top' and r.day >= $8::date and r.day < f.until and not exists (select 1 from x where x.metric = r.metric and x.day = r.day) group by 1, 2, 4, 5`
  return (await tx.query<Sum>({ text, values })).rows
}

/** Sums the caller's records of changed days, for all metrics in one query. */
const counted = async (
  { db, model, access, period, now }: CountContext,
  list: readonly (Known & { readonly count: readonly string[] })[],
): Promise<Sum[]> => {
  const b = building(model, access)
  const zone = literal(period.timeZone)
  const edges = `${b.sql.add(edgesOf(period))}::date[]`
  const parts = list.flatMap(({ declared, key, count }) => {
    const all = `${b.sql.add(count)}::date[]`
    const rows = conditions(b, declared.resource, {})
    return partsOf(b, declared).map((part) => {
      // Levels are taken now at the latest.
      const where = [
        ...rows,
        ...part.where,
        onDay(part, 'd.day', zone),
        ...(isLevel(declared) ? [`${part.at} < ${b.sql.add(now)}::timestamptz`] : []),
        ...(part.name === 'top' ? [`d.day >= ${b.sql.add(period.from)}::date`] : []),
      ].join(' and ')
      return `select ${literal(key)} as metric, ${literal(part.name)} as part, ${part.name === 'top' ? '1' : `width_bucket(d.day, ${edges})`} as i, x.by, x.c, sum(x.v)::float8 as v, sum(x.v * (d.day - ${EPOCH}))::float8 as m, sum(x.r)::float8 as r
from unnest(${all}) d(day) cross join lateral (select ${part.by} as by, ${part.currency} as c, ${summed(part)} as v, count(*)::float8 as r from ${table(declared.resource)} t where ${where} group by 1, 2) x group by 3, 4, 5`
    })
  })
  return (await db.query<Sum>({ text: parts.join('\nunion all '), values: b.sql.values })).rows
}

/**
 * Returns the sums of the metrics that can be read from rollups, as of one snapshot: rollups of
 * unchanged days; for changed days, and today if the time of day matters, the caller's records
 * themselves. The database must see one snapshot.
 */
export const rolledUp = async (
  context: CountContext,
  declared: readonly Declared[],
): Promise<Sums> => {
  const { db, model, access, period, now } = context
  const list = await known(db, model, access, declared, period.timeZone)
  if (!list.length) return new Map()
  const changed = await touched(db, model, list, period.timeZone)
  const today = dayIn(period.timeZone, now)
  const [first] = edgesOf(period)
  const usable = list.flatMap((k) => {
    const days = changed.get(k.key)!
    if (days.includes(null) || days.length > MOST_DAYS_APART) return []
    const live = isLevel(k.declared) && today < period.until
    const until = live ? today : period.until
    const wanted = (days as string[]).filter(
      (day) => day < period.until && (!isFlow(k.declared) || day >= first!),
    )
    return [{ ...k, until, days: wanted, count: live ? [...new Set([...wanted, today])] : wanted }]
  })
  const sums = new Map<string, Sum[]>(usable.map((k) => [k.key, []]))
  if (!usable.length) return sums
  const live = usable.filter((k) => k.count.length > 0)
  // Sequential: a transaction has one connection.
  for (const sum of await kept(db, usable, period)) sums.get(sum.metric)!.push(sum)
  if (live.length) {
    for (const sum of await counted(context, live)) {
      sums.get(sum.metric)!.push(sum)
    }
  }
  return sums
}
