/** Figures of what there is at a moment: what had begun and not yet ended. */
import type { LevelFigure } from '#schemas/define/figures.ts'
import type { Filter } from '#model/query.ts'
import type { Model } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { conditions } from '../store/read/list.ts'
import { amountColumn, building, column, currencyColumn, finish, run, table, type Queryable } from '../store/read/statement.ts'
import { field, whereOf, type Declared } from './declared.ts'
import { sumsOf, valueOf, type Counted, type Group, type Series } from './counted.ts'
import { edge, type Period } from './period.ts'

const earlier = (a: string, b: string): string => (a < b ? a : b)
/** The moment a period is looked back from: its end, or now while it lasts. */
const moment = (period: Pick<Period, 'until' | 'timeZone'>, now: string): string => earlier(edge(period.until, 'instant', period.timeZone), now)

/** The records behind the figure, as the list filters them. */
export const levelFilter = ({ figure }: Declared<LevelFigure>, period: Period, now: string): Filter => {
  const at = moment(period, now)
  return { and: [...whereOf(figure.where), { path: [figure.since], op: 'lt', value: at }, { or: [{ path: [figure.until], op: 'isNull', value: true }, { path: [figure.until], op: 'gte', value: at }] }] }
}

/**
 * What stood at the beginning is counted once; what began and what ended since is counted step by step. One that ended before
 * it began (a ticket solved in time) never stood.
 */
export const level = async (db: Queryable, model: Model, access: Access, declared: Declared<LevelFigure>, period: Period, now: string): Promise<Counted> => {
  const { figure, resource } = declared
  const b = building(model, access)
  const [since, until] = [column('t', field(resource, figure.since)), column('t', field(resource, figure.until))]
  const money = figure.sum ? field(resource, figure.sum) : undefined
  const monthly = figure.monthly?.map((name) => column('t', field(resource, name)))
  const amount = money && amountColumn('t', money)
  const counted = amount === undefined ? 'count(*)' : `coalesce(sum(${monthly ? `round(${amount}::numeric / (${monthly[1]} * case ${monthly[0]} when 'year' then 12 else 1 end))` : amount}), 0)`
  const what = `${money ? currencyColumn('t', money) : 'null::text'} as c, ${counted}::float8 as v, count(*)::float8 as r from ${table(resource)} t`
  const where = conditions(b, resource, { filter: { and: whereOf(figure.where) } }).join(' and ')
  const instants = (days: readonly string[]) => b.sql.add(days.map((day) => earlier(edge(day, 'instant', period.timeZone), now)))
  const [first] = period.steps
  const start = `${b.sql.add(earlier(edge(first!.from, 'instant', period.timeZone), now))}::timestamptz`
  const text = `with k as (select * from unnest(${b.sql.add(period.steps.map((s) => s.n))}::int[], ${instants(period.steps.map((s) => s.from))}::timestamptz[], ${instants(period.steps.map((s) => s.until))}::timestamptz[]) as k(n, start, stop))
select 'stood' as kind, -1 as n, ${what} where ${where} and ${until} is null and ${since} < ${start} group by 3
union all select 'stood', -1, ${what} where ${where} and ${until} >= ${start} and ${since} < ${start} group by 3
union all select 'began', k.n, x.* from k cross join lateral (select ${what} where ${where} and ${since} >= k.start and ${since} < k.stop and (${until} is null or ${until} > ${since}) group by 1) x
union all select 'ended', k.n, x.* from k cross join lateral (select ${what} where ${where} and ${until} >= k.start and ${until} < k.stop and ${until} > ${since} group by 1) x`
  const groups = (await run<Group & { kind: 'stood' | 'began' | 'ended' }>(db, finish(b, text))).map((g) => (g.kind === 'ended' ? { ...g, v: -g.v, r: -g.r } : g))
  const unit = money ? 'money' : 'count'
  const stood = sumsOf(groups.filter((g) => g.kind === 'stood'))
  const reached = (edge: string): boolean => edge < now
  const series = (unit === 'count' ? [null] : [...new Set(groups.map((g) => g.c))]).map((currency): Series => {
    let sum = stood.get(currency) ?? 0
    return {
      currency,
      points: period.steps.map((step) => {
        sum += groups.reduce((all, g) => (g.c === currency && g.kind !== 'stood' && g.n === step.n ? all + g.v : all), 0)
        return reached(edge(step.from, 'instant', period.timeZone)) ? Math.round(sum) : null
      }),
    }
  })
  return { unit, value: valueOf(unit, sumsOf(groups)), previous: valueOf(unit, stood), records: groups.reduce((n, g) => n + g.r, 0), series, before: [] }
}
