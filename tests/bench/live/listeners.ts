/**
 * Many listeners to live events, each with its own session and connection, in a separate process
 * from the measuring one.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { openDatabase } from '#server/database/pool.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }

/**
 * Inserts sessions of the given people in turn into the database; a thousand sign-ins would measure
 * password hashing.
 */
export const makeSessions = async (
  databaseUrl: string,
  emails: readonly string[],
  count: number,
): Promise<string[]> => {
  const db = await openDatabase({ databaseUrl, log, maxConnections: 1 })
  try {
    const tokens = Array.from({ length: count }, () => randomBytes(24).toString('hex'))
    const { rowCount } = await db.query(
      `insert into "session" (id, token, "expiresAt", "userId") select t.token, t.token, now() + interval '12 hours', u.id from unnest($1::text[]) with ordinality t(token, n) join "user" u on u.email = ($2::text[])[1 + t.n % array_length($2::text[], 1)]`,
      [tokens, emails],
    )
    if (rowCount !== count) throw new Error(`Only ${rowCount} of ${count} sessions could be made.`)
    return tokens
  } finally {
    await db.close()
  }
}

/**
 * Messages between the measuring process and that of the listeners. Times are of the machine's
 * monotonic time, in ms.
 */
export type Ask =
  | { readonly url: string; readonly tokens: readonly string[] }
  | { readonly await: string }
  | { readonly count: true }
export type Report =
  | { readonly ready: true }
  | { readonly arrived: readonly number[] }
  | { readonly frames: number }

/** Milliseconds of a monotonic time shared by all processes of the machine. */
export const steadyMs = (): number => Number(process.hrtime.bigint()) / 1e6

export interface Listeners {
  readonly size: number
  /** Requests the times at which each connection receives a chunk that contains `what`. */
  arrivals(what: string): Promise<readonly number[]>
  /** Number of change frames received so far, over all connections. */
  frames(): Promise<number>
  close(): Promise<void>
}

/** Opens a connection per token and waits until each is ready. */
export const connectAll = async (url: string, tokens: readonly string[]): Promise<Listeners> => {
  const child = fork(path.join(import.meta.dirname, 'listening.ts'), {
    execArgv: ['--import', 'tsx'],
  })
  const ask = <T extends Report>(question: Ask): Promise<T> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error('The listeners did not respond within 60 s.')),
        60_000,
      )
      child.once('message', (response) => {
        clearTimeout(late)
        resolve(response as T)
      })
      child.send(question)
    })
  await ask({ url, tokens })
  return {
    size: tokens.length,
    arrivals: async (what) => (await ask<{ arrived: readonly number[] }>({ await: what })).arrived,
    frames: async () => (await ask<{ frames: number }>({ count: true })).frames,
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill()
      }),
  }
}
