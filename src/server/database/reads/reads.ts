/**
 * Reads that a streaming replica serves while it is as recent as the primary.
 *
 * Before each read we ask the primary for its log position, with one small query for all concurrent
 * reads, and let the replica serve the read once it has replayed that position. So its response
 * includes whatever was acknowledged before the request began: the caller's own write through any
 * server, the change behind a live event, a revoked permission. Clients need to send nothing. A
 * replica that is too late is skipped until it has caught up.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost, sqlState } from '../errors.ts'
import type { Database } from '../pool.ts'
import { type DatabaseLog, type Query, runQuery } from '../query.ts'
import { runTransaction, type TransactionOptions, type Tx } from '../transaction.ts'
import { primaryPosition } from './position.ts'
import { openStandby, ReplicaLost, ReplicaUnfit, type Standby } from './standby.ts'

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

/**
 * `used`: serves reads. `behind`: lags. `unreachable`: does not respond. `unfit`: not a replica of
 * the primary.
 */
export type ReplicaState = 'starting' | 'used' | 'behind' | 'unreachable' | 'unfit'

/** State of a replica, for operators. */
export interface ReplicaHealth {
  readonly state: ReplicaState
  /** When it entered this state, ISO 8601. */
  readonly since: string
  /** Why it is not used; null while it is. */
  readonly reason: string | null
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

/** How long a read waits for the replica before the primary serves it. */
const PATIENCE_MS = 50
const POLL_MS = 2
const BEAT_MS = 500
/** A heartbeat without a response for this long closes the connections. */
const BEAT_TIMEOUT_MS = 2_000
const MAX_BACK_OFF_MS = 30_000

/**
 * Errors caused by the replica, not by the statement: cancelled by replay, shutting down, full, or
 * missing privileges.
 */
const OF_REPLICA = /^(08|40|53|55|57P|58|XX|42501)/
const isOfReplica = (error: unknown): boolean =>
  error instanceof ReplicaLost || isConnectionLost(error) || OF_REPLICA.test(sqlState(error) ?? '')

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  const done = new AbortController()
  const late = sleep(ms, undefined, { signal: done.signal, ref: false }).then(
    () => {
      throw new ReplicaLost(`It did not respond within ${ms} ms.`)
    },
    () => work,
  )
  return Promise.race([work, late]).finally(() => done.abort())
}

/**
 * Reads through the replica at `url`, or through the primary while that is not usable. Never waits
 * for the replica to start.
 */
export const openReads = (
  primary: Pick<Database, 'query' | 'transaction'>,
  { url, log, queryTimeoutMs = 30_000, maxConnections = 10 }: ReadsOptions,
): ReplicatedReads => {
  const wanted = primaryPosition(primary.query)
  const closing = new AbortController()
  let standby: Standby | undefined
  let state: ReplicaState = 'starting'
  let since = Date.now()
  let reason: string | null = null
  let behindBytes: number | null = null
  let byReplica = 0
  let byPrimary = 0
  let backOffMs = BEAT_MS
  /** A warning about its absence was logged. */
  let missed = false
  /** Codes of its errors that were logged. */
  const reported = new Set<string>()

  const enter = (to: ReplicaState, why: string | null): void => {
    reason = why
    if (to === state) return
    state = to
    since = Date.now()
    // A short lag is not logged; the health reports it.
    if (to === 'behind' || closing.signal.aborted) return
    if (to === 'used' && missed) log.info('The replica serves reads again.')
    if (to !== 'used') log.warn(`The primary serves all reads: ${why}`)
    missed = to !== 'used'
  }
  const lose = (which: Standby | undefined, error: unknown): void => {
    if (which !== standby) return
    standby?.end()
    standby = undefined
    behindBytes = null
    enter(
      error instanceof ReplicaUnfit ? 'unfit' : 'unreachable',
      error instanceof Error ? error.message : String(error),
    )
  }

  /** The replica, once it is as recent as the primary is now. */
  const fit = async (): Promise<Standby | undefined> => {
    const own = standby
    if (!own || state !== 'used') return undefined
    const place = await wanted()
    if (place.timeline !== own.timeline) {
      lose(own, new ReplicaUnfit('The primary was promoted.'))
      return undefined
    }
    if (own.replayed() >= place.at) return own
    const until = performance.now() + PATIENCE_MS
    try {
      for (;;) {
        if ((await own.orLost(own.look())) >= place.at) return own
        if (performance.now() >= until) break
        await sleep(POLL_MS)
      }
      if (own === standby) enter('behind', 'the replica lags.')
    } catch (error) {
      lose(own, error)
    }
    return undefined
  }

  const read = async <T>(
    there: (own: Standby) => Promise<T>,
    here: () => Promise<T>,
  ): Promise<T> => {
    const own = await fit()
    if (own) {
      try {
        const found = await own.orLost(there(own))
        byReplica++
        return found
      } catch (error) {
        if (!isOfReplica(error)) throw error
        if (isConnectionLost(error)) lose(own, error)
        const code = sqlState(error) ?? ''
        if (own === standby && !reported.has(code)) {
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

  /** One check of the replica: reconnects if needed, and uses it again once it has caught up. */
  const beat = async (): Promise<void> => {
    const own = standby
    const place = await wanted().catch((error: unknown) => {
      if (isConnectionLost(error)) return undefined
      throw new ReplicaUnfit(
        `The server of DATABASE_URL does not say where its log stands: ${(error as Error).message}`,
      )
    })
    if (!place) return
    if (!own) {
      const opening = openStandby(
        { url, queryTimeoutMs, maxConnections },
        primary.query,
        place.timeline,
      )
      const opened = await within(2 * BEAT_TIMEOUT_MS, opening).catch((error: unknown) => {
        opening.then(
          (late) => late.end(),
          () => {},
        )
        throw error
      })
      if (closing.signal.aborted) return opened.end()
      standby = opened
      enter('behind', 'the replica catches up.')
      return beat()
    }
    const replayed = await within(BEAT_TIMEOUT_MS, own.look())
    behindBytes = Math.max(0, place.at - replayed)
    if (replayed >= place.at) return enter('used', null)
    // The primary's log may end inside an entry that only the next commit completes: an empty
    // message is enough.
    if (state === 'behind') {
      await primary.query(`select pg_logical_emit_message(true, 'back-office', '')`).catch(() => {})
    }
  }
  const beating = (async () => {
    while (!closing.signal.aborted) {
      const own = standby
      try {
        await beat()
        backOffMs = BEAT_MS
      } catch (error) {
        lose(own ?? standby, error)
        backOffMs = Math.min(MAX_BACK_OFF_MS, backOffMs * 2)
      }
      await sleep(backOffMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  })()

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
    health: () => ({
      state,
      since: new Date(since).toISOString(),
      reason,
      behindBytes,
      byReplica,
      byPrimary,
    }),
    async close() {
      closing.abort()
      standby?.end()
      await beating
    },
  }
}
