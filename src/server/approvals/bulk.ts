/** Bulks that others must approve: requested with their dry run, and executed as it was reviewed. */
import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Json, ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { Problem } from '../base/problem.ts'
import { planBulk, startBulk, takePlan, type PlannedBulk, type Begun } from '../operations/bulk.ts'
import { bulkRequest, type BulkRequest } from '../operations/body.ts'
import type { BulkDo, BulkPlan } from '../operations/types.ts'
import type { Access } from '../permissions/types.ts'
import { approvalNeeded } from '../store/write/gate.ts'
import type { TxWriteContext } from '../store/write/unit.ts'
import { storedInput, storedValues } from './input.ts'
import { canonical } from './perform.ts'
import { expiryOf, payloadOf, storeRequest, type WantedBulk } from './store.ts'
import { asJson } from './tell.ts'
import type { ApprovalParts, RequestRow, Shown } from './types.ts'

type Kind = Pick<Shown, 'kind' | 'name' | 'input'>

const kindOf = (resource: ResourceModel, what: BulkDo): Kind => {
  const plain = { name: null, input: null }
  if ('patch' in what) {
    return { ...plain, kind: 'update', input: storedValues(resource.fields, what.patch) }
  }
  if ('delete' in what) return { ...plain, kind: 'delete' }
  if ('purge' in what) return { ...plain, kind: 'purge' }
  if ('restore' in what) return { ...plain, kind: 'restore' }
  const [kind, name] =
    'transition' in what
      ? (['transition', what.transition] as const)
      : (['action', what.action] as const)
  return { kind, name, input: storedInput(resource, kind, name, what.input ?? null) }
}

const shownOf = ({ resource, plan, needed, request }: PlannedBulk): Shown => {
  const { filter, search } = request.body as { filter?: Json; search?: string }
  return {
    ...kindOf(resource, plan.do),
    approvals: needed.map((approval) => approval.name),
    changes: {},
    bulk: {
      ...plan.reviewed!,
      count: plan.count,
      ...(filter === undefined ? {} : { filter }),
      ...(search === undefined ? {} : { search }),
    },
  }
}

const hashOf = ({ resource, plan, needed }: PlannedBulk, nonce: string): string => {
  const { do: what, digest, count, reason, reviewed } = plan
  const reviewing = [resource.entity, what, digest, count, reason, reviewed, needed, nonce]
  return createHash('sha256')
    .update(canonical(asJson(reviewing)))
    .digest('hex')
}

/** Throws 409 if a row of an operation is no longer as it was planned; `lock` holds them. */
const requireUnchanged = async (
  tx: Tx,
  resource: ResourceModel,
  operation: string,
  problem: () => Problem,
): Promise<void> => {
  // In the order of ids, as bulks and edits lock them.
  await tx.query(
    `SELECT FROM "${resource.table}" t JOIN operation_rows r ON r.record_id = t.id WHERE r.operation_id = $1 ORDER BY t.id FOR NO KEY UPDATE OF t`,
    [operation],
  )
  const { rowCount } = await tx.query(
    `SELECT FROM operation_rows r LEFT JOIN "${resource.table}" t ON t.id = r.record_id WHERE r.operation_id = $1 AND t.version IS DISTINCT FROM r.version LIMIT 1`,
    [operation],
  )
  if (rowCount) throw problem()
}

/** The same request of the same person for the same records, if it is still open. */
const openAlready = async (
  tx: Tx,
  parts: ApprovalParts,
  resource: ResourceModel,
  requester: string,
  asked: string,
): Promise<string | undefined> => {
  const { rows } = await tx.query<{ id: string; payload: string | null }>(
    "SELECT id, payload FROM approval_requests WHERE entity = $1 AND record_id IS NULL AND operation_id IS NOT NULL AND requester_id = $2 AND state = 'pending' AND expires_at > now()",
    [resource.entity, requester],
  )
  return rows.find((row) => payloadOf(parts, row)?.bulk?.asked === asked)?.id
}

/**
 * Stores the request for a planned bulk, with its rows at the versions that were tried, the counts
 * and the first changes. Asking again for the same returns the open request.
 */
