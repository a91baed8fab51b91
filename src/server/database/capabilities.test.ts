import type pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { keepsSessions } from './capabilities.ts'
import { GuardedPool } from './guardedPool.ts'
import { runQuery } from './query.ts'

/** A pool whose n-th connection runs its statements in the server process that `processOf` names. */
const pooled = (processOf: (connection: number, statement: number) => number) => {
  const pool = new GuardedPool({ max: 10 })
  let [connections, statements] = [0, 0]
  return Object.assign(pool, {
    connect: async () => {
      const connection = connections++
      return {
        query: async (text: string) => ({
          rows: text.includes('pid') ? [{ pid: processOf(connection, statements++) }] : [],
        }),
        release() {},
      } as never
    },
  })
}

test('detects dedicated sessions, and a pooler in transaction mode', async () => {
  expect(await keepsSessions(pooled((connection) => connection))).toBe(true)
  // The pooler hands out the process that was used last, or each in turn.
  expect(await keepsSessions(pooled(() => 7))).toBe(false)
  expect(await keepsSessions(pooled((_, statement) => statement))).toBe(false)
})

test('the test database keeps sessions, and a pool prepares no statements after forgetNames()', async () => {
  const db = await testDatabase()
  try {
    expect([db.capabilities.sessions, db.capabilities.notify]).toEqual([true, true])
    const pool = new GuardedPool({ ...db.pool.options, max: 2 })
    const prepared = async () =>
      (await runQuery<{ name: string }>(pool, 'SELECT name FROM pg_prepared_statements')).rows
    const one = { name: 'one', text: 'SELECT 1' }
    const client = await (pool as pg.Pool).connect()
    await runQuery(client, one)
    expect((await runQuery(client, 'SELECT name FROM pg_prepared_statements')).rows).toEqual([
      { name: 'one' },
    ])
    await runQuery(client, 'DEALLOCATE ALL')
    pool.forgetNames()
    await runQuery(client, { ...one, name: 'two' })
    client.release()
    await runQuery(pool, { ...one, name: 'three' })
    expect(await prepared()).toEqual([])
    await pool.end()
  } finally {
    await db.close()
  }
})
