import { randomUUID } from 'node:crypto'
import { messageOf } from '#model/message.ts'
import type { Tx } from '../database/pool.ts'
import { Problem } from '../base/problem.ts'
import { systemActor } from '../permissions/access.ts'
import type { WriteContext } from '../store/types.ts'
import { startApproved } from './bulk.ts'
import { hashOf, rehearse } from './perform.ts'
import { accessNow, mayOverride, validVoters } from './rights.ts'
import { payloadOf } from './store.ts'
import { recordStep, tell } from './tell.ts'
import { REQUEST, resourceOf, type ApprovalParts, type RequestRow } from './types.ts'

/** Reads a request, locked if asked to; undefined if there is none. */
export const requestOf = async (
  tx: Pick<Tx, 'query'>,
  id: string,
  lock = '',
): Promise<RequestRow | undefined> =>
  (
    await tx.query<RequestRow>(
      `SELECT ${REQUEST} FROM approval_requests a WHERE a.id = $1::uuid ${lock}`,
      [id],
    )
  ).rows[0]

/** Context of steps that nobody takes by hand. */
export const systemContext = ({ accessFor }: ApprovalParts): WriteContext => ({
  access: accessFor(systemActor),
  channel: 'system',
  requestId: randomUUID(),
  operationId: randomUUID(),
})

/** Rolls an execution back; the request is open again for those who may approve it. */
class Reopened extends Error {}
/** Rolls an execution back: somebody else ended the request meanwhile. */
class Superseded extends Error {}

const differs = (): Problem =>
  new Problem(
    412,
    'outcome_differs',
    'It would no longer do exactly what was reviewed. Request approval again for its current state.',
  )

const gone = (): Problem =>
  new Problem(403, 'requester_left', 'The person who requested this no longer works here.')

const requireApprovers = async (
  tx: Tx,
  parts: ApprovalParts,
  request: RequestRow,
): Promise<void> => {
  if (request.overridden === null) {
    if ((await validVoters(tx.query, parts, request)).length < request.quorum) throw new Reopened()
    return
  }
  const access = await accessNow(tx.query, parts, request.overridden)
  if (!access || !(await mayOverride(tx.query, parts.model, access, request))) throw new Reopened()
}

const applyNow = async (tx: Tx, parts: ApprovalParts, id: string): Promise<void> => {
  const request = await requestOf(tx, id)
  const payload = request && payloadOf(parts, request)
  if (request?.state !== 'approved' || !payload) throw new Superseded()
  await requireApprovers(tx, parts, request)
  const access = await accessNow(tx.query, parts, request.requester, request.account)
  if (!access) throw gone()
  const operationId = randomUUID()
  const context = {
    access: request.proved
      ? parts.accessFor({ ...access.actor, provedAt: Number.POSITIVE_INFINITY })
      : access,
    channel: 'api',
    requestId: id,
    operationId,
  } as const
  const resource = resourceOf(parts.model, request)
  const target = { resource, id: request.record ?? '', version: request.version ?? 0 }
  const { wanted, nonce } = payload
  let record = request.record
  if (wanted) {
    const tried = await rehearse(parts, tx, id, { target, wanted }, context)
    if (hashOf(target, wanted, nonce, tried) !== request.hash) throw differs()
    record ??= tried.record?.id ?? null
  } else await startApproved(parts, tx, request, context.access, resource)
  // Conditional, after the record is locked: the same order as an edit that makes it stale.
  const { rowCount } = await tx.query(
    "UPDATE approval_requests SET state = 'applied', ended_at = now(), record_id = $3, operation_id = coalesce(operation_id, $2) WHERE id = $1 AND state = 'approved' AND expires_at > now()",
    [id, operationId, record],
  )
  if (!rowCount) throw new Superseded()
  const system = systemContext(parts)
  const applied = { ...request, record }
  await recordStep(tx, parts, applied, { step: 'applied' }, system)
  await tell(
    tx,
    parts,
    applied,
    { to: [request.requester], title: 'Your request was approved and applied' },
    system.access,
  )
}

/** Ends or reopens an approved request that was not applied. */
const settle = (parts: ApprovalParts, id: string, problem: Problem | undefined): Promise<void> =>
  parts.db.transaction(async (tx) => {
    const request = await requestOf(tx, id, 'FOR UPDATE')
    if (request?.state !== 'approved') return
    const system = systemContext(parts)
    if (!problem) {
      const valid = await validVoters(tx.query, parts, request)
      await tx.query(
        'DELETE FROM approval_votes WHERE request_id = $1 AND person_id <> ALL($2::uuid[])',
        [id, valid],
      )
      await tx.query(
        "UPDATE approval_requests SET state = 'pending', overridden_by = NULL, reason = NULL, said = NULL WHERE id = $1",
        [id],
      )
      await recordStep(tx, parts, request, { step: 'reopened' }, system)
      return
    }
    const state = problem.status === 412 ? 'stale' : 'failed'
    await tx.query(
      'UPDATE approval_requests SET state = $2, code = $3, reason = $4, said = $5, ended_at = now() WHERE id = $1',
      [id, state, problem.code, problem.message, JSON.stringify(messageOf(problem.said))],
    )
    await recordStep(tx, parts, request, { step: state, reason: problem.code }, system)
    const title =
      state === 'stale'
        ? 'A request for approval is out of date: the record was changed'
        : 'An approved request could not be applied'
    await tell(tx, parts, request, { to: [request.requester], title }, system.access)
  })

/**
 * Applies an approved request in the name of who asked, exactly as reviewed or not at all: rights
 * of requester and approvers, versions and effects are checked again on the locked record. Does
 * nothing for a request in any other state, so that it may run twice.
 */
export const execute = async (parts: ApprovalParts, id: string): Promise<void> => {
  try {
    await parts.db.transaction((tx) => applyNow(tx, parts, id))
  } catch (error) {
    if (error instanceof Superseded) return
    if (error instanceof Reopened) return settle(parts, id, undefined)
    if (error instanceof Problem && error.status < 500) return settle(parts, id, error)
    throw error
  }
}
