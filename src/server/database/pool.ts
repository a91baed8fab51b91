import path from 'node:path'
import type pg from 'pg'
import { type Capabilities, probe } from './capabilities.ts'
import { openEmbedded } from './embedded.ts'
import { connectPostgres } from './postgres.ts'
import { localNotifications, type Notifications, postgresNotifications } from './notifications.ts'
import { type DatabaseLog, type Query, runQuery } from './query.ts'
import { runTransaction, type TransactionOptions, type Tx } from './transaction.ts'

export type { Capabilities } from './capabilities.ts'
export type { DatabaseLog, Query, QueryResult, QueryText } from './query.ts'
export type { TransactionOptions, Tx } from './transaction.ts'
export { ConnectionLost, DatabaseInUse, DatabaseUnusable, sqlState } from './errors.ts'

/**
 * The database, the same on both tiers. Values arrive as `types.ts` says (int8 and numeric as number, timestamptz as
 * `2026-01-01T10:00:00.000Z`, date as `YYYY-MM-DD`).
 */
export type Database = {
  kind: 'embedded' | 'postgres'
  capabilities: Capabilities
  /** For libraries that want a `pg.Pool`. On the embedded tier it has one connection; a client checked out has it alone. */
  pool: pg.Pool
  query: Query
  /**
   * Commits what `fn` did, or rolls back what it did when it throws. Serialization failures and deadlocks run `fn`
   * again, up to 3 times, so `fn` must not do anything outside `tx` (use `tx.afterCommit`). Inside it, `query` and a
   * nested `transaction` of the database throw: use `tx.query`.
   */
  transaction: <T>(fn: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>
  /** Calls `fn` with the text of a `notify` on the channel, by any process where the tier can (also without one, with an empty text, where some may have been missed); returns the way to stop. */
  listen: (channel: string, fn: (text: string) => void) => Promise<() => void>
  /** Wakes listeners, with a text of at most 7999 bytes. Call it outside transactions: NOTIFY within one makes commits queue. */
  notify: (channel: string, text?: string) => Promise<void>
  close: () => Promise<void>
}

export type DatabaseOptions = {
  /** The application's data directory; the embedded database lives in `database` below it. `memory://` keeps it in memory. */
  dataDir: string
  /** A PostgreSQL server (15 or later) instead of the embedded database. */
  databaseUrl?: string | undefined
  log: DatabaseLog
  /** Longest time for one statement; default 30000. */
  queryTimeoutMs?: number
  /** Connections to a PostgreSQL server; default 10. */
  maxConnections?: number
  /** Tar of a prepared database from which a new embedded one starts (tests: it saves seconds). */
  template?: string | undefined
}

/** Directory of the embedded database's own files. */
export const databaseDirectory = (dataDir: string): string =>
  path.join(path.resolve(dataDir), 'database')

/**
 * Opens the database. Throws `DatabaseInUse` when another process holds the data directory and `DatabaseUnusable` when
 * files or server cannot be used; in both cases nothing was changed.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, log } = options
  const timeoutMs = options.queryTimeoutMs ?? 30_000
  const connected = databaseUrl
    ? {
        ...(await connectPostgres(databaseUrl, timeoutMs, options.maxConnections ?? 10)),
        allow: undefined,
      }
    : await openEmbedded({
        directory:
          options.dataDir === 'memory://' ? 'memory://' : databaseDirectory(options.dataDir),
        queryTimeoutMs: timeoutMs,
        template: options.template,
        log,
      })
  const { pool, allow } = connected
  try {
    const capabilities = await probe(pool, databaseUrl ? 'postgres' : 'embedded')
    const notifications: Notifications =
      databaseUrl && capabilities.notify
        ? postgresNotifications(pool, databaseUrl, log)
        : localNotifications()
    return {
      kind: databaseUrl ? 'postgres' : 'embedded',
      capabilities,
      pool,
      query: (text, values) => runQuery(pool, text, values),
      transaction: (fn, transactionOptions = {}) =>
        runTransaction({ pool, log, ...(allow && { allow }) }, transactionOptions, fn),
      listen: notifications.listen,
      notify: notifications.notify,
      async close() {
        await notifications.close()
        await connected.close()
      },
    }
  } catch (error) {
    await connected.close()
    throw error
  }
}
