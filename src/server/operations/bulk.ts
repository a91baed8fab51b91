import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { forbidden, Problem } from '../base/problem.ts'
import { isProven } from '../permissions/proof.ts'
import type { Access } from '../permissions/types.ts'
import { whereUsedByRows } from '../store/read/whereUsed.ts'
import type { UsedBy } from '../store/types.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import type { BulkRequest } from './body.ts'
import { carryOutNow, dryRun, type Carried } from './carryOut.ts'
import { seenBy } from './rows.ts'
import { shownPlan } from './shown.ts'
import { takeSnapshot } from './snapshot.ts'
import { bulkStep, keyOf } from './step.ts'
import { AT_ONCE, OPERATION_JOB, type BulkDo, type OperationParts } from './types.ts'

/**
 * The stored plan of a bulk: the change, the request, and whether the caller had just confirmed
 * their identity.
 */
export interface BulkPlan {
  readonly do: BulkDo
  readonly reason?: string | undefined
  readonly asked: string
  readonly count: number
  readonly proved: boolean
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

const requireRights = (resource: ResourceModel, access: Access, what: BulkDo): void => {
  const key = keyOf(resource, what)
  if (!access.can(`${resource.entity}.list`) || !access.can(`${resource.entity}.${key}`)) {
    throw forbidden()
  }
}

const differs = (expected: number, count: number): Problem =>
  new Problem(
    409,
    'count_differs',
    `You expect ${expected} records, and there are ${count} now. Nothing was changed.`,
    { members: { expected, count } },
  )

const context = (
  access: Access,
  resource: ResourceModel,
  id: string,
  reason: string | undefined,
): TxWriteContext => ({
  access,
  reason,
  channel: 'bulk',
  requestId: id,
  operationId: id,
  operation: { kind: 'bulk', entity: resource.entity },
})

/** Returns a planned bulk, ready for a dry run or execution. */
export const carriedBulk = (
  parts: OperationParts,
  resource: ResourceModel,
  id: string,
  plan: Pick<BulkPlan, 'do' | 'reason' | 'count'>,
  access: Access,
): Carried => ({
  id,
  count: plan.count,
  step: bulkStep(parts, resource, plan.do, context(access, resource, id, plan.reason)),
  sees: seenBy(parts.model, access),
})

/**
 * Stores the rows of a bulk and tries it: the writer executes everything, then it is rolled back.
 * Returns counts, refusals and the hash required for execution. The plan is kept for an hour. 409
 * if the number of rows differs from the expected one, 400 for none.
 */
export const planBulk = async (
  parts: OperationParts,
  resource: ResourceModel,
  request: BulkRequest,
  access: Access,
) => {
  requireRights(resource, access, request.do)
  const id = uuidv7()
  const { actor } = access
  const { count, planHash } = await parts.db.transaction(async (tx) => {
    const snapshot = await takeSnapshot(tx, parts.model, resource, request.selection, access, id)
    if (request.expected !== undefined && request.expected !== snapshot.count) {
      throw differs(request.expected, snapshot.count)
    }
    if (!snapshot.count) {
      throw new Problem(400, 'empty_selection', 'There is no such record to do this with.')
    }
    const hash = sha(JSON.stringify([id, actor.personId, request.asked, snapshot.digest]))
    const plan: BulkPlan = {
      do: request.do,
      reason: request.reason,
      asked: sha(request.asked),
      count: snapshot.count,
      proved: false,
    }
    await tx.query(
      `INSERT INTO operations (id, kind, name, channel, entity, account_id, actor_id, actor_name, state, plan, plan_hash, expires_at)
VALUES ($1, 'bulk', $2, 'bulk', $3, $4, $5, $6, 'planned', $7, $8, now() + interval '1 hour')`,
      [
        id,
        nameOf(request.do),
        resource.entity,
        actor.accountId,
        actor.personId,
        actor.name,
        JSON.stringify(plan),
        hash,
      ],
    )
    return { count: snapshot.count, planHash: hash }
  })
  const tried = await dryRun(
    parts.db,
    carriedBulk(parts, resource, id, { do: request.do, reason: request.reason, count }, access),
  )
  const shown = await shownPlan(parts.db.query, parts.model, access, tried)
  const used = await usedBy(parts, resource, id, request.do, access)
  return { operationId: id, planHash, count, ...shown, ...(used ? { used } : {}) }
}

/** What refers to the rows that would be deleted, or end in a final state; undefined for others. */
const usedBy = async (
  { db, model }: OperationParts,
  resource: ResourceModel,
  id: string,
  what: BulkDo,
  access: Access,
): Promise<readonly UsedBy[] | undefined> => {
  const ends =
    'transition' in what && resource.states.some((s) => s.value === what.transition && s.final)
  if (!ends && !('delete' in what || 'purge' in what)) return undefined
  if (!access.can(`${resource.entity}.read`)) return undefined
  return whereUsedByRows(db, model, resource, id, access, { trashed: 'purge' in what })
}

/**
 * Returns the name of a bulk's change: `patch`, `delete`, or the name of a transition or action.
 */
const nameOf = (what: BulkDo): string => {
  if ('transition' in what) return what.transition
  return 'action' in what ? what.action : Object.keys(what)[0]!
}

/** A bulk or undo that was started: completed within the request, or running as a job. */
export interface Begun {
  readonly operationId: string
  /** Null when it is already done. */
  readonly jobId: string | null
}

/** Executes an operation: at once if it is small, else as a job of the caller. */
export const begin = async (
  parts: OperationParts,
  tx: Tx,
  carried: Carried,
  access: Access,
): Promise<Begun> => {
  const { id, count } = carried
  if (count <= AT_ONCE) {
    await carryOutNow(tx, carried)
    return { operationId: id, jobId: null }
  }
  const { accountId, personId, name } = access.actor
  const jobId = await parts.enqueue(
    { kind: OPERATION_JOB, payload: { operationId: id }, actor: { accountId, personId, name } },
    tx,
  )
  await tx.query("UPDATE operations SET state = 'running', job_id = $2 WHERE id = $1", [id, jobId])
  return { operationId: id, jobId }
}

/**
 * Executes a plan with its rows: one that changed since is skipped and reported. 428 without the
 * hash of a plan, 409 if the plan does not exist (any more) or was for something else.
 */
export const applyBulk = async (
  parts: OperationParts,
  tx: Tx,
  resource: ResourceModel,
  request: BulkRequest,
  access: Access,
): Promise<Begun> => {
  requireRights(resource, access, request.do)
  if (request.planHash === undefined) {
    throw new Problem(
      428,
      'plan_required',
      'Try it first: send the same with dryRun, then with the planHash of the answer.',
    )
  }
  const { rows } = await tx.query<{ id: string; plan: BulkPlan }>(
    `SELECT id, plan FROM operations WHERE plan_hash = $1 AND state = 'planned' AND expires_at > now()
AND entity = $2 AND actor_id IS NOT DISTINCT FROM $3 AND account_id IS NOT DISTINCT FROM $4 FOR UPDATE`,
    [request.planHash, resource.entity, access.actor.personId, access.actor.accountId],
  )
  const [found] = rows
  if (!found) {
    throw new Problem(409, 'plan_gone', 'This plan is used or out of date. Try it again first.')
  }
  const { id, plan } = found
  if (plan.asked !== sha(request.asked)) {
    throw new Problem(409, 'plan_differs', 'The plan was for something else. Try it again first.')
  }
  if (request.expected !== undefined && request.expected !== plan.count) {
    throw differs(request.expected, plan.count)
  }
  const kept: BulkPlan = { ...plan, proved: isProven(access) }
  await tx.query(
    `UPDATE operations SET at = now(), plan = $2, expires_at = now() + interval '30 days' WHERE id = $1`,
    [id, JSON.stringify(kept)],
  )
  return begin(parts, tx, carriedBulk(parts, resource, id, plan, access), access)
}
