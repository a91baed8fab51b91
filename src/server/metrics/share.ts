/** Metrics of the occupied share of a calendar's capacity. */
import type { ShareMetric } from '#schemas/define/metrics.ts'
import type { Filter } from '#model/query.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { conditions } from '../store/read/list.ts'
import { building, column, finish, literal, rowsFrom, run } from '../store/read/statement.ts'
import { calendarOf, field, whereOf, type Declared } from './declared.ts'
import type { CountContext, Counted, Series } from './counted.ts'
import { partsOf, takers, type Part, type PartName } from './parts.ts'
import { daysBetween, stepsOf, type Period, type Step } from './period.ts'
import type { Sum } from './rollups/read.ts'

/**
 * Returns the filter of the stays behind the metric, for their list: those with a night in the
 * period.
 */
export const shareFilter = (
  declared: Declared<ShareMetric>,
  { from, until }: Pick<Period, 'from' | 'until'>,
): Filter => {
  const { from: start, to, ended } = calendarOf(declared.resource)
  const after = (name: string): Filter => ({ path: [name], op: 'gt', value: from })
  return {
    and: [
      ...takers(declared),
      { path: [start], op: 'lt', value: until },
      ended
        ? { or: [after(ended), { and: [{ path: [ended], op: 'isNull', value: true }, after(to)] }] }
        : after(to),
    ],
  }
}

/** SQL of the capacity per night over the places the person may list. */
const roomSql = (model: Model, access: Access, declared: Declared<ShareMetric>) => {
  const {
    by: [place],
    capacity,
  } = calendarOf(declared.resource)
  const target = model.resources.find(
    (r) => r.collection === field(declared.resource, place).ref,
  ) as ResourceModel
  const b = building(model, access)
  const [, rows = ''] = capacity.of.split('.')
  const behind = Object.fromEntries(
    Object.entries(declared.metric.where ?? {}).flatMap(([path, v]) =>
      path.startsWith(`${place}.`) ? [[path.slice(place.length + 1), v]] : [],
    ),
  )
  const where = conditions(b, target, { filter: { and: whereOf(behind) } }).join(' and ')
  return finish(
    b,
    `select coalesce(sum((x->>${literal(capacity.count)})::int), 0)::float8 as room from ${rowsFrom(b, target, 't')} cross join lateral jsonb_array_elements(coalesce(${column('t', field(target, rows))}, '[]'::jsonb)) x where ${where}`,
  )
}

interface Taken {
  readonly nights: (step: Omit<Step, 'n'>) => number
  readonly records: number
}

/** Counts nights from the daily changes in occupancy. */
const counted = async (
  { db, model, access, period }: CountContext,
  declared: Declared<ShareMetric>,
): Promise<Taken> => {
  const { resource } = declared
  const b = building(model, access)
  const [began, ended] = partsOf(b, declared) as [Part, Part]
  const [first, last] = [
    `${b.sql.add(period.previous.from)}::date`,
    `${b.sql.add(period.until)}::date`,
  ]
  const stays = [
    ...conditions(b, resource, {}),
    ...began.where,
    `${ended.at} > ${first}`,
    `${began.at} < ${last}`,
  ].join(' and ')
  const own = `${b.sql.add(period.from)}::date`
  const text = `with s as materialized (select ${began.at} as start, ${ended.at} as stop, ${began.value} as rooms from ${rowsFrom(b, resource, 't')} where ${stays})
select day::text as day, sum(rooms)::float8 as change, (select count(*) from s where stop > ${own})::float8 as records from (
 select greatest(start, ${first}) as day, rooms from s union all select stop, -rooms from s where stop < ${last}) x group by 1 order by 1`
  const changes = await run<{ day: string; change: number; records: number }>(db, finish(b, text))
  return {
    nights: ({ from: since, until }) =>
      changes.reduce(
        (sum, { day, change }) =>
          day < until ? sum + change * daysBetween(day > since ? day : since, until) : sum,
        0,
      ),
    records: changes[0]?.records ?? 0,
  }
}

const EPOCH = '1970-01-01'

/**
 * A stay that began before a step and has not ended counts for all of it; one that begins within it
 * counts from its first day, one that ends until its last night.
 */
const added = (sums: readonly Sum[], period: Period): Taken => {
  const steps = stepsOf(period)
  let standing = 0
  const move = (i: number) =>
    sums
      .filter((s) => s.i === i)
      .map((s) => (s.part === 'ended' ? { v: -s.v, m: -(s.m + s.v) } : s))
  const nights = new Map<string, number>()
  for (let i = 0; i <= steps.length; i++) {
    const step = steps[i - 1]
    const moves = move(i)
    if (step) {
      nights.set(
        step.from,
        standing * daysBetween(step.from, step.until) +
          moves.reduce((n, { v, m }) => n + v * daysBetween(EPOCH, step.until) - m, 0),
      )
    }
    standing += moves.reduce((n, { v }) => n + v, 0)
  }
  const records = (part: PartName, upTo: number) =>
    sums.reduce((n, s) => (s.part === part && s.i <= upTo ? n + s.r : n), 0)
  return {
    nights: ({ from: since, until }) =>
      steps.reduce(
        (n, step) => (step.from >= since && step.until <= until ? n + nights.get(step.from)! : n),
        0,
      ),
    records: records('began', steps.length) - records('ended', period.before.length),
  }
}

/** Uses `sums` of the daily rollups if available; else counts the records. */
export const share = async (
  context: CountContext,
  declared: Declared<ShareMetric>,
  sums?: readonly Sum[],
): Promise<Counted> => {
  const { db, model, access, period } = context
  const [{ nights, records }, [there]] = await Promise.all([
    sums ? added(sums, period) : counted(context, declared),
    run<{ room: number }>(db, roomSql(model, access, declared)),
  ])
  const room = there?.room ?? 0
  const part = (step: Omit<Step, 'n'>): number | null =>
    room ? nights(step) / (room * daysBetween(step.from, step.until)) : null
  const series = (list: readonly Step[]): Series[] => [{ currency: null, points: list.map(part) }]
  return {
    unit: 'share',
    value: part(period),
    previous: part({ from: period.previous.from, until: period.from }),
    records,
    series: series(period.steps),
    before: series(period.before),
  }
}
