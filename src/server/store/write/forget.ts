import type { Tx } from '../../database/pool.ts'

/** Deletes all notes about records, for privacy; with `purged`, also their followers. */
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
  if (purged) {
    await tx.query(
      'DELETE FROM record_followers WHERE entity = $1 AND record_id = ANY($2::uuid[])',
      [entity, records],
    )
  }
}
