import type pg from 'pg'

/** What a PostgreSQL-compatible database may lack; each has a fallback. */
export type Capabilities = {
  /** Trigram indexes (`pg_trgm`) for search. */
  trigram: boolean
  /** `notify` reaches every listener in all processes. */
  notify: boolean
  /** `pg_advisory_lock` and related functions. */
  advisoryLocks: boolean
}

async function succeeds(pool: pg.Pool, ...statements: string[]): Promise<boolean> {
  const client = await pool.connect()
  try {
    for (const statement of statements) await client.query(statement)
    return true
  } catch {
    return false
  } finally {
    client.release()
  }
}

/** If two processes create the extension at once, the loser finds it there. */
const hasTrigram = async (pool: pg.Pool): Promise<boolean> =>
  (await succeeds(pool, 'CREATE EXTENSION IF NOT EXISTS pg_trgm')) ||
  ((await pool.query("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'").catch(() => undefined))
    ?.rowCount ?? 0) > 0

/** Tests each capability. Creates the `pg_trgm` extension if allowed. */
export async function probe(pool: pg.Pool): Promise<Capabilities> {
  return {
    trigram: await hasTrigram(pool),
    notify: await succeeds(pool, 'LISTEN back_office_probe', 'UNLISTEN back_office_probe'),
    advisoryLocks: await succeeds(
      pool,
      'SELECT pg_advisory_lock(7283641)',
      'SELECT pg_advisory_unlock(7283641)',
    ),
  }
}
