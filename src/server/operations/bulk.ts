import { say } from '#model/message.ts'
import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { ApprovalModel, ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { forbidden, Problem } from '../base/problem.ts'
import { isProven } from '../permissions/proof.ts'
import type { Access } from '../permissions/types.ts'
import { whereUsedByRows } from '../store/read/whereUsed.ts'
import type { UsedBy } from '../store/types.ts'
import { approvalNeeded, neededByBulk } from '../store/write/gate.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import type { BulkRequest } from './body.ts'
import { carryOutNow, dryRun, type Carried, type Tried } from './carryOut.ts'
import { keepRows, seenBy } from './rows.ts'
import { reasonsOf, shownPlan } from './shown.ts'
import { takeSnapshot } from './snapshot.ts'
import { bulkStep, keyOf } from './step.ts'
import { AT_ONCE, OPERATION_JOB } from './types.ts'
import type { BulkDo, BulkPlan, OperationParts, ReviewedPlan } from './types.ts'

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
    say('You expected {{n}} records, but there are {{m}} now. Nothing was changed.', {
      n: expected,
      m: count,
    }),
    { members: { expected, count } },
  )

const planGone = (): Problem =>
  new Problem(409, 'plan_gone', 'This plan was used or is out of date. Preview again first.')

const context = (
  access: Access,
  resource: ResourceModel,
  id: string,
  { reason, approval }: Pick<CarriedPlan, 'reason' | 'approval'>,
): TxWriteContext => ({
  access,
  reason,
  approval: approval && {
    id: approval.request,
    needed({ name }) {
      if (!approval.names.includes(name)) throw approvalNeeded()
    },
  },
  channel: 'bulk',
  requestId: id,
  operationId: id,
  operation: { kind: 'bulk', entity: resource.entity },
})

type CarriedPlan = Pick<BulkPlan, 'do' | 'reason' | 'count' | 'approval' | 'reviewed'>

/** Returns a planned bulk, ready for execution. */
export const carriedBulk = (
  parts: OperationParts,
  resource: ResourceModel,
  id: string,
  plan: CarriedPlan,
  access: Access,
): Carried => ({
  id,
  count: plan.count,
  step: bulkStep(parts, resource, plan.do, context(access, resource, id, plan)),
  sees: seenBy(parts.model, access),
  ...(plan.reviewed ? { before: { ...plan.reviewed.counts, done: 0, unchanged: 0 } } : {}),
})

/** Tries a bulk; the approvals that its rows need are collected instead of refused. */
const tryBulk = async (
  parts: OperationParts,
  resource: ResourceModel,
  id: string,
  plan: CarriedPlan,
  access: Access,
): Promise<{ readonly tried: Tried; readonly needs: readonly string[] }> => {
  const needs = new Set<string>()
  const collecting = {
    ...context(access, resource, id, plan),
    approval: { id, needed: ({ name }: ApprovalModel) => void needs.add(name) },
  }
  const carried = carriedBulk(parts, resource, id, plan, access)
  const step = bulkStep(parts, resource, plan.do, collecting)
  return { tried: await dryRun(parts.db, { ...carried, step }), needs: [...needs] }
}

/** The approvals that a planned bulk needs: for its number of rows, and for the change of each. */
const approvalsOf = (
  resource: ResourceModel,
  { do: what, count, needs = [] }: Pick<BulkPlan, 'do' | 'count' | 'needs'>,
  access: Access,
): ApprovalModel[] => [
  ...neededByBulk(resource, access, keyOf(resource, what), count),
  ...(resource.approvals ?? []).filter(({ name }) => needs.includes(name)),
]

