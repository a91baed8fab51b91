import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/pool.ts'
import { embeddedLevels, migrate } from '#server/migrations/migrate.ts'
import { terminalLog } from './terminal.ts'

/**
 * Opens and migrates the configured database (`asItIs`: does not migrate), does the work, and
 * always closes the database. A running server continues; both share the database.
 * @throws ConfigError, DatabaseUnusable.
 */
export async function withDatabase<T>(
  work: (db: Database, config: Config) => Promise<T>,
  { asItIs = false } = {},
): Promise<T> {
  const config = readConfig()
  const db = await openDatabase({
    dataDir: config.dataDir,
    beside: true,
    databaseUrl: config.databaseUrl,
    moving: { levels: embeddedLevels() },
    log: terminalLog,
  })
  try {
    if (!asItIs) {
      await migrate(db, { log: terminalLog })
    }
    return await work(db, config)
  } finally {
    await db.close()
  }
}
