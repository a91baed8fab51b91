/** The audit log over all entities, newest first, restricted to what the caller may read. */
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { actorNames, knownPeople } from '../store/read/actors.ts'
import { titles, visiblePatch } from '../store/read/history.ts'
import { titleOpen, titleSql } from '../store/read/record.ts'
import { fieldsReadableOn } from '../permissions/fieldsOn.ts'
import {
  building,
  finish,
  queryOf,
  rowsFrom,
  rowsOf,
  run,
  sees,
  table,
  type Queryable,
} from '../store/read/statement.ts'
import { ACCOUNT_ENTITY } from '../accounts/signInRecord.ts'
import { AUDIT_ENTITY } from '../store/write/scrub.ts'
import { VIEW_ENTITY } from '#model/views.ts'
import { visibleViews } from '../views/read.ts'
import { ORGANISATION_ID } from '../organisation/organisation.ts'

/** Entity name of changes to the organisation. */
export const ORGANISATION = 'organisation'
/** Entities without a schema that are always shown: their changes concern everybody. */
const SHARED: readonly string[] = [ORGANISATION, VIEW_ENTITY]
/** Entities without a schema that are shown on request: sign-ins and the audit's own events. */
const APART: readonly string[] = [ACCOUNT_ENTITY, AUDIT_ENTITY]
/** All entities without a schema that can be requested. */
export const UNDECLARED: readonly string[] = [...SHARED, ...APART]

export interface LogQuery {
  /** Id of the person who acted. */
  readonly person?: string
  readonly entity?: string
  /** Instants; `from` inclusive, `to` exclusive. */
  readonly from?: string
  readonly to?: string
  /**
   * Time in microseconds and number of the last entry of the previous page: `1700000000000000-42`.
   */
  readonly before?: string
  readonly limit: number
}

interface Row {
  seq: string
  place: string
  at: string
  operation_id: string | null
  actor_id: string | null
  actor_name: string | null
  channel: string
  entity: string
  record_id: string
  version: number
  action: string
  reason: string | null
  patch: Record<string, readonly [Json, Json]> | null
}

const titlesOf = async (
  db: Queryable,
  model: Model,
  access: Access,
  resource: ResourceModel,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const b = building(model, access)
  const title = titleSql(b, resource, 't')
  if (!title) return new Map()
  const source = rowsFrom(b, resource, 't')
  const where = [
    `t.id = any(${b.sql.add(ids)}::uuid[])`,
    rowsOf(b, resource, 't'),
    ...titleOpen(b, resource, 't'),
  ].join(' and ')
  const text = `select t.id, ${title} as title from ${source} where ${where}`
  return new Map(
    (await run<{ id: string; title: string }>(db, finish(b, text))).map((row) => [
      row.id,
      row.title,
    ]),
  )
}

/** Entries of the entities and rows that the caller may read. */
const scopeOf = (
  b: ReturnType<typeof building>,
  model: Model,
  access: Access,
  wanted: string | undefined,
): string => {
  const seen = model.resources.filter(
    (r) => sees(access, r) && (wanted === undefined || r.entity === wanted),
  )
  const whole: string[] =
    wanted === undefined ? [...SHARED] : UNDECLARED.filter((e) => e === wanted)
  const some: string[] = []
  for (const resource of seen) {
    const rows = access.rows(resource, 't', b.sql, 'read')
    if (rows === 'true') whole.push(resource.entity)
    else if (rows !== 'false') {
      some.push(
        `(a.entity = ${b.sql.add(resource.entity)} and exists (select 1 from ${table(resource)} t where t.id = a.record_id and ${rows}))`,
      )
    }
  }
  return `(${[`a.entity = any(${b.sql.add(whole)}::text[])`, ...some].join(' or ')})`
}

/** What the query asks for. */
const conditionsOf = (b: ReturnType<typeof building>, query: LogQuery): string[] => {
  const before = query.before?.split('-')
  return [
    ...(query.person === undefined ? [] : [`a.actor_id = ${b.sql.add(query.person)}::uuid`]),
    ...(query.from === undefined ? [] : [`a.at >= ${b.sql.add(query.from)}::timestamptz`]),
    ...(query.to === undefined ? [] : [`a.at < ${b.sql.add(query.to)}::timestamptz`]),
    ...(before === undefined
      ? []
      : [
          `(a.at, a.seq) < (timestamptz 'epoch' + ${b.sql.add(before[0])}::bigint * interval '1 microsecond', ${b.sql.add(before[1])}::bigint)`,
        ]),
  ]
}

type Patch = Record<string, readonly [Json, Json]>

