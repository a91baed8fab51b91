/** Grouped counts and sums. */
import { parseGroup, parseMeasure, type GroupBy, type Measure } from '#model/aggregateQuery.ts'
import type { ListQuery } from '#model/query.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import { snake } from '#model/columns.ts'
import { isRef } from '#model/standard.ts'
import type { Access } from '../../permissions/types.ts'
import { quoteName } from '../../permissions/rowRules.ts'
import { conditions } from './list.ts'
import { includedSql, valueSql } from './record.ts'
import {
  allowedBy,
  amountColumn,
  building,
  column,
  currencyColumn,
  finish,
  rowsFrom,
  literal,
  run,
  storageOf,
  unknownName,
  type Queryable,
} from './statement.ts'
import { requirePermission } from '../../permissions/require.ts'

export const MAX_GROUPS = 1000

export interface AggregateRequest {
  readonly group: readonly string[]
  readonly measures: readonly string[]
  readonly filter?: ListQuery['filter']
  readonly search?: string
  readonly timeZone: string
}

/** Each tag of a row is a row of its own under this alias. */
const tagAlias = (field: FieldModel): string => quoteName(`tags ${field.name}`)

/**
 * Buckets are named by their first day, in the requested zone for instants. Weeks start on Monday.
 */
const groupSql = ({ field, bucket }: GroupBy, zone: () => string): string => {
  if (field.kind === 'tags') return `${tagAlias(field)}.tag`
  if (!bucket) return field.kind === 'instant' ? valueSql(field, 't') : column('t', field)
  const at =
    field.kind === 'instant'
      ? `(${column('t', field)} at time zone ${zone()})`
      : `${column('t', field)}::timestamp`
  return `date_trunc('${bucket}', ${at})::date`
}

const measureSql = ({ fn, field }: Measure): string => {
  if (!field) return 'count(*)'
  const at = field.kind === 'money' ? amountColumn('t', field) : column('t', field)
  if (fn === 'avg') return field.kind === 'money' ? `round(avg(${at}))` : `avg(${at})::float8`
  if (storageOf(field) === 'timestamptz') {
    return `to_char(${fn}(${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  }
  return `${fn}(${at})`
}

/**
 * `{ data: [{ group: { "<key>": value }, values: { "<measure>": value } }], included, truncated }`.
 * Keys are the requested texts. Sums of money are `{ amount, currency }`, one row per currency.
 * Buckets are ordered by time, other groups by the first measure, largest first; at most 1000. A
 * record with several tags counts in the group of each. `included` has the titles of referenced records.
 */
export const aggregate = async (
  db: Queryable,
  model: Model,
  resource: ResourceModel,
  query: AggregateRequest,
  access: Access,
): Promise<Json> => {
  requirePermission(access, `${resource.entity}.list`)
  const b = building(model, access)
  const allowed = allowedBy(access)
  const groups = query.group.map((key) => {
    const g = parseGroup(resource, key, allowed)
    if (!g) throw unknownName('group', key)
    return g
  })
  const measures = query.measures.map((key) => {
    const m = parseMeasure(resource, key, allowed)
    if (!m) throw unknownName('measure', key)
    return m
  })
  const tags = groups.filter((g) => g.field.kind === 'tags').map((g) => g.field)
  const source = [
    rowsFrom(b, resource, 't'),
    ...tags.map((f) => `left join unnest(${column('t', f)}) ${tagAlias(f)}(tag) on true`),
  ].join(' ')
  const where = conditions(b, resource, query).join(' and ')
  let zone: string | undefined
  const zoneValue = () => (zone ??= `${b.sql.add(query.timeZone)}::text`)
  const currencies = [
    ...new Set(
      measures.flatMap((m) => (m.field?.kind === 'money' ? [currencyColumn('t', m.field)] : [])),
    ),
  ]
  const currencyOf = (m: Measure) => `c${currencies.indexOf(currencyColumn('t', m.field!))}`
  const keys = [
    ...groups.map((g, i) => `${groupSql(g, zoneValue)} as g${i}`),
    ...currencies.map((c, i) => `${c} as c${i}`),
  ]
  const columns = [...keys, ...measures.map((m, i) => `${measureSql(m)} as m${i}`)].join(', ')
  const byKey = keys.map((_, i) => String(i + 1))
  const order = [
    ...(groups.some((g) => g.bucket) || !measures.length
      ? []
      : [`${keys.length + 1} desc nulls last`]),
    ...byKey,
  ]
  const grouped = `select ${columns} from ${source} where ${where}${keys.length ? ` group by ${byKey.join(', ')}` : ''}${order.length ? ` order by ${order.join(', ')}` : ''} limit ${MAX_GROUPS + 1}`
  const group = groups.map((g, i) => `${literal(g.key)}, g${i}`).join(', ')
  const values = measures
    .map(
      (m, i) =>
        `${literal(m.key)}, ${m.field?.kind === 'money' ? `case when m${i} is null then null else json_build_object('amount', m${i}, 'currency', ${currencyOf(m)}) end` : `m${i}`}`,
    )
    .join(', ')
  const refs = groups.flatMap((g, i) =>
    isRef(g.field) ? [{ field: g.field, as: `g${i} as ${quoteName(snake(g.field.name))}` }] : [],
  )
  const included = refs.length
    ? includedSql(
        b,
        refs.map((r) => r.field),
        `(select ${refs.map((r) => r.as).join(', ')} from d)`,
      )
    : `'{}'::json`
  const text = `with g as materialized (${grouped}), d as materialized (select * from g limit ${MAX_GROUPS})
select json_build_object('data', (select coalesce(json_agg(json_build_object('group', json_build_object(${group}), 'values', json_build_object(${values}))), '[]') from d),
 'included', ${included}, 'truncated', (select count(*) from g) > ${MAX_GROUPS}) as response`
  const [found] = await run<{ response: Json }>(db, finish(b, text))
  return found!.response
}
