import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/pool.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { terminalLog } from './terminal.ts'

/**
 * Opens the configured database, brings it up to date (`asItIs`: does not), does the work, and
 * closes it whatever happens.
 * A running server continues; the work shares its database.
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
