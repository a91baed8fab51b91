/** A record's history from the audit, limited to what the caller can read. */
import { isUuid } from '#model/uuid.ts'
import { approvalSteps } from '#model/approvals.ts'
import { pointersOf } from '#model/pointers.ts'
import { isStandard } from '#model/standard.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import { REVEAL } from '#schemas/define/revealKey.ts'
import { notFound } from '../../base/problem.ts'
import type { Access } from '../../permissions/types.ts'
import { maskAll } from '../mask.ts'
import { actorNames } from './actors.ts'
import { fingerprint, readCursor, writeCursor } from './cursor.ts'
import { isVisible } from './get.ts'
import { titleOpen, titleSql } from './record.ts'
import { fieldsReadableOn } from '../../permissions/fieldsOn.ts'
import {
  building,
  finish,
  rowsFrom,
  liveRows,
  queryOf,
  run,
  sees,
  type PageContext,
  type Queryable,
  type ReadContext,
} from './statement.ts'
import { requirePermission } from '../../permissions/require.ts'

/** Revisions per page: default and maximum. */
export const REVISIONS = 50
export const MAX_REVISIONS = 200

export type Patch = Record<string, readonly [Json, Json]>
/** One audit entry about a record. */
export interface AuditRow {
  seq: string
  at: string
  operation_id: string | null
  actor_id: string | null
  actor_name: string | null
  channel: string
  version: number
  action: string
  reason: string | null
  patch: Patch | null
}

/** The value without members that its field no longer has: no permission covers those. */
const declared = (field: FieldModel, value: Json): Json => {
  if (!field.fields || value === null || typeof value !== 'object') {
    return value
  }
  if (Array.isArray(value)) {
    return value.map((member) => declared(field, member))
  }
  const inner = new Map(field.fields.map((f) => [f.name, f]))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const known = inner.get(name)
      return known ? [[name, declared(known, member)]] : []
    }),
  )
}

/** Visible changes of an entry: those of `fields` that are `readable`, masked where they are sensitive. */
export const visiblePatch = (
  patch: Patch | null,
  fields: ReadonlyMap<string, FieldModel>,
  readable: ReadonlySet<string>,
): Patch =>
  Object.fromEntries(
    Object.entries(patch ?? {}).flatMap(([name, [before, after]]): [string, [Json, Json]][] => {
      const field = readable.has(name) ? fields.get(name) : undefined
      if (!field) {
        return name === 'deletedAt' && isStandard(name)
          ? [[name, [before ?? null, after ?? null]]]
          : []
      }
      return [
        [
          name,
          isMasked(field)
            ? [maskAll(before), maskAll(after)]
            : [declared(field, before ?? null), declared(field, after ?? null)],
        ],
      ]
    }),
  )

