import type { Query } from '../query.ts'

/** A place in the log of a cluster: bytes since its beginning, on a timeline (a promoted replica begins another one). */
export interface Position {
  readonly at: number
  readonly timeline: number
}

/**
 * Calls of `run` that share their results: one runs at a time, and all that ask meanwhile share the next one, so that
 * every result began after it was asked for.
 */
export const shared = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<unknown> | undefined
  let next: Promise<T> | undefined
  const begin = (): Promise<T> => {
    const result = run()
    const settled = result
      .catch(() => {})
      .then(() => {
        if (running === settled) running = undefined
      })
    running = settled
    return result
  }
  return () => {
    if (!running) return begin()
    next ??= running.then(() => {
      next = undefined
      return begin()
    })
    return next
  }
}

/**
 * Where the primary's log is safe on its disk: every acknowledged commit lies before. One small query for all that ask at
 * once. Rejects where the server has no such log, as engines that only speak PostgreSQL's protocol.
 */
export const primaryPosition = (query: Query): (() => Promise<Position>) =>
  shared(async () => {
    const { rows } = await query<{ at: number; timeline: string }>({
      name: 'primary-position',
      text: `select p - '0/0'::pg_lsn as at, left(pg_walfile_name(p), 8) as timeline from pg_current_wal_flush_lsn() p`,
    })
    const { at, timeline } = rows[0]!
    return { at, timeline: Number.parseInt(timeline, 16) }
  })
