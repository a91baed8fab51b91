/** How requests are stored: their contents sealed, with the records they were reviewed with. */
import type { ApprovalModel, Json, ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { isProven } from '../permissions/proof.ts'
import { wake, type TxWriteContext } from '../store/write/unit.ts'
import type { UsedRecord } from './perform.ts'
import { approversOf, MAX_TOLD, recordStep, tell } from './tell.ts'
import { REQUEST, type ApprovalParts, type RequestRow, type Shown, type Wanted } from './types.ts'

const HOUR_MS = 3_600_000

/** A bulk that waits: the request as sent, without its dry run, and its plan. */
export interface WantedBulk {
  readonly body: Json
  /** Equal for two requests for the same change of the same records at the same versions. */
  readonly asked: string
}

/** What a request contains, besides what approvers see. */
export interface Payload {
  readonly wanted?: Wanted
  readonly bulk?: WantedBulk
  /** Keeps short secrets of the payload from being guessed by its hash. */
  readonly nonce: string
}

const place = (id: string) => ({ table: 'approval_requests', column: 'payload', id })

/** What a request contains; undefined once removed for privacy. */
export const payloadOf = (
  { vault }: Pick<ApprovalParts, 'vault'>,
  { id, payload }: Pick<RequestRow, 'id' | 'payload'>,
): Payload | undefined =>
  payload === null ? undefined : (JSON.parse(vault.open(place(id), payload)) as Payload)

/** A request before it is stored. */
export interface NewRequest {
  readonly id: string
  readonly resource: ResourceModel
  readonly record: string | null
  readonly version: number | null
  readonly needed: readonly ApprovalModel[]
  readonly payload: Payload
  readonly shown: Shown
  readonly hash: string
  /** The planned operation of a bulk, whose rows are what the request was reviewed with. */
  readonly operation: string | null
  readonly records: readonly UsedRecord[]
}

/** How long a request waits: as long as the approval that expires first. */
export const expiryOf = (needed: readonly ApprovalModel[]): string =>
  new Date(Date.now() + Math.min(...needed.map((a) => a.hours)) * HOUR_MS).toISOString()

/** Stores a request, records it in the audit and notifies approvers; returns its id. */
export const storeRequest = async (
  tx: Tx,
  parts: ApprovalParts,
  request: NewRequest,
  context: TxWriteContext,
): Promise<string> => {
  const { id, resource, needed } = request
  const { actor } = context.access
  const { rows } = await tx.query<RequestRow>(
    `INSERT INTO approval_requests AS a (id, entity, record_id, version, requester_id, account_id, proved, expires_at, quorum, needs, payload, shown, hash, operation_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING ${REQUEST}`,
    [
      id,
      resource.entity,
      request.record,
      request.version,
      actor.personId,
      actor.accountId,
      isProven(context.access),
      expiryOf(needed),
      Math.max(...needed.map((a) => a.quorum)),
      [...new Set(needed.map((a) => `${resource.entity}.${a.by}`))],
      parts.vault.seal(place(id), JSON.stringify(request.payload)),
      JSON.stringify(request.shown),
      request.hash,
      request.operation,
    ],
  )
  await tx.query(
    `INSERT INTO approval_records (request_id, entity, record_id, version)
SELECT $1::uuid, entity, id, version FROM json_to_recordset($2::json) AS r(entity text, id uuid, version int)
UNION ALL SELECT $1::uuid, entity, record_id, version FROM operation_rows WHERE operation_id = $3::uuid`,
    [id, JSON.stringify(request.records), request.operation],
  )
  const [row] = rows
  await recordStep(tx, parts, row!, { step: 'requested' }, context)
  const approvers = await approversOf(tx, parts, row!, MAX_TOLD)
  await tell(tx, parts, row!, { to: approvers, done: 'approvalRequested' }, context.access)
  tx.afterCommit(() => wake(parts.db))
  return id
}
