/** Who has most of what a figure counts. */
import type { FlowFigure } from '#schemas/define/figures.ts'
import type { Filter } from '#model/query.ts'
import type { Model } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { conditions } from '../store/read/list.ts'
import { titleSql } from '../store/read/record.ts'
import { allowedBy, amountColumn, building, column, currencyColumn, finish, liveRows, run, sees, table, type Queryable } from '../store/read/statement.ts'
import { field, whereOf, type Declared } from './declared.ts'
import { edge, type Period } from './period.ts'

const SHOWN = 8

/** One of the ranked: amounts by currency, the organisation's first, and how many records they are from. */
export interface Ranked { readonly id: string; readonly title: string; readonly records: number; readonly sums: readonly { readonly amount: number; readonly currency: string }[] }
export interface Top { readonly figure: string; readonly collection: string; readonly field: string; readonly target: string; readonly rows: readonly Ranked[] }

/** The ranking of a figure by the amounts in the organisation's currency; undefined where the person may not read what it is made of. */
export const top = async (db: Queryable, model: Model, access: Access, { name, resource, figure }: Declared<FlowFigure>, period: Period, currency: string): Promise<Top | undefined> => {
  if (!figure.top) return undefined
  const by = field(resource, figure.top.by)
  const money = field(resource, figure.top.sum)
  const target = model.resources.find((r) => r.collection === by.ref)!
  const allowed = allowedBy(access)
  const b = building(model, access)
  const title = titleSql(b, target, 's')
  if (!allowed(resource, by.name) || !allowed(resource, money.name) || !sees(access, target) || !title) return undefined
  const at = field(resource, figure.at)
  const day = (value: string) => `${b.sql.add(edge(value, at.kind, period.timeZone))}::${at.kind === 'day' ? 'date' : 'timestamptz'}`
  const filter: Filter = { and: whereOf(figure.where) }
  const where = [...conditions(b, resource, { filter }), `${column('t', at)} >= ${day(period.from)}`, `${column('t', at)} < ${day(period.until)}`, `${column('t', by)} is not null`].join(' and ')
  const own = b.sql.add(currency)
  const text = `with g as materialized (select ${column('t', by)} as id, ${currencyColumn('t', money)} as c, coalesce(sum(${amountColumn('t', money)}), 0)::float8 as v, count(*)::float8 as r from ${table(resource)} t where ${where} group by 1, 2),
 r as (select id, sum(r) as r, coalesce(sum(v) filter (where c = ${own}), 0) as v from g group by 1 order by v desc, r desc, id limit ${SHOWN})
select s.id, ${title} as title, r.r as records, (select coalesce(json_agg(json_build_object('amount', g.v, 'currency', g.c) order by g.c = ${own} desc, g.v desc), '[]') from g where g.id = r.id and g.c is not null) as sums
from r join ${table(target)} s on s.id = r.id where ${liveRows(b, target, 's').join(' and ')} order by r.v desc, r.r desc, s.id`
  return { figure: name, collection: resource.collection, field: by.name, target: target.collection, rows: await run<Ranked>(db, finish(b, text)) }
}
