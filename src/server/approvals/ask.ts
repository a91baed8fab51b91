import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../database/pool.ts'
import { isProven } from '../permissions/proof.ts'
import { Problem } from '../base/problem.ts'
import { approvalNeeded } from '../store/write/gate.ts'
import { wake, type TxWriteContext } from '../store/write/unit.ts'
import { storedInput } from './input.ts'
import { hashOf, perform, rehearse, type Outcome, type Performed } from './perform.ts'
import { approversOf, asJson, MAX_TOLD, recordStep, tell } from './tell.ts'
import { REQUEST, type ApprovalParts, type RequestRow, type Shown } from './types.ts'
import type { Target, Wanted } from './types.ts'

const HOUR_MS = 3_600_000

/** A write that was done, or the id of the request it waits for. */
export type Written = Performed | { readonly request: string }

const place = (id: string) => ({ table: 'approval_requests', column: 'payload', id })

/** The changes of a request, with the nonce of its hash; undefined once removed for privacy. */
export const payloadOf = (
  { vault }: Pick<ApprovalParts, 'vault'>,
  { id, payload }: Pick<RequestRow, 'id' | 'payload'>,
): { readonly wanted: Wanted; readonly nonce: string } | undefined =>
  payload === null ? undefined : JSON.parse(vault.open(place(id), payload))

const shownOf = ({ resource }: Target, wanted: Wanted, { changes, needed }: Outcome): Shown => {
  const approvals = needed.map((a) => a.name)
  const base = { approvals, changes, name: null, input: null }
  if ('patch' in wanted) return { ...base, kind: 'update' }
  if ('remove' in wanted) return { ...base, kind: wanted.remove }
  if ('revision' in wanted) return { ...base, kind: 'revision', name: wanted.revision }
  const [kind, name] =
    'transition' in wanted
      ? (['transition', wanted.transition] as const)
      : (['action', wanted.action] as const)
  return { ...base, kind, name, input: storedInput(resource, kind, name, wanted.input) }
}

/**
 * Holds the record until the request is stored, so that an edit either comes first or makes the
 * request stale.
 */
const holdRecord = async (tx: Tx, { resource, id, version }: Target): Promise<void> => {
  const { rows } = await tx.query<{ version: number }>(
    `SELECT version FROM "${resource.table}" WHERE id = $1::uuid FOR NO KEY UPDATE`,
    [id],
  )
  if (rows[0]?.version === version) return
  throw new Problem(412, 'stale_version', 'This was changed meanwhile. Try again.')
}

/** The same request of the same person, if it is still open. */
const openAlready = async (
  tx: Tx,
  parts: ApprovalParts,
  { resource, id, version }: Target,
  wanted: Wanted,
  requester: string,
): Promise<string | undefined> => {
  const { rows } = await tx.query<{ id: string; payload: string | null }>(
    "SELECT id, payload FROM approval_requests WHERE entity = $1 AND record_id = $2 AND version = $3 AND requester_id = $4 AND state = 'pending' AND expires_at > now()",
    [resource.entity, id, version, requester],
  )
  const asked = asJson(wanted)
  return rows.find((row) => isDeepStrictEqual(asJson(payloadOf(parts, row)?.wanted), asked))?.id
}

const keep = async (
  tx: Tx,
  parts: ApprovalParts,
  request: string,
  target: Target,
  wanted: Wanted,
  outcome: Outcome,
  context: TxWriteContext,
): Promise<string> => {
  const { actor } = context.access
  const { resource, id, version } = target
  if (actor.personId === null) throw approvalNeeded()
  await holdRecord(tx, target)
  const open = await openAlready(tx, parts, target, wanted, actor.personId)
  if (open !== undefined) return open
  const nonce = randomBytes(16).toString('base64url')
  const { needed } = outcome
  const hours = Math.min(...needed.map((a) => a.hours))
  const { rows } = await tx.query<RequestRow>(
    `INSERT INTO approval_requests AS a (id, entity, record_id, version, requester_id, account_id, proved, expires_at, quorum, needs, payload, shown, hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${REQUEST}`,
    [
      request,
      resource.entity,
      id,
      version,
      actor.personId,
      actor.accountId,
      isProven(context.access),
      new Date(Date.now() + hours * HOUR_MS).toISOString(),
      Math.max(...needed.map((a) => a.quorum)),
      [...new Set(needed.map((a) => `${resource.entity}.${a.by}`))],
      parts.vault.seal(place(request), JSON.stringify({ wanted, nonce })),
      JSON.stringify(shownOf(target, wanted, outcome)),
      hashOf(target, wanted, nonce, outcome),
    ],
  )
  const [row] = rows
  await recordStep(tx, parts, row!, 'requested', context)
  const approvers = await approversOf(tx, parts, row!, MAX_TOLD)
  await tell(tx, parts, row!, approvers, 'approvalAsked', context.access)
  tx.afterCommit(() => wake(parts.db))
  return request
}

/**
 * Performs a write of one record, or, if others must approve it first, stores a request with its
 * exact effects and leaves the record as it is. A write that would be refused anyway is refused at
 * once. Asking again for the same returns the open request.
 */
export const writeOrAsk = (
  parts: ApprovalParts,
  target: Target,
  given: Wanted,
  context: TxWriteContext,
): Promise<Written> => {
  if (!target.resource.approvals) return perform(parts.writer, target, given, context)
  const within = async (tx: Tx): Promise<Written> => {
    const request = uuidv7()
    const after: Parameters<Tx['afterCommit']>[0][] = []
    await tx.query('SAVEPOINT asked')
    const tried = await rehearse(
      parts.writer,
      { query: tx.query, afterCommit: (then) => void after.push(then) },
      request,
      target,
      // As given: JSON would turn a number that is too large into null before it is checked.
      given,
      context,
    )
    if (!tried.needed.length) {
      await tx.query('RELEASE SAVEPOINT asked')
      for (const then of after) tx.afterCommit(then)
      return { record: tried.record, result: tried.result }
    }
    await tx.query('ROLLBACK TO SAVEPOINT asked; RELEASE SAVEPOINT asked')
    const wanted = JSON.parse(JSON.stringify(given)) as Wanted
    return { request: await keep(tx, parts, request, target, wanted, tried, context) }
  }
  return context.tx ? within(context.tx) : parts.db.transaction(within)
}