/** Titles of records by collection and id, as far as the caller can read them. */
export const titlesOf = async (
  db: Queryable,
  model: Model,
  access: Access,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> => {
  const byCollection = new Map<string, ReadonlyMap<string, string>>()
  for (const [collection, ids] of wanted) {
    const target = model.resources.find((r) => r.collection === collection)
    const b = building(model, access)
    const title = target && sees(access, target) ? titleSql(b, target, 's') : undefined
    if (!target || !title) continue
    const text = `select s.id, ${title} as title from ${rowsFrom(b, target, 's')} where s.id = any(${b.sql.add([...ids])}::uuid[]) and ${[...liveRows(b, target, 's'), ...titleOpen(b, target, 's')].join(' and ')}`
    const rows = await run<{ id: string; title: string }>(db, finish(b, text))
    byCollection.set(collection, new Map(rows.map((row) => [row.id, row.title])))
  }
  return byCollection
}

/** Titles of the records that patches refer to, as far as the caller can read them. */
export const titles = async (
  db: Queryable,
  model: Model,
  access: Access,
  patches: readonly Patch[],
  fields: ReadonlyMap<string, FieldModel>,
): Promise<Record<string, Record<string, { id: string; title: string }>>> => {
  const wanted = new Map<string, Set<string>>()
  for (const patch of patches) {
    for (const [name, values] of Object.entries(patch)) {
      const field = fields.get(name)
      for (const { collection, id } of field
        ? values.flatMap((value) => pointersOf(field, value))
        : []) {
        if (isUuid(id)) wanted.set(collection, (wanted.get(collection) ?? new Set()).add(id))
      }
    }
  }
  const found = await titlesOf(db, model, access, wanted)
  return Object.fromEntries(
    [...found].map(([collection, named]) => [
      collection,
      Object.fromEntries([...named].map(([id, title]) => [id, { id, title }])),
    ]),
  )
}

/**
 * Which entries of a record to return: up to `limit`, older than the entry `before`, newest first.
 */
export interface RevisionsQuery {
  readonly limit: number
  readonly before?: string | null | undefined
  /** Extra condition on `a`, the audit. */
  readonly where?: string
}

/** Audit entries about a record, as stored. */
export const revisionRows = async (
  db: Queryable,
  resource: ResourceModel,
  id: string,
  { limit, before, where }: RevisionsQuery,
): Promise<AuditRow[]> => {
  const older = before ? 'and a.seq < $4::bigint' : ''
  const { rows } = await db.query<AuditRow>({
    text: `select a.seq::text as seq, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.operation_id, a.actor_id, a.actor_name, a.channel, a.version, a.action, a.reason, a.patch
from audit a where a.entity = $1 and a.record_id = $2::uuid ${older} ${where ? `and (${where})` : ''} order by a.seq desc limit $3`,
    values: [resource.entity, id, limit, ...(before ? [before] : [])],
  })
  return rows
}

/**
 * Revisions as the caller can see them: with readable fields only, visible people named, and titles
 * of referenced records.
 */
export const shownRevisions = async (
  { db, model, access }: ReadContext,
  resource: ResourceModel,
  id: string,
  rows: readonly AuditRow[],
): Promise<{ readonly data: Record<string, Json>[]; readonly included: Json }> => {
  const readable = (await fieldsReadableOn(queryOf(db), access, resource, [id]))(id)
  const fields = new Map(resource.fields.map((f) => [f.name, f]))
  const patches = rows.map((row) => visiblePatch(row.patch, fields, readable))
  const named = await actorNames(
    db,
    model,
    access,
    rows.map((row) => row.actor_id),
  )
  const data = rows.map((row, i) => ({
    revision: row.seq,
    at: row.at,
    operationId: row.operation_id,
    actor: { ...named({ id: row.actor_id, name: row.actor_name }) },
    channel: row.channel,
    version: row.version,
    action: row.action,
    reason: row.reason,
    patch: patches[i]! as Json,
  }))
  return { data, included: (await titles(db, model, access, patches, fields)) as Json }
}

/** 403 or 404 unless the caller can read the record, in the trash or not. */
export const requireRecord = async (
  context: ReadContext,
  resource: ResourceModel,
  id: string,
): Promise<void> => {
  requirePermission(context.access, `${resource.entity}.read`)
  if (!(await isVisible(context, resource, id))) {
    throw notFound(resource.label.one.toLowerCase())
  }
}

/** Actions of entries that do not change the record itself. */
export const ABOUT: readonly string[] = [
  'note',
  REVEAL,
  ...approvalSteps.map((step) => `approval.${step}`),
]

/** Parameters of a history page. */
export interface HistoryQuery {
  /** 1 to `MAX_REVISIONS`; default `REVISIONS`. */
  readonly limit?: number
  /** From the previous page. */
  readonly cursor?: string | undefined
}

/**
 * `{ data: [{ revision, at, operationId, actor: { id, name }, channel, version, action, reason,
 * patch }], included, page: { limit, next } }`, newest first. `patch` is `{ field: [before, after]
 * }` of the fields the caller can read, and may be empty; `revision` is the parameter of
 * `…/history/{revision}/restore`. Records in the trash have a history too.
 */
export const history = async (
  context: PageContext,
  resource: ResourceModel,
  id: string,
  { limit = REVISIONS, cursor }: HistoryQuery = {},
): Promise<Json> => {
  await requireRecord(context, resource, id)
  const { db, secret } = context
  const print = fingerprint('history', resource.collection, id)
  const before = cursor === undefined ? null : readCursor(secret, print, cursor).keys[0]
  const found = await revisionRows(db, resource, id, {
    limit: limit + 1,
    before,
    where: `a.action not in (${ABOUT.map((a) => `'${a}'`).join(', ')})`,
  })
  const rows = found.slice(0, limit)
  const { data, included } = await shownRevisions(context, resource, id, rows)
  const next =
    found.length > limit
      ? writeCursor(secret, print, { backward: false, keys: [rows.at(-1)!.seq] })
      : null
  return { data, included, page: { limit, next } }
}
