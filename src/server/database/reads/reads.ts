/**
 * Reads that a streaming replica serves while it is as recent as the primary.
 *
 * Before each read we ask the primary for its log position, with one small query for all concurrent
 * reads, and let the replica serve the read once it has replayed that position. So its response
 * includes whatever was acknowledged before the request began: the caller's own write through any
 * server, the change behind a live event, a revoked permission. Clients need to send nothing. A
 * replica that is too late is skipped until it has caught up.
 */
import { isConnectionLost, sqlState } from '../errors.ts'
import type { Database } from '../pool.ts'
import { type DatabaseLog, type Query, runQuery } from '../query.ts'
import { runTransaction, type TransactionOptions, type Tx } from '../transaction.ts'
import { watchReplica } from './replica.ts'
import { ReplicaLost, type Standby } from './standby.ts'
import type { ReplicaStatus } from './status.ts'

/**
 * What lists, searches, exports and the dashboard read from; `Database` fits. Writing through a
 * replica fails.
 */
export interface Reads {
  readonly query: Query
  readonly transaction: <T>(
    fn: (tx: Tx) => Promise<T>,
    options: TransactionOptions & { readonly readOnly: true },
  ) => Promise<T>
}

/** State of a replica, for operators. */
export interface ReplicaHealth extends ReplicaStatus {
  /** Bytes of the primary's log it has not replayed; null if unknown. */
  readonly behindBytes: number | null
  /** Reads since the start of this server, by the server that served them. */
  readonly byReplica: number
  readonly byPrimary: number
}

export interface ReplicatedReads extends Reads {
  readonly health: () => ReplicaHealth
  readonly close: () => Promise<void>
}

export interface ReadsOptions {
  readonly url: string
  readonly log: DatabaseLog
  readonly queryTimeoutMs?: number
  readonly maxConnections?: number
}

/**
 * Errors caused by the replica, not by the statement: cancelled by replay, shutting down, full, or
 * missing privileges.
 */
const OF_REPLICA = /^(08|40|53|55|57P|58|XX|42501)/
const isOfReplica = (error: unknown): boolean =>
  error instanceof ReplicaLost || isConnectionLost(error) || OF_REPLICA.test(sqlState(error) ?? '')

/**
 * Reads through the replica at `url`, or through the primary while that is not usable. Never waits
 * for the replica to start.
 */
export const openReads = (
  primary: Pick<Database, 'query' | 'transaction'>,
  { url, log, queryTimeoutMs = 30_000, maxConnections = 10 }: ReadsOptions,
): ReplicatedReads => {
  const replica = watchReplica(primary, { url, log, queryTimeoutMs, maxConnections })
  let byReplica = 0
  let byPrimary = 0
  /** Codes of its errors that were logged. */
  const reported = new Set<string>()

  const read = async <T>(
    there: (own: Standby) => Promise<T>,
    here: () => Promise<T>,
  ): Promise<T> => {
    const own = await replica.fit()
    if (own) {
      try {
        const found = await own.orLost(there(own))
        byReplica++
        return found
      } catch (error) {
        if (!isOfReplica(error)) throw error
        if (isConnectionLost(error)) replica.lose(own, error)
        const code = sqlState(error) ?? ''
        if (replica.has(own) && !reported.has(code)) {
          reported.add(code)
          log.warn(
            `The primary served a read that the replica refused: ${(error as Error).message}`,
          )
        }
      }
    }
    byPrimary++
    return here()
  }

  return {
    query: (text, values) =>
      read(
        ({ pool }) => runQuery(pool, text, values),
        () => primary.query(text, values),
      ),
    transaction: (fn, options) =>
      read(
        ({ pool }) => runTransaction({ pool, log }, options, fn),
        () => primary.transaction(fn, options),
      ),
    health: () => ({ ...replica.status(), byReplica, byPrimary }),
    close: replica.close,
  }
}
