import type pg from 'pg'
import { type Capabilities, probe } from './capabilities.ts'
import type { GuardedPool } from './guardedPool.ts'
import { applicationUrl } from './application.ts'
import { openEmbedded } from './embedded/open.ts'
import { connectPostgres } from './postgres.ts'
import { localNotifications, type Notifications, postgresNotifications } from './notifications.ts'
import { makeScratch } from './scratch.ts'
import { type DatabaseLog, type Query, runQuery } from './query.ts'
import { runTransaction, type TransactionOptions, type Tx } from './transaction.ts'

export type { Capabilities } from './capabilities.ts'
export type { DatabaseLog, Query, QueryResult, QueryText } from './query.ts'
export type { TransactionOptions, Tx } from './transaction.ts'
export { DatabaseInUse, DatabaseUnusable, sqlState } from './errors.ts'

/**
 * The database: PostgreSQL, our own or the one of `DATABASE_URL`. Values arrive as `types.ts` says (int8 and numeric as number, timestamptz as
 * `2026-01-01T10:00:00.000Z`, date as `YYYY-MM-DD`).
 */
export type Database = {
  /** `embedded` is started and looked after by this program, `postgres` by whoever runs the server of `DATABASE_URL`. They behave the same. */
  kind: 'embedded' | 'postgres'
  capabilities: Capabilities
  state: () => DatabaseState
  /** For libraries that want a `pg.Pool`. */
  pool: pg.Pool
  query: Query
  /**
   * Commits what `fn` did, or rolls back what it did when it throws. Serialization failures and deadlocks run `fn`
   * again, up to 3 times, so `fn` must not do anything outside `tx` (use `tx.afterCommit`). Inside it, `query` and a
   * nested `transaction` of the database throw: use `tx.query`.
   */
  transaction: <T>(fn: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>
  /** Calls `fn` with the text of a `notify` on the channel, by any process (also without one, with an empty text, where some may have been missed); returns the way to stop. */
  listen: (channel: string, fn: (text: string) => void) => Promise<() => void>
  /** Wakes listeners, with a text of at most 7999 bytes. Call it outside transactions: NOTIFY within one makes commits queue. */
  notify: (channel: string, text?: string) => Promise<void>
  /**
   * Name of the role of `query` and `transaction` where that is another than the owner of the tables, and may only read and
   * add to the audit; undefined where the server of `DATABASE_URL` lets no such role be made.
   */
  application: string | undefined
  /** Does `work` with the rights of the owner of the tables: migrations and restores. Not inside a transaction. */
  asOwner: <T>(work: (owner: Owner) => Promise<T>) => Promise<T>
  /** An empty database on the same server, removed when it is closed. Rejects where that is not allowed. */
  scratch: () => Promise<Database>
  close: () => Promise<void>
}

/** The database with the rights of the owner of its tables. */
export type Owner = Pick<Database, 'query' | 'transaction'>

/** What still runs when the database is closed has so long to end. */
const CLOSE_MS = 1500
const OWNER_CONNECTIONS = 2

/** What an embedded database does: it comes up, also while it recovers what was written before it was cut off; it is `ended` when it failed too often. One of somebody else's is `ready`. */
export type DatabaseState = 'starting' | 'recovering' | 'ready' | 'ended'

export type DatabaseOptions = {
  /** The application's data directory; the embedded database lives in `database` below it. Unused with `databaseUrl`. */
  dataDir?: string
  /** A PostgreSQL server (15 or later) instead of the embedded database. */
  databaseUrl?: string | undefined
  /** Connect to the embedded database of a server that runs on the data directory, instead of refusing: for commands. */
  beside?: boolean
  log: DatabaseLog
  /** Hears every change of `Database.state`, from the start on. */
  onState?: (state: DatabaseState) => void
  /** Called when PostgreSQL finds no room on the disk, before it is started again. */
  makeRoom?: () => void
  /** Longest time for one statement; default 30000. */
  queryTimeoutMs?: number
  /** Runs everything as the owner of the tables, as where no other role can be made. */
  ownerOnly?: boolean
  /** Connections to the database; default 10. */
  maxConnections?: number
}

/**
 * Opens the database. Throws `DatabaseInUse` when another process holds the data directory and `DatabaseUnusable` when
 * files or server cannot be used; in both cases nothing was changed.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, beside, log } = options
  if (!databaseUrl && !dataDir) throw new Error('Name a data directory or a server.')
  let state: DatabaseState = databaseUrl ? 'ready' : 'starting'
  const onState = (now: DatabaseState): void => {
    state = now
    options.onState?.(now)
  }
  const embedded = databaseUrl
    ? undefined
    : await openEmbedded({
        dataDir: dataDir ?? '',
        beside,
        log,
        onState,
        makeRoom: options.makeRoom,
      })
  const ownerUrl = databaseUrl ?? embedded?.url ?? ''
  const queryTimeoutMs = options.queryTimeoutMs ?? 30_000
  let pool: GuardedPool | undefined
  try {
    const separate = options.ownerOnly ? undefined : await applicationUrl(ownerUrl)
    const url = separate ?? ownerUrl
    const connected = await connectPostgres(url, queryTimeoutMs, options.maxConnections ?? 10)
    pool = connected
    const capabilities = await probe(connected)
    const notifications: Notifications = capabilities.notify
      ? postgresNotifications(connected, url, log)
      : localNotifications()
    const over = (through: GuardedPool): Owner => ({
      query: (text, values) => runQuery(through, text, values),
      transaction: (fn, transactionOptions = {}) =>
        runTransaction({ pool: through, log }, transactionOptions, fn),
    })
    return {
      ...over(connected),
      kind: embedded ? 'embedded' : 'postgres',
      capabilities,
      state: () => state,
      pool: connected,
      listen: notifications.listen,
      notify: notifications.notify,
      application: separate && decodeURIComponent(new URL(separate).username),
      async asOwner(work) {
        if (!separate) return work(over(connected))
        const owner = await connectPostgres(ownerUrl, queryTimeoutMs, OWNER_CONNECTIONS)
        return work(over(owner)).finally(() => owner.end())
      },
      async scratch() {
        const { url: there, drop } = await makeScratch(ownerUrl, embedded ? 'embedded' : 'postgres')
        try {
          const db = await openDatabase({
            databaseUrl: there,
            log,
            ownerOnly: true,
            maxConnections: 1,
          })
          return { ...db, close: () => db.close().finally(drop) }
        } catch (error) {
          await drop()
          throw error
        }
      },
      async close() {
        await notifications.close()
        await connected.endSoon(CLOSE_MS)
        await embedded?.close()
      },
    }
  } catch (error) {
    await pool?.end()
    await embedded?.close()
    throw error
  }
}
