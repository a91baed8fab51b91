import { createHash } from 'node:crypto'
import type { Model } from '#model/types.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#server/database/pool.ts'
import { createTables } from '#server/migrations/createTables.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { afterFile } from './endings.ts'
import {
  dropDatabase,
  freshDatabase,
  SOCKET,
  startPostgres,
  templateDatabase,
  type TestPostgres,
} from './postgres.ts'

/** A silent log, so that expected errors do not fill the output. */
export const silentLog = { info: (): void => {}, warn: (): void => {}, error: (): void => {} }

let ownServer: Promise<TestPostgres> | undefined
let alone: Promise<TestPostgres> | undefined

/** Server shared by all test files; starts one for this process if no global setup did. */
async function sharedSocket(): Promise<string> {
  const shared = process.env[SOCKET]
  if (shared) return shared
  ownServer ??= startPostgres()
  return (await ownServer).socket
}

/** Databases that tests of this file opened by URL. */
const lent: string[] = []

const lend = async (socket: string): Promise<string> => {
  const url = await freshDatabase(socket)
  lent.push(url)
  return url
}

/** URL of a fresh, empty database; dropped after the test file. */
export const postgresUrl = async (): Promise<string> => lend(await sharedSocket())

/** URL of a fresh, empty database on a PostgreSQL server that no other test file uses. */
export async function alonePostgresUrl(): Promise<string> {
  alone ??= startPostgres()
  return lend((await alone).socket)
}

afterFile(async () => {
  await Promise.all(lent.splice(0).map(dropDatabase))
  const servers = [alone, ownServer]
  alone = ownServer = undefined
  await Promise.all(servers.map(async (server) => (await server)?.stop()))
})

/** A fresh copy of `template` (default: empty) as a database that is dropped when it is closed. */
async function openFresh(
  socket: string,
  options: Partial<DatabaseOptions>,
  template?: string,
): Promise<Database> {
  const databaseUrl = await freshDatabase(socket, template ? { template } : {})
  const db = await openDatabase({ log: silentLog, databaseUrl, ...options })
  let closing: Promise<void> | undefined
  return {
    ...db,
    close: () => (closing ??= db.close().then(() => dropDatabase(databaseUrl))),
  }
}

/** A fresh, empty database in which the caller may change all tables. Close it after the test. */
export const testDatabase = async (options: Partial<DatabaseOptions> = {}): Promise<Database> =>
  openFresh(await sharedSocket(), { ownerOnly: true, ...options })

/** Opens the database of a URL while `work` runs. */
const through = async (url: string, work: (db: Database) => Promise<void>): Promise<void> => {
  const db = await openDatabase({ databaseUrl: url, log: silentLog })
  await work(db).finally(() => db.close())
}

/** A fresh database with all migrations of the product. Close it after the test. */
export async function migratedDatabase(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const socket = await sharedSocket()
  const template = await templateDatabase(socket, 'migrated', (url) =>
    through(url, (db) => migrate(db, { log: silentLog })),
  )
  return openFresh(socket, options, template)
}

/** A fresh database with the tables of any model. Close it after the test. */
export async function modelDatabase(
  model: Model,
  options: Partial<DatabaseOptions> = {},
): Promise<Database> {
  const socket = await sharedSocket()
  const key = createHash('sha256').update(JSON.stringify(model)).digest('hex').slice(0, 24)
  const template = await templateDatabase(socket, key, (url) =>
    through(url, (db) => createTables(db, model)),
  )
  return openFresh(socket, options, template)
}

/**
 * Like `testDatabase`, on a server that no other test file uses. For tests that check exactly which
 * changes are emitted and when: finality, and the starting position, depend on the oldest running
 * transaction of the whole server, so a long one of another file would delay changes and repeat
 * earlier ones.
 */
export async function aloneDatabase(): Promise<Database> {
  alone ??= startPostgres()
  return openFresh((await alone).socket, {})
}
