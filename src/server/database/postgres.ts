import pg from 'pg'
import { DatabaseUnusable } from './errors.ts'
import { GuardedPool } from './guardedPool.ts'
import { typeParsers } from './types.ts'

const MINIMUM_VERSION = 15

export type ConnectOptions = {
  /** Timeout for opening a connection; default 30000. */
  connectMs?: number
  /** Statements that each new connection runs first. */
  session?: string
  /** Application name of the connections, as listed by the server. */
  application?: string
  /** Environment variable with the address, for messages; default `DATABASE_URL`. */
  variable?: string
  /** Receives the pool before its first connection. */
  onPool?: (pool: pg.Pool) => void
}

/**
 * Connects to a PostgreSQL server; throws `DatabaseUnusable` when it does not respond or is too
 * old.
 */
export async function connectPostgres(
  connectionString: string,
  queryTimeoutMs: number,
  max: number,
  options: ConnectOptions = {},
): Promise<GuardedPool> {
  // JIT compilation can take a second for statements that run in a tenth.
  const session = `SET timezone = 'UTC'; SET datestyle = 'ISO, MDY'; SET statement_timeout = ${Math.trunc(queryTimeoutMs)}; SET jit = off${options.session ? `; ${options.session}` : ''}`
  const pool = new GuardedPool({
    connectionString,
    max,
    types: typeParsers,
    keepAlive: true,
    connectionTimeoutMillis: options.connectMs ?? 30_000,
    ...(options.application ? { application_name: options.application } : {}),
    onConnect: async (client: pg.ClientBase) => void (await client.query(session)),
  })
  options.onPool?.(pool)
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
        `Check the address in ${options.variable ?? 'DATABASE_URL'}, that it runs, and that its user may connect; nothing was changed in it.`,
    )
  }
  return pool
}