/** Keeps a dry run that others review: they approve what it did, so what it refused stays refused. */
const keepReviewed = async (
  { db }: OperationParts,
  id: string,
  needs: readonly string[],
  { rows, counts, examined, estimate, changes }: Tried,
): Promise<void> => {
  const reviewed: ReviewedPlan = {
    counts,
    examined,
    estimate,
    reasons: reasonsOf(rows),
    rows: [...changes].map(([of, values]) => ({ id: of, changes: values })),
  }
  const refused = rows.filter(({ outcome }) => outcome !== 'done' && outcome !== 'unchanged')
  await db.transaction(async (tx) => {
    await keepRows(tx, id, refused)
    await tx.query('UPDATE operations SET plan = plan || $2::jsonb WHERE id = $1', [
      id,
      JSON.stringify({ needs, reviewed }),
    ])
  })
}

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
  const { plan, planHash } = await parts.db.transaction(async (tx) => {
    const snapshot = await takeSnapshot(
      { db: tx, model: parts.model, access },
      resource,
      request.selection,
      id,
    )
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
      digest: snapshot.digest,
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
    return { plan, planHash: hash }
  })
  const { count } = plan
  const { tried, needs } = await tryBulk(parts, resource, id, plan, access)
  const approvals = approvalsOf(resource, { ...plan, needs }, access)
  if (approvals.length) await keepReviewed(parts, id, needs, tried)
  const shown = await shownPlan(parts.db.query, parts.model, access, tried)
  const used = await usedBy(parts, resource, id, request.do, access)
  return {
    operationId: id,
    planHash,
    count,
    ...shown,
    ...(used ? { used } : {}),
    approvals: approvals.map(({ name }) => name),
    quorum: Math.max(0, ...approvals.map((approval) => approval.quorum)),
  }
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
  return whereUsedByRows({ db, model, access }, resource, id, { trashed: 'purge' in what })
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

/** A planned bulk that somebody executes, and the approvals it needs. */
export interface PlannedBulk {
  readonly id: string
  readonly resource: ResourceModel
  readonly plan: BulkPlan
  readonly request: BulkRequest
  readonly needed: readonly ApprovalModel[]
}

/** Returns the plan with this hash, locked, if the caller made it for this request. */
const planFor = async (
  tx: Tx,
  resource: ResourceModel,
  request: BulkRequest,
  { actor }: Access,
): Promise<{ id: string; plan: BulkPlan }> => {
  if (request.planHash === undefined) {
    throw new Problem(
      428,
      'plan_required',
      'Preview first: send the same with dryRun, then with the planHash of the response.',
    )
  }
  const { rows } = await tx.query<{ id: string; plan: BulkPlan }>(
    `SELECT id, plan FROM operations WHERE plan_hash = $1 AND state = 'planned' AND expires_at > now()
AND entity = $2 AND actor_id IS NOT DISTINCT FROM $3 AND account_id IS NOT DISTINCT FROM $4 FOR UPDATE`,
    [request.planHash, resource.entity, actor.personId, actor.accountId],
  )
  const [found] = rows
  if (!found) {
    throw planGone()
  }
  const { plan } = found
  if (plan.asked !== sha(request.asked)) {
    throw new Problem(409, 'plan_differs', 'The plan was for something else. Preview again first.')
  }
  if (request.expected !== undefined && request.expected !== plan.count) {
    throw differs(request.expected, plan.count)
  }
  return found
}

/**
 * Returns a plan and the approvals it needs, locked for its execution. 428 without the hash of a
 * plan, 409 if the plan does not exist (any more) or was for something else.
 */
export const takePlan = async (
  tx: Tx,
  resource: ResourceModel,
  request: BulkRequest,
  access: Access,
): Promise<PlannedBulk> => {
  requireRights(resource, access, request.do)
  const { id, plan } = await planFor(tx, resource, request, access)
  const needed = approvalsOf(resource, plan, access)
  // Planned before a limit was lowered: nobody could review its dry run.
  if (needed.length && !plan.reviewed) throw planGone()
  return { id, resource, plan, request, needed }
}

/**
 * Executes a plan with its rows: one that changed since is skipped and reported. See `takePlan`; 409
 * if others must approve it.
 */
export const applyBulk = async (
  parts: OperationParts,
  tx: Tx,
  resource: ResourceModel,
  request: BulkRequest,
  access: Access,
): Promise<Begun> => {
  const taken = await takePlan(tx, resource, request, access)
  if (taken.needed.length) throw approvalNeeded()
  return startBulk(parts, tx, taken, access)
}

/** Starts a planned bulk; one with an `approval` as it was reviewed. */
export const startBulk = async (
  parts: OperationParts,
  tx: Tx,
  { id, resource, plan }: Pick<PlannedBulk, 'id' | 'resource' | 'plan'>,
  access: Access,
): Promise<Begun> => {
  const kept: BulkPlan = { ...plan, proved: isProven(access) }
  await tx.query(
    `UPDATE operations SET at = now(), plan = $2, expires_at = now() + interval '30 days' WHERE id = $1`,
    [id, JSON.stringify(kept)],
  )
  return begin(parts, tx, carriedBulk(parts, resource, id, kept, access), access)
}
