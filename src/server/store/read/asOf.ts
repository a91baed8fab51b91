/**
 * A record at a past instant, reconstructed from its current values and the later audit entries.
 */
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import { notFound } from '../../problem.ts'
import type { Access } from '../../permissions/types.ts'
import { fieldsOn } from '../../permissions/fieldsOn.ts'
import { get } from './get.ts'
import { titles, visiblePatch, type Patch } from './history.ts'
import { isMany } from './record.ts'
import { queryOf, type Queryable } from './statement.ts'
import type { IncludedTitles } from '../types.ts'

/** What the audit stores instead of a redacted value. */
const UNKNOWN = '•••'

interface Since {
  readonly name: string
  readonly before: Json
}

interface Read {
  readonly data: Readonly<Record<string, Json>>
  readonly included: IncludedTitles
}

const FORMAT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
/** Instants have millisecond precision: a change in that same millisecond counts as done. */
const LATER = `a.entity = $1 and a.record_id = $2::uuid and date_trunc('milliseconds', a.at) > $3::timestamptz`

/**
 * `{ data, included, asOf }` of a record at an instant, limited to what the caller can read today:
 * both the record and each field. Values removed for privacy are empty, secrets are masked. 404
 * before the record was created.
 */
export const recordAsOf = async (
  db: Queryable,
  model: Model,
  resource: ResourceModel,
  id: string,
  access: Access,
  at: string,
): Promise<Json> => {
  const now = JSON.parse(
    (await get(db, model, resource, id, access, { trashed: true })).body,
  ) as Read
  const given = [resource.entity, id, at]
  const query = queryOf(db)
  const { rows: since } = await query<Since>(
    `select e.key as name, (array_agg(e.value->0 order by a.seq))[1] as before from audit a cross join lateral jsonb_each(a.patch) e
where ${LATER} and jsonb_typeof(a.patch) = 'object' and jsonb_typeof(e.value) = 'array' group by e.key`,
    given,
  )
  const {
    rows: [span],
  } = await query<{ first: number | null; changed: string | null; by: string | null }>(
    `select (select min(a.version) from audit a where ${LATER} and a.action <> 'note') as first, x.at as changed, x.actor_id as by
from (select 1) one left join lateral (select to_char(a.at at time zone 'UTC', ${FORMAT}) as at, a.actor_id from audit a
 where a.entity = $1 and a.record_id = $2::uuid and date_trunc('milliseconds', a.at) <= $3::timestamptz and a.action <> 'note' order by a.seq desc limit 1) x on true`,
    given,
  )
  const createdAt = now.data.createdAt
  if (
    span?.first === 1 ||
    (typeof createdAt === 'string' && createdAt > new Date(at).toISOString())
  ) {
    throw notFound(resource.label.one.toLowerCase())
  }
  const readable = (await fieldsOn(query, access, resource, [id], 'read'))(id)
  const fields = new Map(resource.fields.map((f) => [f.name, f]))
  const patch: Patch = Object.fromEntries(
    since.map(({ name, before }) => [name, [before === UNKNOWN ? null : before, null] as const]),
  )
  const seen = visiblePatch(patch, fields, readable)
  const empty = (field: FieldModel | undefined): Json => (field && isMany(field) ? [] : null)
  const earlier = Object.fromEntries(
    Object.entries(seen).map(([name, [before]]) => [name, before ?? empty(fields.get(name))]),
  )
  const more = await titles(db, model, access, [seen], fields)
  const included: Record<string, Readonly<Record<string, Json>>> = { ...now.included }
  for (const [collection, named] of Object.entries(more)) {
    included[collection] = { ...included[collection], ...(named as Record<string, Json>) }
  }
  return {
    data: {
      ...now.data,
      ...earlier,
      ...(typeof span?.first === 'number'
        ? {
            version: span.first - 1,
            updatedAt: span.changed ?? createdAt ?? null,
            updatedBy: span.by,
          }
        : {}),
    },
    included,
    asOf: new Date(at).toISOString(),
  }
}
