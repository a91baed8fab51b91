import type { Database } from './pool.ts'

/**
 * Runs `work` while no other process of this database runs work of that `lock`, any number that
 * nothing else uses. The others wait for it, however long it takes. `work` may use `db` freely: the
 * lock is held by a connection of its own.
 */
export async function oneAtATime<T>(
  { pool }: Pick<Database, 'pool'>,
  lock: number,
  work: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let lost = false
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL statement_timeout = 0')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
    return await work()
  } finally {
    await client.query('ROLLBACK').catch(() => (lost = true))
    client.release(lost)
  }
}
