import fs from 'node:fs'
import { EmbeddedServer } from '#server/database/embeddedServer.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#server/database/pool.ts'
import {
  SOCKET_URL,
  TEMPLATE,
  freshDatabase,
  startPostgres,
  type TestPostgres,
} from './postgres.ts'

/** Both kinds, for suites that run on each: `describe.each(tiers)('… on %s', kind => …)`. */
export const tiers = ['embedded', 'postgres'] as const
export type Tier = (typeof tiers)[number]

/** Says nothing, so that expected errors do not fill the output. */
export const silentLog = { info: (): void => {}, warn: (): void => {}, error: (): void => {} }

/** Writes a tar of an empty embedded database, from which new ones start five times faster. */
export async function makeTemplate(file: string): Promise<void> {
  const server = await EmbeddedServer.open({
    directory: 'memory://',
    queryTimeoutMs: 60_000,
    log: silentLog,
  })
  try {
    fs.writeFileSync(file, await server.dump())
  } finally {
    await server.close()
  }
}

let ownServer: Promise<TestPostgres> | undefined

/** The URL of a fresh, empty PostgreSQL database; starts a server for this process when no global setup did. */
export async function postgresUrl(): Promise<string> {
  const shared = process.env[SOCKET_URL]
  if (shared) return freshDatabase(shared)
  ownServer ??= startPostgres()
  return (await ownServer).url()
}

let alone: Promise<TestPostgres> | undefined

/** The URL of a fresh, empty database on a PostgreSQL server that no other test file uses. */
export async function alonePostgresUrl(): Promise<string> {
  alone ??= startPostgres()
  return (await alone).url()
}

/**
 * As `testDatabase`, with the server alone on the PostgreSQL tier. For tests that say exactly which changes are told and when: what is final, and where the
 * present begins, goes by the oldest running transaction of the whole server, so that a long one of another file would hold changes back and repeat earlier ones.
 */
export const aloneDatabase = async (kind: Tier): Promise<Database> =>
  kind === 'embedded'
    ? testDatabase(kind)
    : openDatabase({ dataDir: 'memory://', log: silentLog, databaseUrl: await alonePostgresUrl() })

/** Embedded databases that tests of this file are done with, emptied: opening one costs seconds of CPU, emptying one hardly any. */
const parked: Database[] = []

/** Really closes what `testDatabase` keeps for the next test, and ends the server of `aloneDatabase`; `tests/support/setup.ts` calls it after each file. */
export const closeParked = async (): Promise<void> => {
  await Promise.all(parked.splice(0).map((db) => db.close()))
  await (await alone)?.stop()
}

const RESET =
  'DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE EXTENSION IF NOT EXISTS pg_trgm'

/** `db` as one test sees it: closed, it answers nothing more, and goes back emptied, its connection started anew. */
const lent = (db: Database): Database => {
  let closed = false
  const whileOpen =
    <A extends unknown[], R>(fn: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (closed) throw new Error('The database is closed.')
      return fn(...given)
    }
  return {
    ...db,
    query: whileOpen(db.query) as Database['query'],
    transaction: whileOpen(db.transaction) as Database['transaction'],
    listen: whileOpen(db.listen),
    notify: whileOpen(db.notify),
    async close() {
      if (closed) return
      closed = true
      try {
        const client = await db.pool.connect()
        await client.query(RESET).finally(() => client.release(true))
        parked.push(db)
      } catch {
        await db.close()
      }
    },
  }
}

/** A fresh, empty database of either kind; the embedded one is in memory. Close it after the test. */
export async function testDatabase(
  kind: Tier,
  options: Partial<DatabaseOptions> = {},
): Promise<Database> {
  const own = { dataDir: 'memory://', log: silentLog, template: process.env[TEMPLATE], ...options }
  if (kind === 'postgres') return openDatabase({ ...own, databaseUrl: await postgresUrl() })
  const { maxConnections: _, ...special } = options
  return Object.keys(special).length > 0
    ? openDatabase(own)
    : lent(parked.pop() ?? (await openDatabase(own)))
}
