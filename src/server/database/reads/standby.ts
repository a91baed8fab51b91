import pg from 'pg'
import { keepsSessions } from '../capabilities.ts'
import { connectPostgres } from '../postgres.ts'
import { type Query, runQuery } from '../query.ts'
import { shared } from './position.ts'

/** A replica that cannot be used; the message tells the operator why. */
export class ReplicaUnfit extends Error {
  override readonly name = 'ReplicaUnfit'
}

/** The connections to a replica were closed. */
export class ReplicaLost extends Error {
  override readonly name = 'ReplicaLost'
}

/** Connections to a replica that was verified to follow the primary. */
export interface Standby {
  readonly pool: pg.Pool
  readonly timeline: number
  /** Bytes of the primary's log visible here: as last known, and queried now. */
  readonly replayed: () => number
  readonly look: () => Promise<number>
  /**
   * Settles as `work` does, or rejects with `ReplicaLost` as soon as the connections are closed.
   * Statements end by the server's own timeout.
   */
  readonly orLost: <T>(work: Promise<T>) => Promise<T>
  /** Closes all connections, including those waiting for a response. */
  readonly end: () => void
}

export interface StandbyOptions {
  readonly url: string
  readonly queryTimeoutMs: number
  readonly maxConnections: number
}

interface Identity {
  readonly standby: boolean
  readonly system: string
  readonly database: string
  readonly timeline: number
  readonly commits: string
}

const CONNECT_MS = 2_000

const IDENTITY = `select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as system,
  (select oid::text from pg_database where datname = current_database()) as database,
  (select timeline_id from pg_control_checkpoint()) as timeline, current_setting('synchronous_commit') as commits`

const identityOf = async (query: Query): Promise<Identity> =>
  (await query<Identity>(IDENTITY)).rows[0]!

const check = (replica: Identity, primary: Identity, timeline: number): void => {
  if (primary.commits === 'off') {
    throw new ReplicaUnfit(
      'The primary acknowledges writes before they are on its disk (synchronous_commit is off), so that nobody can say whether the replica has them.',
    )
  }
  if (!replica.standby) {
    throw new ReplicaUnfit(
      'The server of DATABASE_READ_URL is not a replica: it takes writes itself.',
    )
  }
  if (replica.system !== primary.system || replica.database !== primary.database) {
    throw new ReplicaUnfit('DATABASE_READ_URL names a replica of another database.')
  }
  if (replica.timeline !== timeline) {
    throw new ReplicaUnfit(
      'The replica does not follow the primary since that was promoted, or has not finished a checkpoint since.',
    )
  }
}

/**
 * Connects to a replica of the primary and verifies that it is one. Throws `ReplicaUnfit` or the
 * connection's error.
 */
export const openStandby = async (
  { url, queryTimeoutMs, maxConnections }: StandbyOptions,
  primary: Query,
  timeline: number,
): Promise<Standby> => {
  let lost = false
  const waiting = new Set<() => void>()
  const clients = new Set<pg.PoolClient>()
  const pool = await connectPostgres(url, queryTimeoutMs, maxConnections, {
    connectMs: CONNECT_MS,
    // A replica rejects writes by itself; one promoted meanwhile does not.
    session: 'SET default_transaction_read_only = on',
    application: 'back-office reads',
    variable: 'DATABASE_READ_URL',
    onPool: (made) => {
      made.on('connect', (client) => clients.add(client))
      made.on('remove', (client) => clients.delete(client))
    },
  })
  const end = (): void => {
    lost = true
    for (const give of waiting) {
      give()
    }
    void pool.end().catch(() => {})
    // The pool waits for running statements; on a hanging server it would wait forever.
    for (const client of clients) void client.end().catch(() => {})
  }
  const orLost = <T>(work: Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const give = (): void => reject(new ReplicaLost('The replica does not respond.'))
      if (lost) {
        give()
      }
      waiting.add(give)
      work.then(resolve, reject).finally(() => waiting.delete(give))
    })
  try {
    if (!(await keepsSessions(pool))) pool.forgetNames()
    check(
      await identityOf((text, values) => runQuery(pool, text, values)),
      await identityOf(primary),
      timeline,
    )
  } catch (error) {
    end()
    throw error
  }
  let replayed = 0
  const look = shared(async () => {
    const { rows } = await runQuery<{ at: number; standby: boolean }>(pool, {
      name: 'replayed',
      text: `select coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0) as at, pg_is_in_recovery() as standby`,
    })
    if (!rows[0]!.standby) {
      throw new ReplicaUnfit('The replica was promoted: it takes writes itself.')
    }
    return (replayed = Math.max(replayed, rows[0]!.at))
  })
  return { pool, timeline, replayed: () => replayed, look, orLost, end }
}
