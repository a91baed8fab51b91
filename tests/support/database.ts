import fs from 'node:fs'
import { EmbeddedServer } from '#server/database/embeddedServer.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#server/database/pool.ts'
import { SOCKET_URL, TEMPLATE, freshDatabase, startPostgres, type TestPostgres } from './postgres.ts'

/** Both kinds, for suites that run on each: `describe.each(tiers)('… on %s', kind => …)`. */
export const tiers = ['embedded', 'postgres'] as const
export type Tier = (typeof tiers)[number]

/** Says nothing, so that expected errors do not fill the output. */
export const silentLog = { info: (): void => {}, warn: (): void => {}, error: (): void => {} }

/** Writes a tar of an empty embedded database, from which new ones start five times faster. */
export async function makeTemplate(file: string): Promise<void> {
  const server = await EmbeddedServer.open({ directory: 'memory://', queryTimeoutMs: 60_000, log: silentLog })
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

/** A fresh, empty database of either kind; the embedded one is in memory. Close it after the test. */
export async function testDatabase(kind: Tier, options: Partial<DatabaseOptions> = {}): Promise<Database> {
  return openDatabase({
    dataDir: 'memory://', log: silentLog, template: process.env[TEMPLATE],
    ...(kind === 'postgres' && { databaseUrl: await postgresUrl() }),
    ...options,
  })
}
