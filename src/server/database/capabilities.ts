import type pg from 'pg'

/** What a PostgreSQL-compatible database may lack; each has a fallback. */
export type Capabilities = {
  /** Trigram indexes (`pg_trgm`) for search. */
  trigram: boolean
  /** `notify` reaches every listener in all processes. */
  notify: boolean
  /**
   * A connection is a session of its own. Behind a pooler in transaction mode it is not: prepared
   * statements and `LISTEN` would belong to the next caller.
   */
  sessions: boolean
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

const LOOKS = 3

const processOf = async (client: pg.PoolClient): Promise<number> =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid

/**
 * False behind a pooler in transaction mode: a connection then changes its server process, or two
 * share one. A transaction holds the process that the other connection used last. A pool of one
 * connection is taken to keep its session.
 */
export async function keepsSessions(pool: Pick<pg.Pool, 'connect' | 'options'>): Promise<boolean> {
  if (pool.options.max < 2) return true
  const one = await pool.connect()
  try {
    const other = await pool.connect()
    try {
      const own = await processOf(one)
      for (let n = 0; n < LOOKS; n++) {
        await other.query('BEGIN')
        const held = await processOf(other)
        const now = await processOf(one)
        await other.query('ROLLBACK')
        if (held === own || now !== own) return false
      }
      return true
    } finally {
      other.release()
    }
  } finally {
    one.release()
  }
}

/** Tests each capability. Creates the `pg_trgm` extension if allowed. */
export async function probe(pool: pg.Pool): Promise<Capabilities> {
  const sessions = await keepsSessions(pool)
  return {
    trigram: await hasTrigram(pool),
    notify:
      sessions && (await succeeds(pool, 'LISTEN back_office_probe', 'UNLISTEN back_office_probe')),
    sessions,
  }
}
