import { say } from '#model/message.ts'
import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Query } from '../database/query.ts'
import { Problem } from '../base/problem.ts'

/** Limits how often something may be tried. */
export interface RateLimiter {
  /**
   * Counts one attempt; throws 429 with `Retry-After` after `max` attempts within `windowMs`
   * (default a minute). A rejected attempt is not counted.
   */
  take(key: string, max: number, windowMs?: number): Promise<void>
  /** Throws the same when `take` would, without counting. */
  requireLeft(key: string, max: number, windowMs?: number): Promise<void>
}

interface Options {
  readonly enabled: boolean
  /**
   * Milliseconds; default the time of the process, or of the database when processes share the
   * count.
   */
  readonly now?: () => number
}

const MINUTE_MS = 60_000
/** The longest window of any limit. */
const KEPT_MS = 24 * 60 * MINUTE_MS

const tooMany = (waitMs: number): Problem => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Problem(
    429,
    'too_many_requests',
    say('Too many attempts. Try again in {{n}} seconds.', { n: seconds }),
    { headers: { 'Retry-After': String(seconds) } },
  )
}

/** Counts within a sliding window, in this process only. */
export const processLimiter = ({ enabled, now: clock = Date.now }: Options): RateLimiter => {
  const tried = new Map<string, number[]>()
  let sweptAt = 0
  // Keys come from callers, so expired ones must not stay in memory.
  const sweep = (now: number): void => {
    if (Math.abs(now - sweptAt) < MINUTE_MS) return
    sweptAt = now
    for (const [key, at] of tried) if (Math.abs(now - (at.at(-1) ?? 0)) > KEPT_MS) tried.delete(key)
  }
  // A clock that was set back must not lock anybody out until it catches up.
  const recentOf = (key: string, max: number, windowMs: number, now: number): number[] => {
    const recent = (tried.get(key) ?? []).filter((at) => Math.abs(now - at) < windowMs)
    if (recent.length >= max) throw tooMany(recent[0]! + windowMs - now)
    return recent
  }
  return {
    async take(key, max, windowMs = MINUTE_MS) {
      if (!enabled) return
      const now = clock()
      sweep(now)
      tried.set(key, [...recentOf(key, max, windowMs, now), now])
    },
    async requireLeft(key, max, windowMs = MINUTE_MS) {
      if (enabled) recentOf(key, max, windowMs, clock())
    },
  }
}

const NOW = 'COALESCE($3::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)'
// Also true when the database's clock was set back.
const isOver = `abs(${NOW} - r."lastRequest") >= $4::bigint`
// One statement, so that concurrent processes count each other. The window begins with its first
// attempt.
const TAKE = `INSERT INTO "rateLimit" AS r (id, key, count, "lastRequest") VALUES ($1, $2, 1, ${NOW})
ON CONFLICT (key) DO UPDATE SET count = CASE WHEN ${isOver} THEN 1 ELSE r.count + 1 END, "lastRequest" = CASE WHEN ${isOver} THEN ${NOW} ELSE r."lastRequest" END
WHERE ${isOver} OR r.count < $5::int RETURNING count`
const WAIT = `SELECT "lastRequest" + $3::bigint - COALESCE($2::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS wait FROM "rateLimit" WHERE key = $1`

const LEFT = `${WAIT} AND count >= $4::int`

/**
 * Counts in the database, for any number of processes, within windows that begin with the first
 * attempt. Keys are stored as hashes because they contain addresses and e-mails.
 */
export const sharedLimiter = (query: Query, { enabled, now }: Options): RateLimiter => ({
  async requireLeft(key, max, windowMs = MINUTE_MS) {
    if (!enabled) return
    const hashed = createHash('sha256').update(key).digest('base64url')
    const {
      rows: [row],
    } = await query<{ wait: number }>(LEFT, [hashed, now?.() ?? null, windowMs, max])
    if (row && row.wait > 0) throw tooMany(row.wait)
  },
  async take(key, max, windowMs = MINUTE_MS) {
    if (!enabled) return
    const hashed = createHash('sha256').update(key).digest('base64url')
    const at = now?.() ?? null
    if (
      (
        await query({
          name: 'rate-limit',
          text: TAKE,
          values: [uuidv7(), hashed, at, windowMs, max],
        })
      ).rowCount
    ) {
      return
    }
    const {
      rows: [row],
    } = await query<{ wait: number }>(WAIT, [hashed, at, windowMs])
    throw tooMany(row?.wait ?? windowMs)
  },
})

/** Deletes expired counts; once an hour is enough. */
export const purgeRateLimits = async (query: Query): Promise<void> => {
  await query(
    'DELETE FROM "rateLimit" WHERE "lastRequest" < (extract(epoch FROM now()) * 1000)::bigint - $1::bigint',
    [KEPT_MS],
  )
}
