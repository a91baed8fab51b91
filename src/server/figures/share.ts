/** Figures of how much of what a calendar has room for is taken. */
import type { ShareFigure } from '#schemas/define/figures.ts'
import type { Filter } from '#model/query.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { filterSql } from '../store/read/filters.ts'
import { conditions } from '../store/read/list.ts'
import { building, column, finish, literal, run, table, type Queryable } from '../store/read/statement.ts'
import { calendarOf, field, whereOf, type Declared } from './declared.ts'
import type { Counted, Series } from './counted.ts'
import { daysBetween, type Period, type Step } from './period.ts'

const takers = ({ figure, resource }: Declared<ShareFigure>): Filter[] => {
  const { states } = calendarOf(resource).capacity
  return [...(states ? [{ path: ['state'], op: 'in', value: [...states] } as Filter] : []), ...whereOf(figure.where)]
}

/** The stays behind the figure, as the list filters them: those with a night in the period. */
export const shareFilter = (declared: Declared<ShareFigure>, { from, until }: Pick<Period, 'from' | 'until'>): Filter => {
  const { from: start, to, ended } = calendarOf(declared.resource)
  const after = (name: string): Filter => ({ path: [name], op: 'gt', value: from })
  return { and: [...takers(declared), { path: [start], op: 'lt', value: until }, ended ? { or: [after(ended), { and: [{ path: [ended], op: 'isNull', value: true }, after(to)] }] } : after(to)] }
}

/** All there is room for in one night, of the places the person may list. */
const roomSql = (model: Model, access: Access, declared: Declared<ShareFigure>) => {
  const { by: [place], capacity } = calendarOf(declared.resource)
  const target = model.resources.find((r) => r.collection === field(declared.resource, place).ref) as ResourceModel
  const b = building(model, access)
  const [, rows = ''] = capacity.of.split('.')
  const behind = Object.fromEntries(Object.entries(declared.figure.where ?? {}).flatMap(([path, v]) => (path.startsWith(`${place}.`) ? [[path.slice(place.length + 1), v]] : [])))
  const where = conditions(b, target, { filter: { and: whereOf(behind) } }).join(' and ')
  return finish(b, `select coalesce(sum((x->>${literal(capacity.count)})::int), 0)::float8 as room from ${table(target)} t cross join lateral jsonb_array_elements(coalesce(${column('t', field(target, rows))}, '[]'::jsonb)) x where ${where}`)
}

/** Nights are counted from how many more or fewer are taken on a day than on the one before. */
export const share = async (db: Queryable, model: Model, access: Access, declared: Declared<ShareFigure>, period: Period): Promise<Counted> => {
  const { resource } = declared
  const { from, to, ended, capacity } = calendarOf(resource)
  const b = building(model, access)
  const start = column('t', field(resource, from))
  const end = ended ? `coalesce(${column('t', field(resource, ended))}, ${column('t', field(resource, to))})` : column('t', field(resource, to))
  const taken = capacity.taken ? column('t', field(resource, capacity.taken)) : '1'
  const [first, last] = [`${b.sql.add(period.previous.from)}::date`, `${b.sql.add(period.until)}::date`]
  const rows = conditions(b, resource, {}).join(' and ')
  const stays = `${rows} and ${filterSql(b, resource, 't', { and: takers(declared) })} and ${end} > ${first} and ${start} < ${last} and ${end} > ${start}`
  const own = `${b.sql.add(period.from)}::date`
  const text = `with s as materialized (select ${start} as start, ${end} as stop, ${taken} as rooms from ${table(resource)} t where ${stays})
select day::text as day, sum(rooms)::float8 as change, (select count(*) from s where stop > ${own})::float8 as records from (
 select greatest(start, ${first}) as day, rooms from s union all select stop, -rooms from s where stop < ${last}) x group by 1 order by 1`
  const [changes, [there]] = await Promise.all([run<{ day: string; change: number; records: number }>(db, finish(b, text)), run<{ room: number }>(db, roomSql(model, access, declared))])
  const room = there?.room ?? 0
  const nights = ({ from: since, until }: Omit<Step, 'n'>): number => changes.reduce((sum, { day, change }) => (day < until ? sum + change * daysBetween(day > since ? day : since, until) : sum), 0)
  const part = (step: Omit<Step, 'n'>): number | null => (room ? nights(step) / (room * daysBetween(step.from, step.until)) : null)
  const series = (steps: readonly Step[]): Series[] => [{ currency: null, points: steps.map(part) }]
  return { unit: 'share', value: part(period), previous: part({ from: period.previous.from, until: period.from }), records: changes[0]?.records ?? 0, series: series(period.steps), before: series(period.before) }
}
