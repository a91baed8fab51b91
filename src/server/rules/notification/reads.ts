import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Database } from '../../database/pool.ts'
import { Problem } from '../../base/problem.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { TransactionalWriter } from '../../store/write/writer.ts'

interface Parts {
  readonly db: Pick<Database, 'query'>
  readonly model: Model
  readonly writer: TransactionalWriter
}

/**
 * Updates the read counts of recently read notifications. Runs every few seconds, so that a
 * thousand readers cause only a few changes.
 */
export const tellReads = async ({ db, model, writer }: Parts): Promise<void> => {
  const resource = byCollection(model, 'notifications')
  const { rows } = await db.query<{ id: string; version: number; read: number }>(
    `SELECT n.id, n.version, d.read FROM (SELECT record_id, (SELECT count(read_at)::int FROM deliveries a WHERE a.record_id = r.record_id) AS read FROM (SELECT DISTINCT record_id FROM deliveries WHERE record_id IS NOT NULL AND read_at > now() - interval '10 minutes') r) d
JOIN notifications n ON n.id = d.record_id AND n.deleted_at IS NULL AND n.read <> d.read AND n.state <> 'sending' LIMIT 100`,
  )
  const context = {
    access: compileAccess(model, systemActor),
    channel: 'job',
    requestId: 'reads',
    operationId: uuidv7(),
  } as const
  for (const { id, version, read } of rows) {
    // Changed meanwhile: the next run counts again.
    await writer
      .update(resource, id, version, {}, { ...context, set: { read } })
      .catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
      })
  }
}
