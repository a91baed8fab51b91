import { grants, type Grants } from '#schemas/define/permissions.ts'
import type { Json } from '#model/types.ts'
import { approvalLink, type approvalSteps } from '#model/approvals.ts'
import type { Tx } from '../database/pool.ts'
import { notifyNaming, type Done } from '../notifications/naming.ts'
import { notify } from '../notifications/notify.ts'
import { columnOf, peopleModel } from '../permissions/people.ts'
import { recordEvent, recordEventOf } from '../store/write/auditEntry.ts'
import type { WriteContext } from '../store/types.ts'
import { accessNow, mayReview } from './rights.ts'
import { resourceOf, type ApprovalParts, type RequestRow } from './types.ts'

/** The most approvers that are notified when a request begins. */
export const MAX_TOLD = 100
const PAGE = 100

/** People who may approve a request now, at most `most`; all by default. */
export const approversOf = async (
  tx: Tx,
  parts: Pick<ApprovalParts, 'model' | 'accessFor'>,
  request: RequestRow,
  most = Infinity,
): Promise<string[]> => {
  const people = peopleModel(parts.model)
  const roles = await tx.query<{ id: string; grants: Grants }>(
    `SELECT id, ${columnOf(people.grants)} AS grants FROM "${people.roles.table}" WHERE deleted_at IS NULL`,
  )
  const able = roles.rows.filter((role) => request.needs.some((key) => grants(role.grants, key)))
  const found: string[] = []
  for (let after: string | null = null, last = false; !last && found.length < most;) {
    const { rows }: { rows: { id: string }[] } = await tx.query<{ id: string }>(
      `SELECT id FROM "${people.resource.table}" WHERE deleted_at IS NULL AND "state" = $1 AND ${columnOf(people.person.roles)} && $2::uuid[] AND ($3::uuid IS NULL OR id > $3) ORDER BY id LIMIT ${PAGE}`,
      [people.person.active, able.map((role) => role.id), after],
    )
    for (const { id } of rows) {
      const access = await accessNow(tx.query, parts, id)
      if (access && (await mayReview(tx.query, parts.model, access, request))) found.push(id)
      if (found.length === most) break
    }
    last = rows.length < PAGE
    after = rows.at(-1)?.id ?? null
  }
  return found
}

/** What people read about a request: what somebody did, or a title without values. */
type Notice = ({ readonly title: string } | { readonly done: Done }) & {
  readonly to: readonly string[]
  readonly body?: string | null
  readonly urgent?: boolean
}

/** Notifies people about a request, with a link to it. */
export const tell = async (
  tx: Tx,
  { model }: Pick<ApprovalParts, 'model'>,
  request: RequestRow,
  { to, body, urgent, ...what }: Notice,
  { actor }: WriteContext['access'],
): Promise<void> => {
  const resource = resourceOf(model, request)
  const notice = {
    type: 'assignment',
    employees: to,
    ...(body ? { body } : {}),
    ...(urgent ? { urgent: true } : {}),
    link: approvalLink(request.id),
    ...(request.record === null
      ? {}
      : { resource: { type: resource.collection, id: request.record } }),
  } as const
  if ('done' in what) await notifyNaming(tx, model, actor, { ...notice, ...what })
  else await notify(tx, { ...notice, ...what, by: actor.personId })
}

/** A step of a request, and why. */
interface Step {
  readonly step: (typeof approvalSteps)[number]
  readonly reason?: string | null
}

/** Records a step of a request in the audit. */
export const recordStep = (
  tx: Tx,
  { model }: Pick<ApprovalParts, 'model'>,
  request: RequestRow,
  { step, reason = null }: Step,
  context: WriteContext,
): Promise<void> => {
  const resource = resourceOf(model, request)
  const note = { action: `approval.${step}`, reason }
  const { id, entity, record } = request
  return record === null
    ? recordEventOf(tx, { entity, id, version: 0 }, note, context)
    : recordEvent(tx, resource, record, note, context)
}

/** Reads a value as JSON data. */
export const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json