/** What the caller may see of the records of a page. */
interface Shown {
  readonly patches: Map<Row, Patch>
  /** Titles of the records, by entity. */
  readonly names: Map<string, ReadonlyMap<string, string>>
  /** Titles of the records that the patches refer to, by collection. */
  readonly included: Record<string, Record<string, { id: string; title: string }>>
}

interface Reading {
  readonly db: Queryable
  readonly model: Model
  readonly access: Access
}

const addDeclared = async (
  { db, model, access }: Reading,
  resource: ResourceModel,
  rows: readonly Row[],
  { patches, names, included }: Shown,
): Promise<void> => {
  const ids = rows.map((row) => row.record_id)
  const readableOn = await fieldsReadableOn(queryOf(db), access, resource, ids)
  const fields = new Map(resource.fields.map((f) => [f.name, f]))
  for (const row of rows) {
    patches.set(row, visiblePatch(row.patch, fields, readableOn(row.record_id)))
  }
  names.set(resource.entity, await titlesOf(db, model, access, resource, [...new Set(ids)]))
  const seen = rows.map((row) => patches.get(row)!)
  for (const [collection, found] of Object.entries(await titles(db, model, access, seen, fields))) {
    included[collection] = { ...included[collection], ...found }
  }
}

/** Of an entity without a schema, patches are shown whole. */
const addUndeclared = async (
  { db, model, access }: Reading,
  entity: string,
  rows: readonly Row[],
  { patches, names }: Shown,
): Promise<void> => {
  for (const row of rows) patches.set(row, row.patch ?? {})
  if (entity !== VIEW_ENTITY) return
  const ids = [...new Set(rows.map((row) => row.record_id))]
  const views = await visibleViews({ query: queryOf(db), model }, access, { ids })
  names.set(entity, new Map(views.map(({ id, name }) => [id, name])))
}

const shownOf = async (reading: Reading, page: readonly Row[]): Promise<Shown> => {
  const byEntity = new Map(reading.model.resources.map((r) => [r.entity, r]))
  const shown: Shown = { patches: new Map(), names: new Map(), included: {} }
  for (const entity of new Set(page.map((row) => row.entity))) {
    const resource = byEntity.get(entity)
    const rows = page.filter((row) => row.entity === entity)
    if (resource) await addDeclared(reading, resource, rows, shown)
    else await addUndeclared(reading, entity, rows, shown)
  }
  return shown
}

/**
 * Returns `{ data: [{ id, at, actor, channel, entity, record: { id, title }, action, reason,
 * version, patch }], included, next }`. Leaves out entries of records outside the caller's row
 * scope and of entities the caller may not read; entries of purged records are visible only to
 * callers who see all rows. Pass `next` as `before` to get the following page.
 */
export const auditLog = async (
  db: Queryable,
  model: Model,
  access: Access,
  query: LogQuery,
): Promise<Json> => {
  if (query.person !== undefined && query.person !== access.actor.personId) {
    // Otherwise the entries without names would be those of this person.
    const known = await knownPeople(db, model, access, [query.person])
    if (!known(query.person)) return { data: [], included: {}, next: null }
  }
  const b = building(model, access)
  b.volatile = true
  const where = [scopeOf(b, model, access, query.entity), ...conditionsOf(b, query)]
  const text = `select a.seq::text as seq, (extract(epoch from a.at) * 1000000)::bigint::text as place, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.operation_id, a.actor_id, a.actor_name, a.channel, a.entity, a.record_id, a.version, a.action, a.reason, a.patch
from audit a where ${where.join(' and ')} order by a.at desc, a.seq desc limit ${query.limit + 1}`
  const rows = await run<Row>(db, finish(b, text))
  const page = rows.slice(0, query.limit)
  const shown = await shownOf({ db, model, access }, page)
  const actor = await actorNames(
    db,
    model,
    access,
    page.map((row) => row.actor_id),
  )
  const data = page.map((row) => ({
    id: row.seq,
    at: row.at,
    operationId: row.operation_id,
    actor: { ...actor({ id: row.actor_id, name: row.actor_name }) },
    channel: row.channel,
    entity: row.entity,
    record: {
      id: row.record_id,
      title:
        row.record_id === ORGANISATION_ID
          ? null
          : (shown.names.get(row.entity)?.get(row.record_id) ?? null),
    },
    version: row.version,
    action: row.action,
    reason: row.reason,
    patch: shown.patches.get(row)! as Json,
  }))
  return {
    data,
    included: shown.included as Json,
    next: rows.length > query.limit ? `${page.at(-1)!.place}-${page.at(-1)!.seq}` : null,
  } as Json
}
