/**
 * Finds the days of a metric that may have changed since a snapshot, from the audit: every change
 * is recorded there in the same transaction.
 */
import { snake } from '#model/columns.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'
import { quoteName } from '../../permissions/rowRules.ts'
import {
  column,
  literal,
  table,
  type Building,
  type Queryable,
} from '../../store/read/statement.ts'
import { namesOf, type Declared } from '../declared.ts'
import { partsOf } from '../parts.ts'
import { tenantsOf, type Dependence } from './scope.ts'

/** Beyond this many days, everything is counted from the records. */
export const MOST_DAYS_APART = 366

const quoted = (names: readonly string[]): string => `array[${names.map(literal).join(', ')}]`
/**
 * Entries of a backup keep the transaction ids of the cluster it was made on. Ids that this one has
 * not reached are older than any of its snapshots.
 */
const OF_HERE = 'xid < pg_snapshot_xmax(pg_current_snapshot())'
/** Changes after which a record starts or stops counting. */
const COMES_OR_GOES =
  "a.action in ('create', 'import', 'import.history', 'delete', 'restore', 'purge')"

/** Conditions may use a path: a change or deletion of the record there affects any record. */
const ofConditions = (
  model: Model,
  { resource, metric }: Declared,
): (Dependence & { readonly goes: true })[] =>
  [...Object.keys(metric.where ?? {}), ...('less' in metric ? Object.keys(metric.less ?? {}) : [])]
    .filter((path) => path.includes('.'))
    .flatMap((path) => {
      const [first = '', second = ''] = path.split('.')
      const target = model.resources.find((r) => r.collection === fieldOf(resource, first)?.ref)
      return target ? [{ resource: target, fields: [second], goes: true as const }] : []
    })

/** Returns the entities a metric's days depend on. */
const dependences = (
  model: Model,
  declared: Declared,
): (Dependence & { readonly goes?: true })[] => [
  ...(tenantsOf(model, declared.resource)?.on ?? []),
  ...ofConditions(model, declared),
]
const entitiesOf = (model: Model, declared: Declared): string[] => [
  ...new Set([
    declared.resource.entity,
    ...dependences(model, declared).map((d) => d.resource.entity),
  ]),
]

/** A metric and the snapshot (`pg_snapshot`) at which its rollups were built. */
export interface Made {
  readonly declared: Declared
  readonly key: string
  readonly snapshot: string
}

/** Which metrics may be out of date, as found in one snapshot. */
export interface Moved {
  readonly keys: ReadonlySet<string>
  /** The snapshot (`pg_snapshot`) at which all others are complete too. */
  readonly snapshot: string
  /** Entries of the audit since the oldest of their snapshots: what the check costs. */
  readonly entries: number
}

/**
 * Finds those for which anything was written since they were built: a cheap check that avoids the
 * thorough one. Needs at least one.
 */
export const moved = async (db: Queryable, model: Model, made: readonly Made[]): Promise<Moved> => {
  // The oldest transaction any of them may have missed, as a constant, twice: the planner then sees
  // how few entries follow it.
  const since = made.map((m) => BigInt(m.snapshot.split(':')[0]!)).reduce((a, b) => (a < b ? a : b))
  // A snapshot misses transactions that began after it, for which the last one of each entity
  // suffices, and those in progress, which it lists.
  const text = `with f as materialized (select key, snapshot::pg_snapshot from unnest($1::text[], $2::text[]) f(key, snapshot)),
 last as materialized (select entity, max(xid) as xid, count(*) as entries from audit where xid >= '${since}'::xid8 and ${OF_HERE} group by entity),
 w as (select f.key, a.entity from f join last a on a.xid >= pg_snapshot_xmax(f.snapshot)
union select f.key, a.entity from f cross join pg_snapshot_xip(f.snapshot) x(xid) join audit a on a.xid = x.xid and a.xid >= '${since}'::xid8)
select pg_current_snapshot()::text as snapshot, (select coalesce(sum(entries), 0)::int from last) as entries, (select coalesce(json_agg(concat(w.key, ' ', w.entity)), '[]') from w) as written`
  const { rows } = await db.query<{ snapshot: string; entries: number; written: string[] }>({
    text,
    values: [made.map((m) => m.key), made.map((m) => m.snapshot)],
  })
  const { written, ...found } = rows[0]!
  const all = new Set(written)
  const changed = made.filter((m) =>
    entitiesOf(model, m.declared).some((entity) => all.has(`${m.key} ${entity}`)),
  )
  return { ...found, keys: new Set(changed.map((m) => m.key)) }
}

