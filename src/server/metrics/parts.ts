/** The parts of metrics: each record counts at one or two moments, with its value. */
import type { FlowMetric, LevelMetric } from '#schemas/define/metrics.ts'
import type { FieldModel } from '#model/types.ts'
import type { Filter } from '#model/query.ts'
import { filterSql } from '../store/read/filters.ts'
import { amountColumn, column, currencyColumn, type Building } from '../store/read/statement.ts'
import { calendarOf, field, isFlow, isLevel, isShare, whereOf, type Declared } from './declared.ts'

/** `at` and `top` of flows; `began` and `ended` of levels and shares. */
export type PartName = 'at' | 'top' | 'began' | 'ended'

/** SQL over rows with the alias `t`. */
export interface Part {
  readonly name: PartName
  /** When a record counts: a date if `dated`, else an instant. Null if it does not count. */
  readonly at: string
  readonly dated: boolean
  /** The fields `at` is read from, and its offset from them in days. */
  readonly fields: readonly FieldModel[]
  readonly shift: number
  /** Value of a record; `1` when records are counted. */
  readonly value: string
  readonly currency: string
  /** What a ranking groups by. */
  readonly by: string
  /** Which records count at all, apart from the caller's permissions. */
  readonly where: readonly string[]
}

/** SQL of the sum over a part's records. */
export const summed = ({ value }: Part): string =>
  value === '1' ? 'count(*)::float8' : `coalesce(sum(${value}), 0)::float8`

/** Returns the filters for stays that occupy capacity. */
export const takers = ({ metric, resource }: Declared): Filter[] => {
  const { states } = calendarOf(resource).capacity
  return [
    ...(states ? [{ path: ['state'], op: 'in', value: [...states] } as Filter] : []),
    ...whereOf(metric.where),
  ]
}

const flowParts = (b: Building, { resource, metric }: Declared<FlowMetric>): Part[] => {
  const at = field(resource, metric.at)
  const money = metric.sum ? field(resource, metric.sum) : undefined
  const amount = money && amountColumn('t', money)
  const signed =
    amount && metric.less
      ? `case when ${filterSql(b, resource, 't', { and: whereOf(metric.less) })} then -${amount} else ${amount} end`
      : amount
  const common = { at: column('t', at), dated: at.kind === 'day', fields: [at], shift: 0 }
  const where = whereOf(metric.where).map((f) => filterSql(b, resource, 't', f))
  const parts: Part[] = [
    {
      ...common,
      name: 'at',
      value: signed ?? '1',
      currency: money ? currencyColumn('t', money) : 'null::text',
      by: 'null::uuid',
      where,
    },
  ]
  if (metric.top) {
    const by = column('t', field(resource, metric.top.by))
    const ranked = field(resource, metric.top.sum)
    parts.push({
      ...common,
      name: 'top',
      value: amountColumn('t', ranked),
      currency: currencyColumn('t', ranked),
      by,
      where: [...where, `${by} is not null`],
    })
  }
  return parts
}

/** A record that ended before it began (a ticket solved in time) never counts. */
const levelParts = (b: Building, { resource, metric }: Declared<LevelMetric>): Part[] => {
  const [since, until] = [field(resource, metric.since), field(resource, metric.until)]
  const [began, ended] = [column('t', since), column('t', until)]
  const money = metric.sum ? field(resource, metric.sum) : undefined
  const monthly = metric.monthly?.map((name) => column('t', field(resource, name)))
  const amount = money && amountColumn('t', money)
  const value =
    amount && monthly
      ? `round(${amount}::numeric / (${monthly[1]} * case ${monthly[0]} when 'year' then 12 else 1 end))`
      : (amount ?? '1')
  const common = {
    dated: false,
    shift: 0,
    value,
    currency: money ? currencyColumn('t', money) : 'null::text',
    by: 'null::uuid',
  }
  const where = whereOf(metric.where).map((f) => filterSql(b, resource, 't', f))
  return [
    {
      ...common,
      name: 'began',
      at: began,
      fields: [since],
      where: [...where, `(${ended} is null or ${ended} > ${began})`],
    },
    {
      ...common,
      name: 'ended',
      at: ended,
      fields: [until],
      where: [...where, `${ended} > ${began}`],
    },
  ]
}

/** A stay begins on the day of its first night and ends with its last night. */
const shareParts = (b: Building, declared: Declared): Part[] => {
  const { resource } = declared
  const { from, to, ended, capacity } = calendarOf(resource)
  const [start, last] = [field(resource, from), field(resource, to)]
  const early = ended ? field(resource, ended) : undefined
  const end = early ? `coalesce(${column('t', early)}, ${column('t', last)})` : column('t', last)
  const common = {
    dated: true,
    value: capacity.taken ? column('t', field(resource, capacity.taken)) : '1',
    currency: 'null::text',
    by: 'null::uuid',
    where: [
      ...takers(declared).map((f) => filterSql(b, resource, 't', f)),
      `${end} > ${column('t', start)}`,
    ],
  }
  return [
    { ...common, name: 'began', at: column('t', start), fields: [start], shift: 0 },
    { ...common, name: 'ended', at: end, fields: early ? [early, last] : [last], shift: -1 },
  ]
}

/**
 * Returns the parts of a metric; `b` determines what the caller sees of the paths in its
 * conditions.
 */
export const partsOf = (b: Building, declared: Declared): Part[] => {
  if (isFlow(declared)) return flowParts(b, declared)
  if (isLevel(declared)) return levelParts(b, declared)
  return isShare(declared) ? shareParts(b, declared) : []
}

/** SQL of the day on which a record counts in a part. `zone` is SQL of the zone's name. */
export const dayOf = ({ at, dated, shift }: Part, zone: string): string => {
  if (!dated) return `(${at} at time zone ${zone})::date`
  return shift ? `(${at} + (${shift}))` : at
}

/**
 * SQL condition for records that count on `day` (SQL), in a form that can use an index on the
 * moment: daylight saving shifts a day's edges by at most two hours.
 */
export const onDay = (part: Part, day: string, zone: string): string =>
  part.dated
    ? `${part.at} = ${day} - (${part.shift})`
    : `${part.at} >= (${day}::timestamp at time zone ${zone}) - interval '3 hours' and ${part.at} < ((${day} + 1)::timestamp at time zone ${zone}) + interval '3 hours' and ${dayOf(part, zone)} = ${day}`
