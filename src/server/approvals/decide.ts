import { inside, say } from '#model/message.ts'
import { repeatable } from '#model/approvals.ts'
import type { Tx } from '../database/pool.ts'
import { requireProof } from '../permissions/proof.ts'
import { forbidden, notFound, Problem } from '../base/problem.ts'
import { wake, type TxWriteContext } from '../store/write/unit.ts'
import { writeOrAsk, type Written } from './ask.ts'
import { askForBulkAgain, type BegunOrRequested } from './bulk.ts'
import { execute, requestOf } from './execute.ts'
import { payloadOf } from './store.ts'
import { isOwn, mayOverride, mayReview, validVoters } from './rights.ts'
import { approversOf, recordStep, tell } from './tell.ts'
import { resourceOf, type ApprovalParts, type RequestRow } from './types.ts'

/** Context of a decision, in a transaction. */
export type DecisionContext = TxWriteContext & { readonly tx: Tx }

const closed = (state: string): Problem =>
  new Problem(
    409,
    state === 'expired' ? 'approval_expired' : 'approval_closed',
    state === 'expired'
      ? 'This request has expired.'
      : say('This request is {{state}}.', { state: inside(state) }),
    { members: { state } },
  )

const locked = async (tx: Tx, id: string): Promise<RequestRow> => {
  const request = await requestOf(tx, id, 'FOR UPDATE')
  if (!request) throw notFound('request')
  return request
}

const requireSame = (request: RequestRow, hash: string): void => {
  if (request.hash !== hash) {
    throw new Problem(409, 'approval_changed', 'This is not the request you reviewed.')
  }
}

const requirePending = ({ state }: RequestRow): void => {
  if (state !== 'pending') throw closed(state)
}

const forReview = async (
  parts: ApprovalParts,
  { tx, access }: DecisionContext,
  id: string,
): Promise<RequestRow> => {
  const request = await locked(tx, id)
  if (isOwn(access, request)) {
    throw new Problem(403, 'own_request', 'You cannot decide on your own request.')
  }
  if (!(await mayReview(tx.query, parts.model, access, request))) throw notFound('request')
  return request
}

const forOwner = async ({ tx, access }: DecisionContext, id: string): Promise<RequestRow> => {
  const request = await locked(tx, id)
  if (!isOwn(access, request)) throw notFound('request')
  return request
}

const begin = (parts: ApprovalParts, { tx }: DecisionContext, id: string): void =>
  tx.afterCommit(() => execute(parts, id))

/**
 * Approves a request as it was reviewed (`hash`). The last vote that is needed has it applied right
 * after the commit. Voting twice counts once.
 */
export const approve = async (
  parts: ApprovalParts,
  context: DecisionContext,
  id: string,
  hash: string,
): Promise<void> => {
  const { tx, access } = context
  const request = await forReview(parts, context, id)
  requireSame(request, hash)
  const person = access.actor.personId
  const voted = await tx.query(
    'SELECT 1 FROM approval_votes WHERE request_id = $1 AND person_id = $2',
    [id, person],
  )
  if (voted.rowCount && (request.state === 'approved' || request.state === 'applied')) return
  requirePending(request)
  if (!voted.rowCount) {
    await tx.query('INSERT INTO approval_votes (request_id, person_id, hash) VALUES ($1, $2, $3)', [
      id,
      person,
      hash,
    ])
    await recordStep(tx, parts, request, { step: 'voted' }, context)
  }
  if ((await validVoters(tx.query, parts, request)).length < request.quorum) return
  await tx.query("UPDATE approval_requests SET state = 'approved' WHERE id = $1", [id])
  await recordStep(tx, parts, request, { step: 'approved' }, context)
  begin(parts, context, id)
}

/** Ends a pending request without applying it. */
const end = async (
  parts: ApprovalParts,
  context: DecisionContext,
  request: RequestRow,
  state: 'rejected' | 'cancelled',
  reason?: string,
): Promise<void> => {
  requirePending(request)
  await context.tx.query(
    'UPDATE approval_requests SET state = $2, reason = $3, ended_at = now() WHERE id = $1',
    [request.id, state, reason ?? null],
  )
  await recordStep(context.tx, parts, request, { step: state, reason }, context)
  context.tx.afterCommit(() => wake(parts.db))
}

/** Rejects a request; the reason goes to the person who asked. */
export const reject = async (
  parts: ApprovalParts,
  context: DecisionContext,
  id: string,
  hash: string,
  reason: string,
): Promise<void> => {
  const { tx, access } = context
  const request = await forReview(parts, context, id)
  requireSame(request, hash)
  await end(parts, context, request, 'rejected', reason)
  await tell(
    tx,
    parts,
    request,
    { to: [request.requester], done: 'approvalRejected', body: reason },
    access,
  )
}

/** Withdraws the caller's own request; one that is cancelled already stays so. */
export const cancel = async (
  parts: ApprovalParts,
  context: DecisionContext,
  id: string,
): Promise<void> => {
  const request = await forOwner(context, id)
  if (request.state !== 'cancelled') await end(parts, context, request, 'cancelled')
}

/**
 * Applies a request without the approvals it needs, in an emergency: needs `<entity>.override`, a
 * recent proof of identity and a reason, and notifies everybody who could have approved it.
 */
export const override = async (
  parts: ApprovalParts,
  context: DecisionContext,
  id: string,
  hash: string,
  reason: string,
): Promise<void> => {
  const { tx, access } = context
  const request = await locked(tx, id)
  if (!(await mayOverride(tx.query, parts.model, access, request))) {
    throw isOwn(access, request) ? forbidden() : notFound('request')
  }
  requireProof(access)
  requireSame(request, hash)
  requirePending(request)
  await tx.query(
    "UPDATE approval_requests SET state = 'approved', overridden_by = $2, reason = $3 WHERE id = $1",
    [id, access.actor.personId, reason],
  )
  await recordStep(tx, parts, request, { step: 'overridden', reason }, context)
  const people = [...(await approversOf(tx, parts, request)), request.requester]
  await tell(
    tx,
    parts,
    request,
    { to: people, done: 'approvalOverridden', body: reason, urgent: true },
    access,
  )
  begin(parts, context, id)
}

/**
 * Requests again what the caller's rejected, expired, stale or failed request contained, on the
 * records as they are now.
 */
export const askAgain = async (
  parts: ApprovalParts,
  context: TxWriteContext,
  id: string,
): Promise<Written | BegunOrRequested> => {
  const request = await requestOf(context.tx ?? parts.db, id)
  if (!request || !isOwn(context.access, request)) throw notFound('request')
  const payload = payloadOf(parts, request)
  if (!repeatable.includes(request.state) || !payload) throw closed(request.state)
  const resource = resourceOf(parts.model, request)
  if (payload.bulk) return askForBulkAgain(parts, context, resource, payload.bulk)
  const { wanted } = payload
  if (!wanted) throw closed(request.state)
  if (request.record === null) {
    return writeOrAsk(parts, { resource, id: '', version: 0 }, wanted, context)
  }
  const { rows } = await (context.tx ?? parts.db).query<{ version: number }>(
    `SELECT version FROM "${resource.table}" WHERE id = $1::uuid`,
    [request.record],
  )
  if (!rows[0]) throw notFound(resource.label.one.toLowerCase())
  const target = { resource, id: request.record, version: rows[0].version }
  return writeOrAsk(parts, target, wanted, context)
}
