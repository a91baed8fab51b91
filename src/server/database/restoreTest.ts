import fs from 'node:fs/promises'
import path from 'node:path'
import type { Database, DatabaseLog } from './pool.ts'
import type { Query } from './query.ts'
import { restore, type RestoreOptions } from './restore.ts'
import { listBackups } from './schedule.ts'

/** Result of the last backup test. */
export interface RestoreTest {
  /** ISO 8601. */
  readonly at: string
  /** Name of the backup. */
  readonly backup: string
  readonly rows: number
  readonly tookMs: number
  /** Why it could not be restored; null on success. */
  readonly error: string | null
}

const KEY = 'backup.restoreTest'

export const lastRestoreTest = async (query: Query): Promise<RestoreTest | null> =>
  (await query<{ value: RestoreTest }>('select value from settings where key = $1', [KEY])).rows[0]
    ?.value ?? null

const roomFor = async (db: Database, dataDir: string): Promise<void> => {
  if (db.kind !== 'embedded') {
    return
  }
  const { bavail, bsize } = await fs.statfs(dataDir)
  const { rows } = await db.query<{ bytes: number }>(
    'select pg_database_size(current_database()) as bytes',
  )
  if (bavail * bsize < 2 * rows[0]!.bytes) {
    throw new Error('There is not enough room on the disk to restore it beside the database.')
  }
}

/**
 * Restores the newest backup into a scratch database, which compares the rows and checksum of every
 * table with the file, and removes that database. Records and returns the result; null when there
 * is not a backup.
 */
export const testRestore = async (
  db: Database,
  dataDir: string,
  log: DatabaseLog,
  levels: (scratch: Database) => RestoreOptions['levels'],
): Promise<RestoreTest | null> => {
  const [newest] = await listBackups(dataDir)
  if (!newest) {
    return null
  }
  const began = performance.now()
  let rows = 0
  let error: string | null = null
  try {
    await roomFor(db, dataDir)
    const scratch = await db.scratch()
    try {
      const file = path.join(dataDir, 'backups', newest.name)
      rows = (await restore(scratch, file, { levels: levels(scratch) })).rows
    } finally {
      await scratch.close()
    }
  } catch (failed) {
    error = failed instanceof Error ? failed.message : String(failed)
    log.error(`The backup ${newest.name} was not restored in a test: ${error}`)
  }
  const test: RestoreTest = {
    at: new Date().toISOString(),
    backup: newest.name,
    rows,
    tookMs: Math.round(performance.now() - began),
    error,
  }
  await db.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [KEY, JSON.stringify(test)],
  )
  return test
}
