import pg from 'pg'
import { DatabaseUnusable } from './errors.ts'
import { GuardedPool } from './guardedPool.ts'
import { typeParsers } from './types.ts'

const MINIMUM_VERSION = 15

/** Connects to a PostgreSQL server; throws `DatabaseUnusable` when it does not answer or is too old. */
export async function connectPostgres(
  connectionString: string,
  queryTimeoutMs: number,
  max: number,
): Promise<pg.Pool> {
  // Compiling a statement takes a second where running it takes a tenth; engines without that setting have nothing to switch off.
  const session = `SET timezone = 'UTC'; SET datestyle = 'ISO, MDY'; SET statement_timeout = ${Math.trunc(queryTimeoutMs)}; SELECT set_config(name, 'off', false) FROM pg_settings WHERE name = 'jit'`
  const pool = new GuardedPool({
    connectionString,
    max,
    types: typeParsers,
    keepAlive: true,
    connectionTimeoutMillis: 30_000,
    onConnect: async (client: pg.ClientBase) => void (await client.query(session)),
  })
  try {
    const { rows } = await pool.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS version",
    )
    const version = rows[0]?.version ?? 0
    if (version < MINIMUM_VERSION) {
      throw new Error(`it is version ${version}; ${MINIMUM_VERSION} or later is needed`)
    }
  } catch (error) {
    await pool.end()
    throw new DatabaseUnusable(
      `The PostgreSQL server cannot be used: ${(error as Error).message}. ` +
        'Check the address in DATABASE_URL, that it runs, and that its user may connect; nothing was changed in it.',
    )
  }
  return pool
}
