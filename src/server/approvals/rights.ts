import { isStandard } from '#model/standard.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { fieldsOn } from '../permissions/fieldsOn.ts'
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
 * True if the caller has these permissions for the record of a request and can read every field it
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
  const { entity, record, shown } = request
  if (access.actor.kind !== 'person' || access.actor.personId === null) return false
  if (![`${entity}.read`, ...keys].every((key) => access.can(key))) return false
  if (!(await isVisible({ query }, model, resource, record, access))) return false
  for (const key of keys) {
    if (!(await withinRows(query, access, resource, record, key))) return false
  }
  const open = (await fieldsOn(query, access, resource, [record], 'read'))(record)
  const names = [...Object.keys(shown.changes), ...fieldsOfInput(resource, shown)]
  return names.every((name) => isStandard(name) || open.has(name))
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
