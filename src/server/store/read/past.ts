/** Reconstructs records at a past instant from their current values and the later audit entries. */
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { ABOUT, visiblePatch, type Patch } from './history.ts'
import { isMany } from './record.ts'
import { literal, type Queryable } from './statement.ts'

/** What the audit stores instead of a redacted value. */
export const UNKNOWN = '•••'

/** What the audit knows about a record at an instant. */
export interface Past {
  /** Values before the later changes, by field. */
  readonly previous: Readonly<Record<string, Json>>
  /** Version of the first later change; null if there is none. 1: it did not exist yet. */
  readonly first: number | null
  /** Its last change until then: instant and person. */
  readonly changed: string | null
  readonly by: string | null
  /** When it was moved to the trash it was in then, null if it was live; absent: as today. */
  readonly deletedAt?: string | null
}

const FORMAT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
/** SQL condition: the audit entry `a` is a change of its record. */
export const real = `a.action not in (${ABOUT.map(literal).join(', ')})`

/** SQL condition: the audit entry `a` belongs to the record `id` of the entity in `entity`. */
export const entryOf = (entity: string, id: string): string =>
  `a.entity = ${entity} and a.record_id = ${id}`
/**
 * SQL conditions on a time: after an instant, or until then. Instants have millisecond precision: a
 * change in that same millisecond counts as done.
 */
export const isAfter = (time: string, at: string): string => `${time} >= ${afterMs(at)}`
export const isUntil = (time: string, at: string): string => `${time} < ${afterMs(at)}`
const afterMs = (at: string): string =>
  `date_trunc('milliseconds', ${at}::timestamptz) + interval '1 millisecond'`

/**
 * SQL conditions on rows under `alias` that existed and were live at an instant; `entity` and `at`
 * are parameters of the statement.
 */
export const livedAt = (alias: string, entity: string, at: string): string[] => {
  const later = `${entryOf(entity, `${alias}.id`)} and ${isAfter('a.at', at)}`
  return [
    isUntil(`${alias}.created_at`, at),
    `not exists (select 1 from audit a where ${later} and a.version = 1 and ${real})`,
    `coalesce((select a.action = 'delete' from audit a where ${later} and a.action in ('delete', 'restore') order by a.seq limit 1), ${alias}.deleted_at is null)`,
  ]
}

/** Reads what the audit knows about records at an instant, by id. */
export const pastOf = async (
  db: Queryable,
  resource: ResourceModel,
  ids: readonly string[],
  at: string,
): Promise<ReadonlyMap<string, Past>> => {
  const of = entryOf('$1', 'r.id')
  const later = `${of} and ${isAfter('a.at', '$3')}`
  const until = `${of} and ${isUntil('a.at', '$3')}`
  const { rows } = await db.query<{
    id: string
    previous: Record<string, Json> | null
    first: number | null
    changed: string | null
    by: string | null
    moved: string | null
    deleted: string | null
  }>({
    text: `select r.id, s.previous, f.first, x.at as changed, x.actor_id as by, m.action as moved, d.at as deleted
from unnest($2::uuid[]) r(id)
left join lateral (select json_object_agg(n.name, n.before) as previous from (
 select e.key as name, (array_agg(e.value->0 order by a.seq))[1] as before from audit a cross join lateral jsonb_each(a.patch) e
 where ${later} and ${real} and jsonb_typeof(a.patch) = 'object' and jsonb_typeof(e.value) = 'array' group by e.key) n) s on true
left join lateral (select min(a.version) as first from audit a where ${later} and ${real}) f on true
left join lateral (select to_char(a.at at time zone 'UTC', ${FORMAT}) as at, a.actor_id from audit a where ${until} and ${real} order by a.seq desc limit 1) x on true
left join lateral (select a.action from audit a where ${later} and a.action in ('delete', 'restore') order by a.seq limit 1) m on true
left join lateral (select to_char(a.at at time zone 'UTC', ${FORMAT}) as at from audit a where m.action = 'restore' and ${until} and a.action = 'delete' order by a.seq desc limit 1) d on true`,
    values: [resource.entity, ids, at],
  })
  return new Map(
    rows.map(({ id, previous, first, changed, by, moved, deleted }) => [
      id,
      {
        previous: previous ?? {},
        first,
        changed,
        by,
        ...(moved === null ? {} : { deletedAt: moved === 'restore' ? deleted : null }),
      },
    ]),
  )
}

const empty = (field: FieldModel | undefined): Json => (field && isMany(field) ? [] : null)

/**
 * Returns a record as of an instant, from what the caller can read of it today, and the patch with
 * its earlier values. Values removed for privacy are empty, secrets are masked.
 */
export const asThen = (
  resource: ResourceModel,
  now: Readonly<Record<string, Json>>,
  past: Past,
  readable: ReadonlySet<string>,
): { readonly data: Readonly<Record<string, Json>>; readonly seen: Patch } => {
  const fields = new Map(resource.fields.map((f) => [f.name, f]))
  const patch: Patch = Object.fromEntries(
    Object.entries(past.previous).map(([name, before]) => [
      name,
      [before === UNKNOWN ? null : before, null] as const,
    ]),
  )
  const seen = visiblePatch(patch, fields, readable)
  const earlier = Object.fromEntries(
    Object.entries(seen).map(([name, [before]]) => [name, before ?? empty(fields.get(name))]),
  )
  return {
    seen,
    data: {
      ...now,
      ...earlier,
      ...(past.first === null
        ? {}
        : {
            version: past.first - 1,
            updatedAt: past.changed ?? now.createdAt ?? null,
            updatedBy: past.by,
          }),
      ...('deletedAt' in now && past.deletedAt !== undefined ? { deletedAt: past.deletedAt } : {}),
    },
  }
}
