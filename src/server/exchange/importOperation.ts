import type { Database } from '../database/pool.ts'
import type { WriteContext } from '../store/types.ts'
import { operationRows } from '../store/write/statements.ts'

/** The operation of an import that writes: it runs until the import ends, and cannot be undone before. */
export interface ImportOperation {
  /** Records it, running, before the first row is written. A further attempt changes nothing. */
  begin(): Promise<void>
  /** Ends it; one that wrote nothing leaves no trace. */
  end(): Promise<void>
}

/** The operation of the import with this context and job. */
export const importOperation = (
  { query }: Pick<Database, 'query'>,
  context: WriteContext,
  jobId: string,
): ImportOperation => ({
  async begin() {
    await query(
      `INSERT INTO operations (id, kind, channel, entity, account_id, actor_id, actor_name, state, job_id)
SELECT id, kind, channel, entity, account_id, actor_id, actor_name, 'running', $2::uuid FROM json_populate_recordset(NULL::operations, $1::json) ON CONFLICT (id) DO NOTHING`,
      [operationRows(context), jobId],
    )
  },
  async end() {
    const { rowCount } = await query(
      "UPDATE operations SET state = 'done' WHERE id = $1 AND EXISTS (SELECT FROM audit WHERE operation_id = $1)",
      [context.operationId],
    )
    if (!rowCount) await query('DELETE FROM operations WHERE id = $1', [context.operationId])
  },
})
