import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost } from '../errors.ts'
import type { Database } from '../pool.ts'
import type { DatabaseLog } from '../query.ts'
import { primaryPosition } from './position.ts'
import { openStandby, ReplicaLost, ReplicaUnfit, type Standby } from './standby.ts'
import { createStatus, type ReplicaStatus } from './status.ts'

/** How long a read waits for the replica before the primary serves it. */
const PATIENCE_MS = 50
const POLL_MS = 2
const BEAT_MS = 500
/** A heartbeat without a response for this long closes the connections. */
const BEAT_TIMEOUT_MS = 2_000
const MAX_BACK_OFF_MS = 30_000

/** Where the replica is and how it is connected to. */
export interface ReplicaOptions {
  readonly url: string
  readonly log: DatabaseLog
  readonly queryTimeoutMs: number
  readonly maxConnections: number
}

/** A replica that is watched from the start of the server to its end. */
export interface Replica {
  /** Its connections, once it is as recent as the primary is now; undefined if not usable. */
  readonly fit: () => Promise<Standby | undefined>
  /** Gives up these connections after an error; ignored if they were replaced meanwhile. */
  readonly lose: (which: Standby | undefined, error: unknown) => void
  /** Whether these connections are still in use. */
  readonly has: (which: Standby) => boolean
  /** `behindBytes`: bytes of the primary's log it has not replayed; null if unknown. */
  readonly status: () => ReplicaStatus & { readonly behindBytes: number | null }
  readonly close: () => Promise<void>
}

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

/** Opens connections in limited time; those that open later are closed. */
const openInTime = async (opening: Promise<Standby>): Promise<Standby> =>
  within(2 * BEAT_TIMEOUT_MS, opening).catch((error: unknown) => {
    opening.then(
      (late) => late.end(),
      () => {},
    )
    throw error
  })

/** Waits a short while for the replica to replay the primary's log up to a position. */
const catchesUp = async (standby: Standby, at: number): Promise<boolean> => {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    if ((await standby.orLost(standby.look())) >= at) return true
    if (performance.now() >= until) return false
    await sleep(POLL_MS)
  }
}

/** Position of the primary; undefined while it cannot be reached. */
const reachable = <T>(position: Promise<T>): Promise<T | undefined> =>
  position.catch((error: unknown) => {
    if (isConnectionLost(error)) return undefined
    throw new ReplicaUnfit(
      `The server of DATABASE_URL does not report the position of its log: ${(error as Error).message}`,
    )
  })

/** Calls `beat` until `closing`; waits longer after each failure in a row. */
const beatUntil = async (closing: AbortSignal, beat: () => Promise<void>): Promise<void> => {
  let backOffMs = BEAT_MS
  while (!closing.aborted) {
    try {
      await beat()
      backOffMs = BEAT_MS
    } catch {
      backOffMs = Math.min(MAX_BACK_OFF_MS, backOffMs * 2)
    }
    await sleep(backOffMs, undefined, { signal: closing, ref: false }).catch(() => {})
  }
}

/** Connects to the replica in the background and follows whether it may serve reads. */
export const watchReplica = (
  primary: Pick<Database, 'query'>,
  { url, log, queryTimeoutMs, maxConnections }: ReplicaOptions,
): Replica => {
  const wanted = primaryPosition(primary.query)
  const closing = new AbortController()
  const status = createStatus(log, closing.signal)
  let standby: Standby | undefined
  let behindBytes: number | null = null

  const lose = (which: Standby | undefined, error: unknown): void => {
    if (which !== standby) return
    standby?.end()
    standby = undefined
    behindBytes = null
    status.enter(
      error instanceof ReplicaUnfit ? 'unfit' : 'unreachable',
      error instanceof Error ? error.message : String(error),
    )
  }

  /** One check of the replica: reconnects if needed, and uses it again once it has caught up. */
  const beat = async (): Promise<void> => {
    const own = standby
    const place = await reachable(wanted())
    if (!place) return
    if (!own) {
      const opened = await openInTime(
        openStandby({ url, queryTimeoutMs, maxConnections }, primary.query, place.timeline),
      )
      if (closing.signal.aborted) return opened.end()
      standby = opened
      status.enter('behind', 'the replica catches up.')
      return beat()
    }
    const replayed = await within(BEAT_TIMEOUT_MS, own.look())
    behindBytes = Math.max(0, place.at - replayed)
    if (replayed >= place.at) return status.enter('used', null)
    // The primary's log may end inside an entry that only the next commit completes: an empty
    // message is enough.
    if (status.is('behind')) {
      await primary.query(`select pg_logical_emit_message(true, 'back-office', '')`).catch(() => {})
    }
  }
  const beating = beatUntil(closing.signal, async () => {
    const own = standby
    await beat().catch((error: unknown) => {
      lose(own ?? standby, error)
      throw error
    })
  })

  return {
    async fit() {
      const own = standby
      if (!own || !status.is('used')) return undefined
      const place = await wanted()
      if (place.timeline !== own.timeline) {
        lose(own, new ReplicaUnfit('The primary was promoted.'))
        return undefined
      }
      if (own.replayed() >= place.at) return own
      try {
        if (await catchesUp(own, place.at)) return own
        if (own === standby) status.enter('behind', 'the replica lags.')
      } catch (error) {
        lose(own, error)
      }
      return undefined
    },
    lose,
    has: (which) => which === standby,
    status: () => ({ ...status.now(), behindBytes }),
    async close() {
      closing.abort()
      standby?.end()
      await beating
    },
  }
}