const askForBulk = async (
  parts: ApprovalParts,
  tx: Tx,
  asked: PlannedBulk,
  context: TxWriteContext,
): Promise<string> => {
  const { id, resource, plan, request, needed } = asked
  const { personId } = context.access.actor
  if (personId === null) throw approvalNeeded()
  await requireUnchanged(
    tx,
    resource,
    id,
    () =>
      new Problem(
        409,
        'plan_gone',
        'Some of these records were changed in the meantime. Preview again first.',
      ),
  )
  const bulk: WantedBulk = { body: request.body, asked: `${plan.asked} ${plan.digest}` }
  const open = await openAlready(tx, parts, resource, personId, bulk.asked)
  if (open !== undefined) return open
  const nonce = randomBytes(16).toString('base64url')
  const { reviewed, ...rest } = plan
  const { counts } = reviewed!
  await tx.query(
    'UPDATE operations SET plan_hash = NULL, plan = $2, counts = $3, expires_at = $4 WHERE id = $1',
    [id, JSON.stringify(rest), JSON.stringify(counts), expiryOf(needed)],
  )
  return storeRequest(
    tx,
    parts,
    {
      id: uuidv7(),
      resource,
      record: null,
      version: null,
      needed,
      payload: { bulk, nonce },
      shown: shownOf(asked),
      hash: hashOf(asked, nonce),
      operation: id,
      records: [],
    },
    context,
  )
}

const changed = (): Problem =>
  new Problem(412, 'stale_version', 'Some of these records were changed after the review.')

/**
 * Starts an approved bulk in the name of who asked: at once, or as their job. 412 if one of its
 * rows is no longer as it was reviewed. What the dry run refused is not tried again, and approvals
 * that nobody reviewed are still needed.
 */
export const startApproved = async (
  parts: ApprovalParts,
  tx: Tx,
  request: RequestRow,
  access: Access,
  resource: ResourceModel,
): Promise<void> => {
  const { operation, shown } = request
  const { rows } = await tx.query<{ plan: BulkPlan }>(
    "SELECT plan FROM operations WHERE id = $1 AND state = 'planned' FOR UPDATE",
    [operation],
  )
  const [found] = rows
  if (!found || operation === null || !shown.bulk) throw changed()
  await requireUnchanged(tx, resource, operation, changed)
  const plan: BulkPlan = {
    ...found.plan,
    reviewed: { ...shown.bulk, reasons: [], rows: [] },
    approval: { request: request.id, names: shown.approvals ?? [] },
  }
  await startBulk(parts.operations, tx, { id: operation, resource, plan }, access)
}

/** A bulk that was started, or the id of the request it waits for. */
export type BegunOrRequested = Begun | { readonly request: string }

/** Executes a planned bulk; if others must approve it, nothing is done and a request stored. */
export const bulkOrRequest = async (
  parts: ApprovalParts,
  tx: Tx,
  resource: ResourceModel,
  request: BulkRequest,
  context: TxWriteContext,
): Promise<BegunOrRequested> => {
  const taken = await takePlan(tx, resource, request, context.access)
  return taken.needed.length
    ? { request: await askForBulk(parts, tx, taken, context) }
    : startBulk(parts.operations, tx, taken, context.access)
}

/** Plans the bulk of a request again, for the records as they are now, and asks for it. */
export const askForBulkAgain = async (
  parts: ApprovalParts,
  context: TxWriteContext,
  resource: ResourceModel,
  { body }: WantedBulk,
): Promise<BegunOrRequested> => {
  const { access } = context
  const sent = { ...(body as Readonly<Record<string, Json>>), expected: 1 }
  const request = { ...bulkRequest(parts.model, resource, access, sent), expected: undefined }
  // Its transactions are its own: a dry run is rolled back.
  const { planHash } = await planBulk(parts.operations, resource, request, access)
  const within = (tx: Tx) => bulkOrRequest(parts, tx, resource, { ...request, planHash }, context)
  return context.tx ? within(context.tx) : parts.db.transaction(within)
}
