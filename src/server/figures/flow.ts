/** Figures of what happened within a period. */
import type { FlowFigure } from '#schemas/define/figures.ts'
import type { Filter } from '#model/query.ts'
import type { Model } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { filterSql } from '../store/read/filters.ts'
import { conditions } from '../store/read/list.ts'
import { amountColumn, building, column, currencyColumn, finish, run, table, type Building, type Queryable } from '../store/read/statement.ts'
import { field, whereOf, type Declared } from './declared.ts'
import { seriesOf, sumsOf, valueOf, type Counted, type Group } from './counted.ts'
import { edge, type Period, type Step } from './period.ts'

/** Steps as a table `k(n, start, stop)`; each is looked up in the index by itself. */
export const stepsSql = (b: Building, steps: readonly Step[], kind: string, timeZone: string): string => {
  const type = kind === 'day' ? 'date' : 'timestamptz'
  const at = (pick: (s: Step) => string) => `${b.sql.add(steps.map((s) => edge(pick(s), kind, timeZone)))}::${type}[]`
  return `unnest(${b.sql.add(steps.map((s) => s.n))}::int[], ${at((s) => s.from)}, ${at((s) => s.until)}) as k(n, start, stop)`
}

/** The records behind the figure, as the list filters them. */
export const flowFilter = ({ figure, resource }: Declared<FlowFigure>, { from, until, timeZone }: Pick<Period, 'from' | 'until' | 'timeZone'>): Filter => {
  const { kind } = field(resource, figure.at)
  const day = (op: 'gte' | 'lt', value: string): Filter => ({ path: [figure.at], op, value: edge(value, kind, timeZone) })
  return { and: [...whereOf(figure.where), day('gte', from), day('lt', until)] }
}

export const flow = async (db: Queryable, model: Model, access: Access, declared: Declared<FlowFigure>, period: Period): Promise<Counted> => {
  const { figure, resource } = declared
  const b = building(model, access)
  const at = field(resource, figure.at)
  const money = figure.sum ? field(resource, figure.sum) : undefined
  const steps = stepsSql(b, [...period.before, ...period.steps], at.kind, period.timeZone)
  const where = conditions(b, resource, { filter: { and: whereOf(figure.where) } }).join(' and ')
  const amount = money && amountColumn('t', money)
  const signed = amount && figure.less ? `case when ${filterSql(b, resource, 't', { and: whereOf(figure.less) })} then -${amount} else ${amount} end` : amount
  const text = `select k.n, x.* from ${steps} cross join lateral (
 select ${money ? currencyColumn('t', money) : 'null::text'} as c, ${signed ? `coalesce(sum(${signed}), 0)` : 'count(*)'}::float8 as v, count(*)::float8 as r
 from ${table(resource)} t where ${where} and ${column('t', at)} >= k.start and ${column('t', at)} < k.stop group by 1) x`
  const groups = await run<Group>(db, finish(b, text))
  const unit = money ? 'money' : 'count'
  const own = groups.filter((g) => g.n >= 0)
  const earlier = groups.filter((g) => g.n < 0)
  return {
    unit, value: valueOf(unit, sumsOf(own)), previous: valueOf(unit, sumsOf(earlier)), records: own.reduce((n, g) => n + g.r, 0),
    series: seriesOf(own, period.steps.map((s) => s.n), unit), before: seriesOf(earlier, period.before.map((s) => s.n), unit),
  }
}