interface When {
  readonly fields: readonly FieldModel[]
  readonly dated: boolean
  readonly shift: number
}

const dayOfField = ({ dated, shift }: When, value: string, zone: string): string =>
  dated ? `(${value}::date + (${shift}))` : `(${value}::timestamptz at time zone ${zone})::date`

/**
 * Returns a SELECT of `day` (null for all days) of the days changed by transactions that `snapshot`
 * (SQL of a `pg_snapshot`) did not see. It may return too many, never too few. `zone` is SQL of the
 * zone's name.
 */
export const touchedDays = (
  b: Building,
  declared: Declared,
  snapshot: string,
  zone: string,
): string => {
  const { resource, metric } = declared
  const top = 'at' in metric ? metric.top : undefined
  const parts = partsOf(b, declared)
  const on = dependences(b.model, declared)
  const whens = [
    ...new Map(
      parts.map((p) => [JSON.stringify([p.fields.map((f) => f.name), p.shift]), p]),
    ).values(),
  ]
  const current = whens
    .flatMap((w) => w.fields.map((f) => `(${dayOfField(w, column('t', f), zone)})`))
    .join(', ')
  const changed = (names: readonly string[]) => `a.patch ?| ${quoted([...new Set(names)])}`
  const made = [
    ...namesOf(declared),
    ...(top ? [top.by, top.sum] : []),
    ...(tenantsOf(b.model, resource)?.own ?? []),
  ].map((path) => path.split('.')[0]!)
  const mine = `a.entity = ${literal(resource.entity)} and (${COMES_OR_GOES} or ${changed(made)})`
  const gone = (r: ResourceModel) =>
    `not exists (select 1 from ${table(r)} x where x.id = a.record_id)`
  const recorded = whens.flatMap((w) =>
    w.fields.map((f) => {
      const values = [0, 1].map((i) => `(a.patch->${literal(f.name)}->>${i})`).join(', ')
      // A redacted value does not reveal the day.
      return `select case when x.v ~ '^\\d{4}-\\d\\d-\\d\\d' then ${dayOfField(w, 'x.v', zone)} end as day from a cross join lateral (values ${values}) x(v) where ${mine} and ${changed([f.name])} and x.v is not null`
    }),
  )
  const others = on.map((d) => {
    const theirs = `a.entity = ${literal(d.resource.entity)}`
    if (!d.via) {
      return `select null::date from a where ${theirs} and ((a.version > 1 and ${changed(d.fields)})${d.goes ? " or a.action in ('delete', 'restore', 'purge')" : ''})`
    }
    const via = quoteName(snake(d.via))
    const moved = `${theirs} and (${COMES_OR_GOES} or ${changed(d.fields)})`
    return `select d.day from (select u.${via} as id from a join ${table(d.resource)} u on u.id = a.record_id where ${moved} union select (a.patch->${literal(d.via)}->>0)::uuid from a where ${moved}) k join ${table(resource)} t on t.id = k.id cross join lateral (values ${current}) d(day) where d.day is not null
 union all select null::date from a where ${moved} and ${gone(d.resource)}`
  })
  return `(with a as materialized (select a.entity, a.record_id, a.action, a.version, a.patch from audit a where a.xid >= pg_snapshot_xmin(${snapshot}) and a.${OF_HERE} and not pg_visible_in_snapshot(a.xid, ${snapshot}) and a.entity = any(${quoted(entitiesOf(b.model, declared))}))
select distinct day from (
 select d.day from a join ${table(resource)} t on t.id = a.record_id cross join lateral (values ${current}) d(day) where ${mine} and d.day is not null
 union all select null::date from a where ${mine} and ${gone(resource)}
${[...recorded, ...others].map((text) => ` union all ${text}`).join('\n')}) x)`
}
