import type { Query } from '../query.ts'

/**
 * A position in a cluster's log: bytes since its beginning, on a timeline (promoting a replica
 * starts a new one).
 */
export interface Position {
  readonly at: number
  readonly timeline: number
}

/**
 * Shares results between calls of `run`: one runs at a time, and all calls during it share the next
 * one, so that every result starts after its call.
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
 * The primary's flushed log position: every acknowledged commit is before it. One small query for
 * all concurrent callers. Rejects if the server has no such log, e.g. engines that only speak
 * PostgreSQL's protocol.
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
