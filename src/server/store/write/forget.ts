import type { Tx } from '../../database/pool.ts'

/**
 * Deletes all notes and reminders about records and what requests for approval showed of them, for privacy; with
 * `purged`, also their followers.
 */
export const forgetNotes = async (
  tx: Tx,
  entity: string,
  records: readonly string[],
  { purged = false }: { readonly purged?: boolean } = {},
): Promise<void> => {
  await tx.query('DELETE FROM record_notes WHERE entity = $1 AND record_id = ANY($2::uuid[])', [
    entity,
    records,
  ])
  await tx.query('DELETE FROM reminders WHERE entity = $1 AND record_id = ANY($2::uuid[])', [
    entity,
    records,
  ])
  await tx.query(
    `UPDATE approval_requests SET payload = NULL, reason = NULL, shown = '{"changes":{}}'::jsonb WHERE entity = $1 AND record_id = ANY($2::uuid[])
OR id IN (SELECT request_id FROM approval_records WHERE entity = $1 AND record_id = ANY($2::uuid[]))`,
    [entity, records],
  )
  if (purged) {
    await tx.query(
      'DELETE FROM record_followers WHERE entity = $1 AND record_id = ANY($2::uuid[])',
      [entity, records],
    )
  }
}
