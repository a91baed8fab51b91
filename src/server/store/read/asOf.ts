/** A record, and a list of records, at a past instant. */
import type { ListQuery } from '#model/query.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { notFound } from '../../base/problem.ts'
import { fieldsReadableOn } from '../../permissions/fieldsOn.ts'
import type { IncludedTitles } from '../types.ts'
import { get } from './get.ts'
import { titles, type Patch } from './history.ts'
import { pageInfo, readPage } from './list.ts'
import { asThen, pastOf } from './past.ts'
import { queryOf, type PageContext, type ReadContext } from './statement.ts'
import { requirePermission } from '../../permissions/require.ts'

interface Read {
  readonly data: Readonly<Record<string, Json>>
  readonly included: IncludedTitles
}

/** Adds the titles of records that only earlier values refer to. */
const withTitles = async (
  { db, model, access }: ReadContext,
  resource: ResourceModel,
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
  context: ReadContext,
  resource: ResourceModel,
  id: string,
  at: string,
): Promise<Json> => {
  const { db, access } = context
  const now = JSON.parse((await get(context, resource, id, { trashed: true })).body) as Read
  const past = (await pastOf(db, resource, [id], at)).get(id)!
  const { createdAt } = now.data
  const instant = new Date(at).toISOString()
  if (past.first === 1 || (typeof createdAt === 'string' && createdAt > instant)) {
    throw notFound(resource.label.one.toLowerCase())
  }
  const readable = (await fieldsReadableOn(queryOf(db), access, resource, [id]))(id)
  const { data, seen } = asThen(resource, now.data, past, readable)
  const included = await withTitles(context, resource, now.included, [seen])
  return { data, included, asOf: instant }
}

/** A list at an instant. */
export type AsOfQuery = ListQuery & { readonly asOf: string }

/**
 * `{ data, included, page, asOf }`: the records that were live at an instant, with their values of
 * then, filtered, searched and sorted by those. Limited to the rows and fields that the caller can
 * list today: a record that was deleted permanently since, or has left the caller's rows, is
 * missing.
 */
export const listAsOf = async (
  context: PageContext,
  resource: ResourceModel,
  query: AsOfQuery,
): Promise<Json> => {
  const { db, access } = context
  requirePermission(access, `${resource.entity}.list`)
  const { asOf: at } = query
  const page = await readPage(context, resource, query)
  const now = JSON.parse(page.data) as (Record<string, Json> & { id: string })[]
  const ids = now.map((record) => record.id)
  const [past, readable] = await Promise.all([
    pastOf(db, resource, ids, at),
    fieldsReadableOn(queryOf(db), access, resource, ids),
  ])
  const asked = query.fields && new Set(['id', 'version', ...query.fields])
  const then = now.map((record) => {
    const open = readable(record.id)
    const fields = asked ? new Set([...open].filter((name) => asked.has(name))) : open
    const { data, seen } = asThen(resource, record, past.get(record.id)!, fields)
    return { data: asked ? only(data, asked) : data, seen }
  })
  const included = await withTitles(
    context,
    resource,
    JSON.parse(page.included) as IncludedTitles,
    then.map((one) => one.seen),
  )
  return {
    data: then.map((one) => one.data),
    included,
    page: pageInfo(query, page),
    asOf: new Date(at).toISOString(),
  }
}

const only = (
  data: Readonly<Record<string, Json>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.has(name)))
