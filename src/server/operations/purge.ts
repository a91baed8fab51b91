import type { Query } from '../database/query.ts'

/**
 * Deletes operations and their rows after 30 days, and plans that were not executed after an hour.
 * Run by a job.
 */
export const purgeOperations = async (query: Query): Promise<number> => {
  const { rowCount } = await query(
    `WITH gone AS (DELETE FROM operations WHERE expires_at < now() RETURNING id),
       theirs AS (DELETE FROM operation_rows r USING gone g WHERE r.operation_id = g.id)
     SELECT id FROM gone`,
  )
  return rowCount
}
