import { setTimeout as sleep } from 'node:timers/promises'
import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import {
  type DatabaseLog,
  type Query,
  type QueryResult,
  type QueryText,
  runQuery,
} from './query.ts'
import { sqlState } from './errors.ts'
import { openTransaction } from './guardedPool.ts'
import { openAlone, openWith } from './opening.ts'

/** The context of a running transaction. */
export type Tx = {
  query: Query
  /** Runs `fn` after the commit, in order; never after a rollback. Errors are logged. */
  afterCommit: (fn: () => void | Promise<void>) => void
}

/** Streams of a transaction. */
export type Copy = {
  /**
   * The output of a `COPY … TO STDOUT`, after at least one query; read it to its end before the
   * next one.
   */
  copyOut: (sql: string) => Readable
  /** The input of a `COPY … FROM STDIN`, after at least one query; end it before the next one. */
  copyIn: (sql: string) => Writable
}

export type TransactionOptions = {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readOnly?: boolean
  /** Timeout per statement instead of the usual one: for schema changes, backup, restore. */
  timeoutMs?: number
}

const RETRIES = 3
const RETRIED = new Set(['40001', '40P01'])

type Surroundings = { pool: pg.Pool; log: DatabaseLog }

/** Sends what follows without waiting for what was sent; a COPY must be alone on its connection. */
const pipelined = (client: pg.PoolClient, pipeline: boolean): void =>
  void Object.assign(client, { pipeline })

/** The start of a transaction: sent by the first call, before or together with its first query. */
const beginning = (client: pg.PoolClient, options: TransactionOptions) => {
  const mode = [
    options.isolation && `isolation level ${options.isolation}`,
    options.readOnly && 'read only',
  ].filter(Boolean)
  const begin = `BEGIN ${mode.join(', ')}`.trim()
  const send = async (): Promise<void> => {
    await openAlone(client, begin)
    if (options.timeoutMs !== undefined) {
      await client.query(`SET LOCAL statement_timeout = ${Math.trunc(options.timeoutMs)}`)
    }
    start.done = true
  }
  const start = {
    begun: undefined as Promise<unknown> | undefined,
    done: false,
    begin: (): Promise<unknown> => (start.begun ??= send()),
    /** Runs the first query, with the BEGIN in front of it if the connection has prepared one. */
    async first<R>(text: QueryText, values?: unknown[]): Promise<QueryResult<R>> {
      const opened = start.begun ? undefined : openWith<R>(client, begin, text, values)
      if (!opened) {
        await start.begin()
        return runQuery<R>(client, text, values)
      }
      start.begun = opened
      const result = await opened
      start.done = true
      return result
    },
  }
  return start
}

async function attempt<T>(
  around: Surroundings,
  options: TransactionOptions,
  fn: (tx: Tx & Copy) => Promise<T>,
): Promise<[T, (() => void | Promise<void>)[]]> {
  const client = await around.pool.connect()
  const after: (() => void | Promise<void>)[] = []
  let broken: Error | undefined
  const lost = (error: Error): void => void (broken ??= error)
  client.on('error', lost)
  const state = { open: true }
  const outputs: Readable[] = []
  const start = beginning(client, options)
  try {
    pipelined(client, true)
    if (options.timeoutMs !== undefined) await start.begin()
    const usable = (): pg.PoolClient => {
      if (!state.open) {
        throw new Error(
          'This transaction has ended; its tx.query was called too late (a missing await?).',
        )
      }
      if (broken) throw broken
      return client
    }
    const alone = (): pg.PoolClient => {
      const on = usable()
      if (!start.done) throw new Error('Query before a COPY: the transaction has not begun.')
      pipelined(on, false)
      return on
    }
    const tx: Tx & Copy = {
      query: async <R>(text: QueryText, values?: unknown[]): Promise<QueryResult<R>> => {
        const on = usable()
        return start.done ? runQuery<R>(on, text, values) : start.first<R>(text, values)
      },
      copyOut(sql) {
        const output = alone().query(copyTo(sql))
        outputs.push(output)
        return output
      },
      copyIn: (sql) => alone().query(copyFrom(sql)),
      afterCommit: (then) => void after.push(then),
    }
    const value = await openTransaction.run(state, () => fn(tx))
    state.open = false
    if (!start.begun) return [value, after]
    await start.begun.catch(() => {})
    // PostgreSQL responds to COMMIT of a failed transaction with a silent ROLLBACK.
    if (!start.done || (await client.query('COMMIT')).command !== 'COMMIT') {
      throw new Error(
        'The transaction was rolled back: a statement in it had failed and its error was swallowed.',
      )
    }
    return [value, after]
  } catch (error) {
    state.open = false
    // A connection in the middle of a COPY can run no other statement.
    if (outputs.some((output) => !output.readableEnded)) lost(error as Error)
    if (!broken && start.begun) {
      // What still waits for the start is sent before the ROLLBACK, never after it.
      await start.begun.catch(() => {})
      await client.query('ROLLBACK').catch(lost)
    }
    throw broken ?? error
  } finally {
    client.off('error', lost)
    pipelined(client, false)
    client.release(broken)
  }
}

/** Runs `fn` in a transaction; retries serialization failures and deadlocks up to 3 times. */
export async function runTransaction<T>(
  around: Surroundings,
  options: TransactionOptions,
  fn: (tx: Tx & Copy) => Promise<T>,
): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      const [value, after] = await attempt(around, options, fn)
      for (const then of after) {
        try {
          await then()
        } catch (error) {
          around.log.error(
            `After a commit: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
          )
        }
      }
      return value
    } catch (error) {
      if (tried >= RETRIES || !RETRIED.has(sqlState(error) ?? '')) throw error
      await sleep(Math.random() * 20 * 2 ** tried)
    }
  }
}
