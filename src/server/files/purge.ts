import { v7 as uuidv7 } from 'uuid'
import type { Model } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import { insertJob } from '../jobs/store.ts'
import { SYSTEM_JOB } from '../jobs/types.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import { isUsedVisibly } from '../permissions/visibleFiles.ts'
import { FORGET_JOB, keysOf, STORED_KEYS, type StoredKeys } from './forget.ts'

const hourMs = 3_600_000
/** Age at which an upload that no record shows is purged. */
const keptHours = 24
/** Older uploads were already checked on earlier days. */
const lookedAtHours = 24 * 14

interface Parts {
  readonly db: Pick<Database, 'query' | 'transaction'>
  readonly model: Model
  /** Collections kept in another database, whose records cannot be queried here. */
  readonly elsewhere: ReadonlySet<string>
  readonly now?: () => number
}

interface Row {
  readonly id: string
  readonly collection: string | null
  readonly created_at: Date | string
}

/**
 * Purges files older than a day that no record shows or ever showed: files named in the audit can
 * still be restored. A job deletes their content. Returns how many were purged.
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
      const gone = await query<StoredKeys>(
        `DELETE FROM files WHERE id = ANY($1::uuid[]) RETURNING ${STORED_KEYS}`,
        [unused],
      )
      await query('DELETE FROM uploads WHERE file_id = ANY($1::uuid[])', [unused])
      await insertJob(query, uuidv7(), {
        kind: FORGET_JOB,
        payload: { keys: keysOf(gone.rows) },
        actor: SYSTEM_JOB,
      })
    })
  }
  return unused.length
}
