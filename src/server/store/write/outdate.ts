import { literal } from '../read/statement.ts'
import type { ResourceModel } from '#model/types.ts'
import type { Tx } from '../../database/pool.ts'
import type { WriteContext } from '../types.ts'
import { recordEventOf } from './auditEntry.ts'

/** SQL: true if an open request for approval was reviewed with this record. */
export const watchedSql = ({ entity }: ResourceModel, id: string): string =>
  `EXISTS (SELECT FROM approval_records ar JOIN approval_requests aq ON aq.id = ar.request_id WHERE ar.record_id = ${id} AND ar.entity = ${literal(entity)} AND aq.state IN ('pending', 'approved'))`

/**
 * Makes open requests for approval stale, in the transaction of a change to a record they were
 * reviewed with: nobody approves what is no longer so. Leaves out the request whose change this is.
 * The requester is notified once the audit records it. `versions` are the new ones by id.
 */
export const outdate = async (
  tx: Tx,
  { entity }: ResourceModel,
  versions: ReadonlyMap<string, number>,
  context: WriteContext,
): Promise<void> => {
  const { rows } = await tx.query<{
    request: string
    entity: string
    record: string | null
    version: number | null
  }>(
    `UPDATE approval_requests SET state = 'stale', ended_at = now() WHERE id IN (SELECT request_id FROM approval_records WHERE entity = $1 AND record_id = ANY($2::uuid[])) AND state IN ('pending', 'approved') AND id IS DISTINCT FROM $3::uuid
RETURNING id AS request, entity, record_id AS record, version`,
    [entity, [...versions.keys()], context.approval?.id ?? null],
  )
  for (const { request, entity: of, record, version } of rows) {
    const changed = record !== null && of === entity ? versions.get(record) : undefined
    const at = { entity: of, id: record ?? request, version: changed ?? version ?? 0 }
    await recordEventOf(tx, at, { action: 'approval.stale' }, context)
  }
}
