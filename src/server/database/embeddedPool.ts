import type pg from 'pg'
import type { EmbeddedServer } from './embeddedServer.ts'
import { EmbeddedSocket } from './embeddedSocket.ts'
import { GuardedPool } from './guardedPool.ts'
import { typeParsers } from './types.ts'

const WAIT_MS = 60_000

/** A pool whose current transaction may be given more time than the usual limit of one query. */
export type EmbeddedPool = { pool: pg.Pool; allow: (timeoutMs: number | undefined) => void }

/**
 * A real `pg.Pool` with one connection, whose socket is the embedded database. So a client that is checked out has
 * the database to itself, the others wait in order, and prepared statements, errors and types are those of `pg`.
 */
export function embeddedPool(server: EmbeddedServer): EmbeddedPool {
  let allowedMs: number | undefined
  const pool = new GuardedPool({
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: WAIT_MS,
    types: typeParsers,
    stream: () => new EmbeddedSocket(server, () => allowedMs),
  })
  return { pool, allow: (timeoutMs) => (allowedMs = timeoutMs) }
}
