/** Many people who listen to live events, each with a session and a connection of their own, in a process beside the one that measures. */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { openDatabase } from '#server/database/pool.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }

/** Sessions of the given people in turn, put into the database: signing in a thousand times would measure the hashing of passwords. */
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

/** What the process of the listeners is asked, and what it answers. Times are of the machine's steady clock, in ms. */
export type Ask =
  | { readonly url: string; readonly tokens: readonly string[] }
  | { readonly await: string }
  | { readonly count: true }
export type Told =
  | { readonly ready: true }
  | { readonly arrived: readonly number[] }
  | { readonly frames: number }

/** Milliseconds of a clock that all processes of the machine share. */
export const steadyMs = (): number => Number(process.hrtime.bigint()) / 1e6

export interface Listeners {
  readonly size: number
  /** Asks for the times at which each connection gets a piece of text that contains `what`. */
  arrivals(what: string): Promise<readonly number[]>
  /** Frames of changes that arrived so far, at all of them. */
  frames(): Promise<number>
  close(): Promise<void>
}

/** Opens a connection per token and waits until each is ready. */
export const connectAll = async (url: string, tokens: readonly string[]): Promise<Listeners> => {
  const child = fork(path.join(import.meta.dirname, 'listening.ts'), {
    execArgv: ['--import', 'tsx'],
  })
  const ask = <T extends Told>(question: Ask): Promise<T> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error('The listeners did not answer within 60 s.')),
        60_000,
      )
      child.once('message', (answer) => {
        clearTimeout(late)
        resolve(answer as T)
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
