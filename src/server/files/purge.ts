import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import { insertJob } from '../jobs/store.ts'
import { SYSTEM_JOB } from '../jobs/types.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import { FORGET_JOB } from './forget.ts'
import { isUsedVisibly } from './uses.ts'

const hourMs = 3_600_000
/** An upload that no record shows after so long is purged. */
const keptHours = 24
/** Older ones were looked at before, day after day. */
const lookedAtHours = 24 * 14

interface Parts {
  readonly db: Pick<Database, 'query' | 'transaction'>
  readonly model: Model
  /** Collections kept in another database, whose records cannot be asked here. */
  readonly elsewhere: ReadonlySet<string>
  readonly now?: () => number
}

interface Row {
  readonly id: string
  readonly collection: string | null
  readonly created_at: Date | string
}

/**
 * Purges files that were uploaded a day ago and that no record shows or ever showed: what the audit names can still be
 * restored. Their content is deleted by a job. Returns how many there were.
 */
export const purgeUnused = async ({
  db,
  model,
  elsewhere,
  now = Date.now,
}: Parts): Promise<number> => {
  const access = compileAccess(model, systemActor)
  const { rows } = await db.query<Row>(
    'SELECT id, collection, created_at FROM files WHERE created_at < $1 AND created_at >= $2 ORDER BY created_at',
    [new Date(now() - keptHours * hourMs), new Date(now() - lookedAtHours * hourMs)],
  )
  const unused: string[] = []
  for (const { id, collection, created_at } of rows) {
    if (elsewhere.size && (collection === null || elsewhere.has(collection))) continue
    if (await isUsedVisibly(db.query, model, access, id, collection)) continue
    const named = await db.query(
      'SELECT 1 FROM audit WHERE at >= $1 AND position($2 in patch::text) > 0 LIMIT 1',
      [created_at, id],
    )
    if (!named.rows.length) unused.push(id)
  }
  if (unused.length) {
    await db.transaction(async ({ query }) => {
      const gone = await query<{ key: string }>(
        'DELETE FROM files WHERE id = ANY($1::uuid[]) RETURNING storage_key AS key',
        [unused],
      )
      await query('DELETE FROM uploads WHERE file_id = ANY($1::uuid[])', [unused])
      await insertJob(query, uuidv7(), {
        kind: FORGET_JOB,
        payload: { keys: gone.rows.map((row) => row.key) },
        actor: SYSTEM_JOB,
      })
    })
  }
  return unused.length
}
