/**
 * Setup of the journeys: starts and seeds one product, whose data directory is copied for all of
 * them. `npm test` makes one for several projects and passes it on.
 */
import { mkdtemp, rm } from 'node:fs/promises'
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

/**
 * Writes the demo data to an empty directory, with what each copy would otherwise do by itself
 * within two minutes, for 15 CPU seconds: seals of the audit and their daily check, statistics of the
 * tables, and the backup of the day, which is restored to test it.
 */
export const makeTemplate = async (dataDir: string): Promise<void> => {
  const product = await startProduct({ dataDir })
  await product.stop({ keep: true })
  const db = await openDatabase({ dataDir, log: silentLog, ownerOnly: true })
  try {
    await sealer(db)()
    await checkAudit(db, silentLog)
    await keepMetrics(db, compileModel(resources))
    await db.query('VACUUM (ANALYZE)')
    await backupNow(db, dataDir, silentLog)
  } finally {
    await db.close()
  }
}

export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env[TEMPLATE]) return undefined
  const dataDir = await mkdtemp(path.join(tmpdir(), 'journey-template-'))
  await makeTemplate(dataDir)
  process.env[TEMPLATE] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
