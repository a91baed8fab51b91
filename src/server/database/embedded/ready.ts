import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sqlState } from '../errors.ts'
import type { DatabaseLog } from '../query.ts'
import type { PostgresProcess } from './process.ts'

const POLL_MS = 20
const PROGRESS_MS = 5000
const RECOVERING = '57P03'
/** Error codes for a server that refuses connections, is recovering or is not there yet. */
const NOT_YET = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EAGAIN', RECOVERING])

/**
 * Role and database of the application. The role owns the database and its tables and is not a
 * superuser.
 */
export const APPLICATION = 'back_office'
/**
 * Suffix of the role for the product's own queries, which owns nothing (see
 * database/privileges.ts).
 */
export const APPLICATION_SUFFIX = '_app'

/**
 * Connection string for a server on a Unix socket; the socket overrides the host, which a URL must
 * have.
 */
export const socketUrl = (socket: string, user: string, database: string): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socket)}`

/** Runs `work` on one connection. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // The error also rejects the running query; an unhandled event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Waits until a connection succeeds while the process lives; rejects with PostgreSQL's output if it
 * ends.
 */
export async function untilReady(
  server: PostgresProcess,
  socket: string,
  log: DatabaseLog,
  onRecovering: () => void = () => {},
): Promise<void> {
  const begun = Date.now()
  let reported = 0
  for (;;) {
    if (server.ended()) throw new Error(`PostgreSQL ended: ${server.said() || 'it said nothing'}`)
    try {
      return await withClient(socketUrl(socket, 'postgres', 'postgres'), async () => {})
    } catch (error) {
      if (!NOT_YET.has(sqlState(error) ?? '')) throw error
      if (sqlState(error) === RECOVERING) onRecovering()
      const seconds = Math.floor((Date.now() - begun) / PROGRESS_MS) * (PROGRESS_MS / 1000)
      if (seconds > reported) {
        reported = seconds
        log.info(
          `The database is recovering what was written before it was cut off (${seconds} s)…`,
        )
      }
      await sleep(POLL_MS)
    }
  }
}

/** Creates whatever is missing of the application's role, database and extensions. */
export async function prepareApplication(socket: string): Promise<void> {
  await withClient(socketUrl(socket, 'postgres', 'postgres'), async (client) => {
    const has = async (sql: string, name: string): Promise<boolean> =>
      ((await client.query(sql, [name])).rowCount ?? 0) > 0
    for (const role of [APPLICATION, APPLICATION + APPLICATION_SUFFIX]) {
      if (!(await has('SELECT 1 FROM pg_roles WHERE rolname = $1', role))) {
        await client.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE`)
      }
    }
    if (!(await has('SELECT 1 FROM pg_database WHERE datname = $1', APPLICATION))) {
      await client.query(`CREATE DATABASE ${APPLICATION} OWNER ${APPLICATION}`)
    }
  })
  await withClient(socketUrl(socket, 'postgres', APPLICATION), async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm')
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_available_extensions WHERE name = 'pg_stat_statements'",
    )
    if (rowCount) {
      await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    }
  })
}
