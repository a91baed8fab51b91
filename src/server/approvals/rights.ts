import { parseListQuery } from '#model/urlQueryParse.ts'
import { isStandard } from '#model/standard.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { fieldsReadableOn, fieldsOnAll } from '../permissions/fieldsOn.ts'
import { filterParams } from '../operations/body.ts'
import { allowedBy } from '../store/read/statement.ts'
import { quoteName } from '../permissions/rowRules.ts'
import type { Access } from '../permissions/types.ts'
import { isVisible } from '../store/read/get.ts'
import { sqlValues } from '../permissions/rowRules.ts'
import { fieldsOfInput } from './input.ts'
import { resourceOf, type ApprovalParts, type RequestRow } from './types.ts'

/** True for the person who asked, with any of their accounts. */
export const isOwn = ({ actor }: Access, { requester, account }: RequestRow): boolean =>
  actor.personId === requester || (actor.accountId !== null && actor.accountId === account)

const withinRows = async (
  query: Query,
  access: Access,
  resource: ResourceModel,
  id: string,
  key: string,
): Promise<boolean> => {
  const sql = sqlValues(id)
  const rows = access.rows(resource, 't', sql, 'write', key)
  const text = `SELECT 1 FROM ${quoteName(resource.table)} t WHERE t.id = $1::uuid AND (${rows})`
  return (await query(text, sql.values)).rowCount > 0
}

/**
 * True if the caller reaches all records that a request without a record of its own is about: every
 * row of a bulk. Of a record that does not exist yet nothing is known: whoever does not reach all
 * rows does not reach it.
 */
const withinAll = async (
  query: Query,
  access: Access,
  resource: ResourceModel,
  { id, operation }: RequestRow,
  keys: readonly string[],
): Promise<boolean> => {
  const sql = sqlValues(id)
  const rules = [
    access.rows(resource, 't', sql, 'read'),
    ...keys.map((key) => access.rows(resource, 't', sql, 'write', key)),
  ].filter((rule) => rule !== 'true')
  if (!rules.length) return true
  if (operation === null) return false
  const outside = `SELECT FROM approval_records r LEFT JOIN ${quoteName(resource.table)} t ON t.id = r.record_id WHERE r.request_id = $1::uuid AND NOT coalesce((${rules.join(') AND (')}), false) LIMIT 1`
  return (await query(outside, sql.values)).rowCount === 0
}

/** True if the caller may filter as a bulk did: by fields that they can read. */
export const readsFilter = (
  model: Model,
  resource: ResourceModel,
  access: Access,
  { bulk }: RequestRow['shown'],
): boolean => {
  if (bulk?.filter === undefined) return true
  const options = { allowed: allowedBy(access) }
  return !('problems' in parseListQuery(resource, model, filterParams(bulk.filter), options))
}

/** Fields that a request shows. */
const fieldsShown = (resource: ResourceModel, { shown }: RequestRow): string[] => [
  ...Object.keys(shown.changes),
  ...(shown.bulk?.rows ?? []).flatMap((row) => Object.keys(row.changes)),
  ...fieldsOfInput(resource, shown),
]

/** Fields of the record of a request that the caller can read. */
export const openFields = async (
  query: Query,
  access: Access,
  resource: ResourceModel,
  { record }: RequestRow,
): Promise<ReadonlySet<string>> => {
  if (!access.can(`${resource.entity}.read`)) return new Set()
  return record === null
    ? fieldsOnAll(access, resource, 'read')
    : (await fieldsReadableOn(query, access, resource, [record]))(record)
}

/**
 * True if the caller has these permissions for the records of a request and can read every field it
 * shows.
 */
export const holds = async (
  query: Query,
  model: Model,
  access: Access,
  request: RequestRow,
  keys: readonly string[],
): Promise<boolean> => {
  const resource = resourceOf(model, request)
  const { entity, record } = request
  if (access.actor.kind !== 'person' || access.actor.personId === null) return false
  if (![`${entity}.read`, ...keys].every((key) => access.can(key))) return false
  if (!readsFilter(model, resource, access, request.shown)) return false
  if (record === null) {
    if (!(await withinAll(query, access, resource, request, keys))) return false
  } else {
    if (!(await isVisible({ db: { query }, model, access }, resource, record))) return false
    for (const key of keys) {
      if (!(await withinRows(query, access, resource, record, key))) return false
    }
  }
  const open = await openFields(query, access, resource, request)
  return fieldsShown(resource, request).every((name) => isStandard(name) || open.has(name))
}

/** True if the caller may approve a request: never the person who asked. */
export const mayReview = async (
  query: Query,
  model: Model,
  access: Access,
  request: RequestRow,
): Promise<boolean> =>
  !isOwn(access, request) && (await holds(query, model, access, request, request.needs))

/**
 * True if the caller may apply a request without approval, in an emergency: also their own.
 */
export const mayOverride = (
  query: Query,
  model: Model,
  access: Access,
  request: RequestRow,
): Promise<boolean> => holds(query, model, access, request, [`${request.entity}.override`])

/** The current access of a person; undefined once they no longer work here. */
export const accessNow = async (
  query: Query,
  { model, accessFor }: Pick<ApprovalParts, 'model' | 'accessFor'>,
  person: string,
  account: string | null = null,
): Promise<Access | undefined> => {
  const actor = await actorOfJob(query, model, { accountId: account, personId: person, name: '' })
  return actor ? accessFor(actor) : undefined
}

/** The voters who may still approve a request, as they saw it. */
export const validVoters = async (
  query: Query,
  parts: Pick<ApprovalParts, 'model' | 'accessFor'>,
  request: RequestRow,
): Promise<string[]> => {
  const { rows } = await query<{ person: string }>(
    'SELECT person_id AS person FROM approval_votes WHERE request_id = $1 AND hash = $2 ORDER BY at, person_id',
    [request.id, request.hash],
  )
  const valid: string[] = []
  // Sequential: a transaction has one connection.
  for (const { person } of rows) {
    const access = await accessNow(query, parts, person)
    if (access && (await mayReview(query, parts.model, access, request))) valid.push(person)
  }
  return valid
}
