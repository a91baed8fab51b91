import { setTimeout as sleep } from 'node:timers/promises'
import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type DatabaseLog, type Query, type QueryResult, runQuery } from './query.ts'
import { sqlState } from './errors.ts'
import { openTransaction } from './guardedPool.ts'

/** The context of a running transaction. */
export type Tx = {
  query: Query
  /** Runs `fn` after the commit, in order; never after a rollback. Errors are logged. */
  afterCommit: (fn: () => void | Promise<void>) => void
}

/** Streams of a transaction. */
export type Copy = {
  /** The output of a `COPY … TO STDOUT`; read it to its end before the next query. */
  copyOut: (sql: string) => Readable
  /** The input of a `COPY … FROM STDIN`; end it before the next query. */
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
  try {
    const mode = [
      options.isolation && `isolation level ${options.isolation}`,
      options.readOnly && 'read only',
    ].filter(Boolean)
    await client.query(`BEGIN ${mode.join(', ')}`)
    if (options.timeoutMs !== undefined) {
      await client.query(`SET LOCAL statement_timeout = ${Math.trunc(options.timeoutMs)}`)
    }
    const usable = (): pg.PoolClient => {
      if (!state.open) {
        throw new Error(
          'This transaction has ended; its tx.query was called too late (a missing await?).',
        )
      }
      if (broken) throw broken
      return client
    }
    const tx: Tx & Copy = {
      query: async <R>(text: Parameters<Query>[0], values?: unknown[]): Promise<QueryResult<R>> =>
        runQuery<R>(usable(), text, values),
      copyOut(sql) {
        const output = usable().query(copyTo(sql))
        outputs.push(output)
        return output
      },
      copyIn: (sql) => usable().query(copyFrom(sql)),
      afterCommit: (then) => void after.push(then),
    }
    const value = await openTransaction.run(state, () => fn(tx))
    state.open = false
    const { command } = await client.query('COMMIT')
    // PostgreSQL responds to COMMIT of a failed transaction with a silent ROLLBACK.
    if (command !== 'COMMIT') {
      throw new Error(
        'The transaction was rolled back: a statement in it had failed and its error was swallowed.',
      )
    }
    return [value, after]
  } catch (error) {
    state.open = false
    // A connection in the middle of a COPY can run no other statement.
    if (outputs.some((output) => !output.readableEnded)) lost(error as Error)
    if (!broken) await client.query('ROLLBACK').catch(lost)
    throw broken ?? error
  } finally {
    client.off('error', lost)
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
