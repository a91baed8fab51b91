import type pg from 'pg'
import { type Capabilities, probe } from './capabilities.ts'
import type { GuardedPool } from './guardedPool.ts'
import { applicationUrl } from './application.ts'
import { openEmbedded } from './embedded/open.ts'
import type { Moving } from './embedded/pglite/move.ts'
import { connectPostgres } from './postgres.ts'
import { localNotifications, type Notifications, postgresNotifications } from './notifications.ts'
import { makeScratch } from './scratch.ts'
import { type DatabaseLog, type Query, runQuery } from './query.ts'
import { runTransaction, type Copy, type TransactionOptions, type Tx } from './transaction.ts'

export type { Capabilities } from './capabilities.ts'
export type { DatabaseLog, Query, QueryText } from './query.ts'
export type { Copy, TransactionOptions, Tx } from './transaction.ts'
export { DatabaseInUse, DatabaseUnusable, sqlState } from './errors.ts'

/**
 * The database: PostgreSQL, embedded or at `DATABASE_URL`. Values arrive as described in `types.ts`
 * (int8 and numeric as number, timestamptz as `2026-01-01T10:00:00.000Z`, date as `YYYY-MM-DD`).
 */
export type Database = {
  /**
   * `embedded` is run by this program, `postgres` by the operator of `DATABASE_URL`. They behave
   * the same.
   */
  kind: 'embedded' | 'postgres'
  capabilities: Capabilities
  state: () => DatabaseState
  /** For libraries that want a `pg.Pool`. */
  pool: pg.Pool
  query: Query
  /**
   * Commits what `fn` wrote, or rolls it back when `fn` throws. Serialization failures and
   * deadlocks run `fn` again, up to 3 times, so `fn` must not have effects outside `tx` (use
   * `tx.afterCommit`). Inside it, the database's `query` and a nested `transaction` throw: use
   * `tx.query`.
   */
  transaction: <T>(fn: (tx: Tx & Copy) => Promise<T>, options?: TransactionOptions) => Promise<T>
  /**
   * Calls `fn` with the text of each `notify` on the channel, by any process (with an empty text
   * when some may have been missed); returns an unsubscribe function.
   */
  listen: (channel: string, fn: (text: string) => void) => Promise<() => void>
  /**
   * Wakes listeners, with a text of at most 7999 bytes. Call it outside transactions: NOTIFY inside
   * one makes commits queue.
   */
  notify: (channel: string, text?: string) => Promise<void>
  /**
   * Role of `query` and `transaction` if it differs from the owner of the tables; it can only read
   * and append to the audit. Undefined if the server of `DATABASE_URL` does not allow creating such
   * a role.
   */
  application: string | undefined
  /** Runs `work` as the owner of the tables: migrations and restores. Not inside a transaction. */
  asOwner: <T>(work: (owner: Owner) => Promise<T>) => Promise<T>
  /** An empty database on the same server, removed on close. Rejects if that is not allowed. */
  scratch: () => Promise<Database>
  close: () => Promise<void>
}

/** The database as the owner of its tables. */
export type Owner = Pick<Database, 'query' | 'transaction'>

/** Time for running statements to end when the database is closed. */
const CLOSE_MS = 1500
const OWNER_CONNECTIONS = 2

/**
 * State of an embedded database: starting, recovering after a crash, ready, or `ended` after too
 * many failures. An external one is always `ready`.
 */
export type DatabaseState = 'starting' | 'recovering' | 'ready' | 'ended'

export type DatabaseOptions = {
  /**
   * The application's data directory; the embedded database is in `database` below it. Unused with
   * `databaseUrl`.
   */
  dataDir?: string
  /** A PostgreSQL server (15 or later) instead of the embedded database. */
  databaseUrl?: string | undefined
  /**
   * Connect to the embedded database of a server running on the data directory instead of refusing:
   * for commands.
   */
  beside?: boolean
  log: DatabaseLog
  /** Receives every change of `Database.state`, from the start. */
  onState?: (state: DatabaseState) => void
  /** Called when PostgreSQL finds the disk full, before it is restarted. */
  makeRoom?: () => void
  /** Moves an embedded database of an earlier version; without it that is refused. */
  moving?: Moving
  /** Timeout per statement; default 30000. */
  queryTimeoutMs?: number
  /** Runs everything as the owner of the tables, as when no other role can be created. */
  ownerOnly?: boolean
  /** Maximum connections to the database; default 10. */
  maxConnections?: number
}

/**
 * Opens the database. Throws `DatabaseInUse` when another process holds the data directory and
 * `DatabaseUnusable` when the files or the server cannot be used; in both cases nothing was
 * changed.
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
        moving: options.moving,
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
    if (!capabilities.sessions) connected.forgetNames()
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
        if (!capabilities.sessions) owner.forgetNames()
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
