import type { Tx } from '../database/pool.ts'
import { REDACTED } from './entry.ts'

/** Takes the values of some fields out of all entries of a record, for privacy; that they changed stays known. */
export const scrubAudit = async (tx: Tx, entity: string, recordId: string, fields: readonly string[]): Promise<void> => {
  await tx.query(
    `UPDATE audit SET patch = (SELECT jsonb_object_agg(e.key, CASE WHEN e.key = ANY($3::text[]) THEN $4::jsonb ELSE e.value END) FROM jsonb_each(patch) e)
     WHERE entity = $1 AND record_id = $2 AND patch ?| $3::text[]`,
    [entity, recordId, fields, JSON.stringify([REDACTED, REDACTED])],
  )
}
