import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../database/pool.ts'
import { Problem } from '../base/problem.ts'
import { approvalNeeded } from '../store/write/gate.ts'
import type { TxWriteContext } from '../store/write/unit.ts'
import type { Model } from '#model/types.ts'
import { storedInput } from './input.ts'
import { hashOf, perform, rehearse } from './perform.ts'
import type { Outcome, Performed, UsedRecord } from './perform.ts'
import { payloadOf, storeRequest } from './store.ts'
import { asJson } from './tell.ts'
import type { ApprovalParts, Requested, Shown, Target, Wanted } from './types.ts'

/** A write that was done, or the id of the request it waits for. */
export type Written = Performed | { readonly request: string }

/** Most other records of which a request shows the changes. */
const SHOWN_OTHERS = 50

const shownOf = (
  { resource }: Target,
  wanted: Wanted,
  { changes, needed, shown }: Outcome,
): Shown => {
  const approvals = needed.map((a) => a.name)
  const others = shown.slice(0, SHOWN_OTHERS)
  const base = { approvals, changes, others, name: null, input: null }
  if ('create' in wanted) return { ...base, kind: 'create' }
  if ('patch' in wanted) return { ...base, kind: 'update' }
  if ('remove' in wanted) return { ...base, kind: wanted.remove }
  if ('revision' in wanted) return { ...base, kind: 'revision', name: wanted.revision }
  const [kind, name] =
    'transition' in wanted
      ? (['transition', wanted.transition] as const)
      : (['action', wanted.action] as const)
  return { ...base, kind, name, input: storedInput(resource, kind, name, wanted.input) }
}

const changedMeanwhile = (): Problem =>
  new Problem(412, 'stale_version', 'This was changed in the meantime. Try again.')

/**
 * Holds records until the request is stored, so that an edit either comes first or makes the
 * request stale.
 */
const holdRecords = async (tx: Tx, model: Model, records: readonly UsedRecord[]): Promise<void> => {
  for (const entity of new Set(records.map((record) => record.entity))) {
    const resource = model.resources.find((r) => r.entity === entity)
    const asked = records.filter((record) => record.entity === entity)
    if (!resource) continue
    const { rows } = await tx.query<{ id: string; version: number }>(
      `SELECT id, version FROM "${resource.table}" WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
      [asked.map((record) => record.id)],
    )
    const now = new Map(rows.map((row) => [row.id, row.version]))
    if (asked.some(({ id, version }) => now.get(id) !== version)) throw changedMeanwhile()
  }
}

/** The records that a request is about: its own, unless it would be created, and those it uses. */
const recordsOf = ({ resource, id, version }: Target, { used }: Outcome): UsedRecord[] => [
  ...(version > 0 ? [{ entity: resource.entity, id, version }] : []),
  ...used,
]

/** The same request of the same person, if it is still open. */
const openAlready = async (
  tx: Tx,
  parts: ApprovalParts,
  { target, wanted }: Requested,
  requester: string,
): Promise<string | undefined> => {
  const { resource, id, version } = target
  const { rows } = await tx.query<{ id: string; payload: string | null }>(
    "SELECT id, payload FROM approval_requests WHERE entity = $1 AND record_id IS NOT DISTINCT FROM $2 AND version IS NOT DISTINCT FROM $3 AND requester_id = $4 AND state = 'pending' AND expires_at > now()",
    [resource.entity, id || null, version || null, requester],
  )
  const asked = asJson(wanted)
  return rows.find((row) => isDeepStrictEqual(asJson(payloadOf(parts, row)?.wanted), asked))?.id
}

const keep = async (
  tx: Tx,
  parts: ApprovalParts,
  request: Requested & { readonly id: string },
  outcome: Outcome,
  context: TxWriteContext,
): Promise<string> => {
  const { target, wanted } = request
  const { actor } = context.access
  const { resource, id, version } = target
  if (actor.personId === null) throw approvalNeeded()
  await holdRecords(tx, parts.model, recordsOf(target, outcome))
  const open = await openAlready(tx, parts, request, actor.personId)
  if (open !== undefined) return open
  const nonce = randomBytes(16).toString('base64url')
  return storeRequest(
    tx,
    parts,
    {
      id: request.id,
      resource,
      record: id || null,
      version: version || null,
      needed: outcome.needed,
      payload: { wanted, nonce },
      shown: shownOf(target, wanted, outcome),
      hash: hashOf(target, wanted, nonce, outcome),
      operation: null,
      records: recordsOf(target, outcome),
    },
    context,
  )
}

/** An id that no request has: a first attempt stores none. */
const NONE = '00000000-0000-0000-0000-000000000000'

/** Undoes a first try of a write that others must approve. */
class Needed extends Error {}

/** The write in a transaction of its own: nearly all need no approval, so it is tried as it is. */
const tryFirst = async (
  parts: ApprovalParts,
  requested: Requested,
  context: TxWriteContext,
): Promise<Written> => {
  try {
    return await parts.db.transaction(async (tx) => {
      const { needed, record, result } = await rehearse(parts, tx, NONE, requested, context)
      if (needed.length) throw new Needed()
      return { record, result }
    })
  } catch (error) {
    if (!(error instanceof Needed)) throw error
    return parts.db.transaction((tx) => orAsk(tx, parts, requested, context))
  }
}

/** The write, or, after it was undone, the request. */
const orAsk = async (
  tx: Tx,
  parts: ApprovalParts,
  requested: Requested,
  context: TxWriteContext,
): Promise<Written> => {
  const request = uuidv7()
  const after: Parameters<Tx['afterCommit']>[0][] = []
  await tx.query('SAVEPOINT asked')
  const tried = await rehearse(
    parts,
    { query: tx.query, afterCommit: (then) => void after.push(then) },
    request,
    // As given: JSON would turn a number that is too large into null before it is checked.
    requested,
    context,
  )
  if (!tried.needed.length) {
    await tx.query('RELEASE SAVEPOINT asked')
    for (const then of after) tx.afterCommit(then)
    return { record: tried.record, result: tried.result }
  }
  await tx.query('ROLLBACK TO SAVEPOINT asked; RELEASE SAVEPOINT asked')
  const wanted = JSON.parse(JSON.stringify(requested.wanted)) as Wanted
  return { request: await keep(tx, parts, { ...requested, id: request, wanted }, tried, context) }
}

/**
 * Performs a write of one record, or, if others must approve it first, stores a request with its
 * exact effects and leaves the record as it is. A write that would be refused anyway is refused at
 * once. Asking again for the same returns the open request.
 */
export const writeOrAsk = (
  parts: ApprovalParts,
  target: Target,
  wanted: Wanted,
  context: TxWriteContext,
): Promise<Written> => {
  if (!target.resource.approvals) return perform(parts.writer, target, wanted, context)
  return context.tx
    ? orAsk(context.tx, parts, { target, wanted }, context)
    : tryFirst(parts, { target, wanted }, context)
}
