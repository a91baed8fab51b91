import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod'
import type { Tx } from '../database/pool.ts'
import { insertJob } from '../jobs/store.ts'
import { SYSTEM_JOB, type JobHandler } from '../jobs/types.ts'
import type { FileStore } from './store.ts'

/** Kind of the job that deletes the content of forgotten files. */
export const FORGET_JOB = 'forget-files'

/** The columns that name stored content of a file, for `keysOf`. */
export const STORED_KEYS = 'storage_key, thumbnail_key'
/** Where the content of a file and of its thumbnail is. */
export interface StoredKeys {
  readonly storage_key: string
  readonly thumbnail_key: string | null
}
/** Returns the keys of files and their thumbnails. */
export const keysOf = (rows: readonly StoredKeys[]): string[] =>
  rows.flatMap((row) => [row.storage_key, ...(row.thumbnail_key ? [row.thumbnail_key] : [])])

const payload = z.object({ keys: z.array(z.string()) })

/**
 * Forgets files that no record of the collection shows any more, if they were uploaded for it:
 * their rows at once, their content after the transaction commits. Files uploaded for another
 * collection stay.
 */
export const forgetFiles = async (
  tx: Tx,
  ids: readonly string[],
  collection: string,
): Promise<void> => {
  if (!ids.length) return
  const { rows } = await tx.query<StoredKeys>(
    `DELETE FROM files WHERE id = ANY($1::uuid[]) AND coalesce(collection, $2) = $2 RETURNING ${STORED_KEYS}`,
    [ids, collection],
  )
  await tx.query('DELETE FROM uploads WHERE file_id = ANY($1::uuid[])', [ids])
  if (rows.length) {
    await insertJob(tx.query, uuidv7(), {
      kind: FORGET_JOB,
      payload: { keys: keysOf(rows) },
      actor: SYSTEM_JOB,
    })
  }
}

/** Handles such a job; deleting content that is already gone is not an error. */
export const forgetHandler =
  (store: Pick<FileStore, 'delete'>): JobHandler =>
  async (job) => {
    const { keys } = payload.parse(job.payload)
    for (const key of keys) await store.delete(key)
    return { deleted: keys.length }
  }
