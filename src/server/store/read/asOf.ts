/** A record, and a list of records, at a past instant. */
import type { Json, Model, ResourceModel } from '#model/types.ts'
import { notFound } from '../../base/problem.ts'
import type { Access } from '../../permissions/types.ts'
import { fieldsOn } from '../../permissions/fieldsOn.ts'
import type { IncludedTitles } from '../types.ts'
import { fingerprint, readCursor, writeCursor } from './cursor.ts'
import { get } from './get.ts'
import { titles, type Patch } from './history.ts'
import { asThen, livedAt, pastOf } from './past.ts'
import { includedSql, recordJson, visibleFields } from './record.ts'
import { building, finish, queryOf, rowsFrom, rowsOf, run, type Queryable } from './statement.ts'
import { requirePermission } from '../../permissions/require.ts'

interface Read {
  readonly data: Readonly<Record<string, Json>>
  readonly included: IncludedTitles
}

/** Adds the titles of records that only earlier values refer to. */
const withTitles = async (
  db: Queryable,
  model: Model,
  resource: ResourceModel,
  access: Access,
  now: IncludedTitles,
  seen: readonly Patch[],
): Promise<IncludedTitles> => {
  const fields = new Map(resource.fields.map((f) => [f.name, f]))
  const included: Record<string, Readonly<Record<string, Json>>> = { ...now }
  for (const [collection, named] of Object.entries(await titles(db, model, access, seen, fields))) {
    included[collection] = { ...included[collection], ...(named as Record<string, Json>) }
  }
  return included
}

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
  const past = (await pastOf(db, resource, [id], at)).get(id)!
  const { createdAt } = now.data
  const instant = new Date(at).toISOString()
  if (past.first === 1 || (typeof createdAt === 'string' && createdAt > instant)) {
    throw notFound(resource.label.one.toLowerCase())
  }
  const readable = (await fieldsOn(queryOf(db), access, resource, [id], 'read'))(id)
  const { data, seen } = asThen(resource, now.data, past, readable)
  const included = await withTitles(db, model, resource, access, now.included, [seen])
  return { data, included, asOf: instant }
}

/** Which part of a list at an instant to return. */
export interface AsOfQuery {
  /** ISO 8601. */
  readonly at: string
  /** Rows of a page. */
  readonly limit: number
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
}

/**
 * `{ data, included, page, asOf }`: the records that were live at an instant, with their values of
 * then, by id. Limited to the rows and fields that the caller can list today: a record that was
 * deleted permanently since, or has left the caller's rows, is missing. Not counted: `page.total`
 * is null.
 */
export const listAsOf = async (
  db: Queryable,
  model: Model,
  secret: string,
  resource: ResourceModel,
  { at, limit, cursor }: AsOfQuery,
  access: Access,
): Promise<Json> => {
  requirePermission(access, `${resource.entity}.list`)
  const instant = new Date(at).toISOString()
  const print = fingerprint('asOf', resource.collection, at)
  const after = cursor === undefined ? null : readCursor(secret, print, cursor).keys[0]
  const b = building(model, access)
  const source = rowsFrom(b, resource, 't')
  const rows = rowsOf(b, resource, 't', `${resource.entity}.list`)
  const where = [
    ...(rows === 'true' ? [] : [rows]),
    ...livedAt(b.sql.add(resource.entity), b.sql.add(at)),
    ...(after ? [`t.id > ${b.sql.add(after)}::uuid`] : []),
  ].join(' and ')
  const fields = visibleFields(b, resource)
  const text = `with p as materialized (select t.* from ${source} where ${where} order by t.id limit ${limit + 1}), d as materialized (select * from p order by id limit ${limit})
select (select concat('[', string_agg(${recordJson(fields, 't')}, ',' order by t.id), ']') from d t) as data, (${includedSql(b, fields, 'd')})::text as included, (select count(*) from p) > ${limit} as more`
  const [found] = await run<{ data: string; included: string; more: boolean }>(db, finish(b, text))
  const now = JSON.parse(found!.data) as (Record<string, Json> & { id: string })[]
  const ids = now.map((record) => record.id)
  const [past, readable] = await Promise.all([
    pastOf(db, resource, ids, at),
    fieldsOn(queryOf(db), access, resource, ids, 'read'),
  ])
  const then = now.map((record) =>
    asThen(resource, record, past.get(record.id)!, readable(record.id)),
  )
  const included = await withTitles(
    db,
    model,
    resource,
    access,
    JSON.parse(found!.included) as IncludedTitles,
    then.map((one) => one.seen),
  )
  const last = ids.at(-1)
  return {
    data: then.map((one) => one.data),
    included,
    page: {
      limit,
      total: null,
      totalIsExact: false,
      next:
        found!.more && last !== undefined
          ? writeCursor(secret, print, { backward: false, keys: [last] })
          : null,
      previous: null,
    },
    asOf: instant,
  }
}
