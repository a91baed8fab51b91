/** Rankings by what a metric counts. */
import type { FlowMetric } from '#schemas/define/metrics.ts'
import { conditions } from '../store/read/list.ts'
import { titleOpen, titleSql } from '../store/read/record.ts'
import {
  allowedBy,
  building,
  finish,
  liveRows,
  rowsFrom,
  run,
  sees,
  type Building,
} from '../store/read/statement.ts'
import type { CountContext } from './counted.ts'
import { field, type Declared } from './declared.ts'
import { partsOf, summed } from './parts.ts'
import { edge, type Period } from './period.ts'
import type { Sum } from './rollups/read.ts'

const SHOWN = 8

/** One ranked entry: amounts by currency, the organisation's first, and the number of records. */
export interface Ranked {
  readonly id: string
  readonly title: string
  readonly records: number
  readonly sums: readonly { readonly amount: number; readonly currency: string }[]
}
export interface Top {
  readonly metric: string
  readonly collection: string
  readonly field: string
  readonly target: string
  readonly rows: readonly Ranked[]
}

/** The same as for other metrics, and the organisation's currency. */
export interface RankContext extends CountContext {
  readonly currency: string
}

/** Counts from the records themselves. */
const counted = (b: Building, declared: Declared<FlowMetric>, period: Period): string => {
  const { resource } = declared
  const part = partsOf(b, declared).find((p) => p.name === 'top')!
  const day = (value: string) =>
    `${b.sql.add(edge(value, part.dated ? 'day' : 'instant', period.timeZone))}::${part.dated ? 'date' : 'timestamptz'}`
  const where = [
    ...conditions(b, resource, {}),
    ...part.where,
    `${part.at} >= ${day(period.from)}`,
    `${part.at} < ${day(period.until)}`,
  ].join(' and ')
  return `select ${part.by} as id, ${part.currency} as c, ${summed(part)} as v, count(*)::float8 as r from ${rowsFrom(b, resource, 't')} where ${where} group by 1, 2`
}

/** Adds up the daily rollups. */
const added = (b: Building, sums: readonly Sum[]): string => {
  const ranked = sums.filter((s) => s.part === 'top')
  const [ids, currencies, values, records] = [
    ranked.map((s) => s.by),
    ranked.map((s) => s.c),
    ranked.map((s) => s.v),
    ranked.map((s) => s.r),
  ].map((list) => b.sql.add(list))
  return `select id, c, sum(v) as v, sum(r) as r from unnest(${ids}::uuid[], ${currencies}::text[], ${values}::float8[], ${records}::float8[]) x(id, c, v, r) group by 1, 2`
}

/**
 * Returns the ranking of a metric by the amounts in the organisation's currency; undefined if the
 * person may not read its data.
 */
export const top = async (
  { db, model, access, period, currency }: RankContext,
  declared: Declared<FlowMetric>,
  sums?: readonly Sum[],
): Promise<Top | undefined> => {
  const { name, resource, metric } = declared
  if (!metric.top) return undefined
  const by = field(resource, metric.top.by)
  const money = field(resource, metric.top.sum)
  const target = model.resources.find((r) => r.collection === by.ref)!
  const allowed = allowedBy(access)
  const b = building(model, access)
  const title = titleSql(b, target, 's')
  if (
    !allowed(resource, by.name) ||
    !allowed(resource, money.name) ||
    !sees(access, target) ||
    !title
  ) {
    return undefined
  }
  const own = b.sql.add(currency)
  const text = `with g as materialized (${sums ? added(b, sums) : counted(b, declared, period)}),
 r as (select id, sum(r) as r, coalesce(sum(v) filter (where c = ${own}), 0) as v from g group by 1 order by v desc, r desc, id limit ${SHOWN})
select s.id, ${title} as title, r.r as records, (select coalesce(json_agg(json_build_object('amount', g.v, 'currency', g.c) order by g.c = ${own} desc, g.v desc), '[]') from g where g.id = r.id and g.c is not null) as sums
from r join ${rowsFrom(b, target, 's')} on s.id = r.id where ${[...liveRows(b, target, 's'), ...titleOpen(b, target, 's')].join(' and ')} order by r.v desc, r.r desc, s.id`
  return {
    metric: name,
    collection: resource.collection,
    field: by.name,
    target: target.collection,
    rows: await run<Ranked>(db, finish(b, text)),
  }
}
