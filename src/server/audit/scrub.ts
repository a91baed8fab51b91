import type { Tx } from '../database/pool.ts'
import { REDACTED } from './entry.ts'

/**
 * Takes the values of some fields, and the reasons people gave in words of their own, out of all entries of records, for
 * privacy; that they changed, and that there was a reason, stays known. Reasons from version `since` on stay.
 */
export const scrubAudit = async (
  tx: Tx,
  entity: string,
  records: readonly string[],
  fields: readonly string[],
  since?: number,
): Promise<void> => {
  await tx.query(
    `UPDATE audit SET patch = CASE WHEN patch ?| $3::text[] THEN (SELECT jsonb_object_agg(e.key, CASE WHEN e.key = ANY($3::text[]) THEN $4::jsonb ELSE e.value END) FROM jsonb_each(patch) e) ELSE patch END,
       reason = CASE WHEN reason IS NULL OR version >= $5::int THEN reason ELSE $6 END
     WHERE entity = $1 AND record_id = ANY($2::uuid[]) AND (patch ?| $3::text[] OR reason IS NOT NULL)`,
    [entity, records, fields, JSON.stringify([REDACTED, REDACTED]), since ?? null, REDACTED],
  )
}
