import type { ResourceModel } from '#model/types.ts'
import type { Tx } from '../../database/pool.ts'
import type { WriteContext } from '../types.ts'
import { recordEvent } from './auditEntry.ts'

/**
 * Makes open requests for approval stale, in the transaction of a change to their records: nobody
 * approves what is no longer so. Leaves out the request whose change this is. Who asked is
 * notified once the audit says so.
 */
export const outdate = async (
  tx: Tx,
  resource: ResourceModel,
  ids: readonly string[],
  context: WriteContext,
): Promise<void> => {
  const { rows } = await tx.query<{ record: string }>(
    `UPDATE approval_requests SET state = 'stale', ended_at = now() WHERE entity = $1 AND record_id = ANY($2::uuid[]) AND state IN ('pending', 'approved') AND id IS DISTINCT FROM $3::uuid
RETURNING record_id AS record`,
    [resource.entity, ids, context.approval?.id ?? null],
  )
  for (const { record } of rows) {
    await recordEvent(tx, resource, record, { action: 'approval.stale' }, context)
  }
}
