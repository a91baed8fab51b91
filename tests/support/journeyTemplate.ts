/**
 * Setup of the journeys: starts and seeds one product, whose data directory is copied for all of
 * them. `npm test` makes one for several projects and passes it on.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import { checkAudit } from '#server/audit/check.ts'
import { sealer } from '#server/audit/seal.ts'
import { openDatabase } from '#server/database/pool.ts'
import { backupNow } from '#server/database/schedule.ts'
import { keepMetrics } from '#server/metrics/rollups/keep.ts'
import { silentLog } from './database.ts'
import { startProduct, TEMPLATE } from './product.ts'

/** Name of the file in which the database continues its log. */
const LOG_FILE = 'select pg_walfile_name(pg_current_wal_lsn()) as name'
/** Files of the log that stay: what stopping writes may need a second one. */
const LOG_FILES = 2

/** Deletes the files that the log keeps ready for later: half of what each copy would copy. */
const dropSpareLog = async (dataDir: string, current: string): Promise<void> => {
  const log = path.join(dataDir, 'database/pg_wal')
  const ahead = (await readdir(log)).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= current,
  )
  await Promise.all(
    ahead
      .sort()
      .slice(LOG_FILES)
      .map((name) => rm(path.join(log, name))),
  )
}

/**
 * Writes the demo data to an empty directory, with what each copy would otherwise do by itself
 * within two minutes, for 15 CPU seconds: seals of the audit and their daily check, statistics of the
 * tables, and the backup of the day, which is restored to test it. Tables and log are made as small as
 * they get, since copying them is a third of what starting a product takes.
 */
export const makeTemplate = async (dataDir: string): Promise<void> => {
  const product = await startProduct({ dataDir })
  await product.stop({ keep: true })
  const db = await openDatabase({ dataDir, log: silentLog, ownerOnly: true })
  let current = ''
  try {
    await sealer(db)()
    await checkAudit(db, silentLog)
    await keepMetrics(db, compileModel(resources))
    await backupNow(db, dataDir, silentLog)
    await db.query('VACUUM (FULL, ANALYZE)')
    current = (await db.query<{ name: string }>(LOG_FILE)).rows[0]!.name
  } finally {
    await db.close()
  }
  await dropSpareLog(dataDir, current)
}

export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env[TEMPLATE]) return undefined
  const dataDir = await mkdtemp(path.join(tmpdir(), 'journey-template-'))
  await makeTemplate(dataDir)
  process.env[TEMPLATE] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
