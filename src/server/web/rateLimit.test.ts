import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migratedDatabase } from '#tests/support/database.ts'
import type { Database } from '../database/pool.ts'
import { Problem } from '../base/problem.ts'
import { processLimiter, purgeRateLimits, sharedLimiter, type RateLimiter } from './rateLimit.ts'

let db: Database
let clock = 1_800_000_000_000
const now = () => clock
beforeAll(async () => {
  db = await migratedDatabase()
}, 60_000)
afterAll(() => db.close())

const waitOf = async (limiter: RateLimiter, key: string): Promise<number | null> => {
  try {
    await limiter.take(key, 3)
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 429) throw error
    return Number(error.extra.headers!['Retry-After'])
  }
}

describe.each([
  ['of one process', () => processLimiter({ enabled: true, now })],
  ['in the database', () => sharedLimiter(db.query, { enabled: true, now })],
])('a rate limit %s', (name, make) => {
  test('refuses requests over the limit with the seconds to wait, for that key only', async () => {
    const limiter = make()
    for (const _ of [1, 2, 3]) expect(await waitOf(limiter, `${name} a`)).toBeNull()
    clock += 20_000
    expect([
      await waitOf(limiter, `${name} a`),
      await waitOf(limiter, `${name} a`),
      await waitOf(limiter, `${name} b`),
    ]).toEqual([40, 40, null])
    clock += 40_000
    expect(await waitOf(limiter, `${name} a`)).toBeNull()
  })
  test('does not extend a lockout when the system time is set back', async () => {
    const limiter = make()
    for (const _ of [1, 2, 3]) expect(await waitOf(limiter, `${name} back`)).toBeNull()
    expect(await waitOf(limiter, `${name} back`)).toBe(60)
    clock -= 3_600_000
    try {
      for (const _ of [1, 2, 3]) expect(await waitOf(limiter, `${name} back`)).toBeNull()
      expect(await waitOf(limiter, `${name} back`)).toBe(60)
    } finally {
      clock += 3_600_000
    }
  })
  test('can be switched off', async () => {
    const limiter =
      name === 'of one process'
        ? processLimiter({ enabled: false })
        : sharedLimiter(db.query, { enabled: false })
    for (let n = 0; n < 5; n++) expect(await waitOf(limiter, `${name} off`)).toBeNull()
  })
})

describe('a rate limit in the database', () => {
  test('is shared by all processes, even under concurrent requests', async () => {
    const limiters = Array.from({ length: 4 }, () => sharedLimiter(db.query, { enabled: true }))
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, i) => waitOf(limiters[i % 4]!, 'together')),
    )
    expect(responses.filter((wait) => wait === null)).toHaveLength(3)
    expect(responses.filter((wait) => wait !== null).every((wait) => wait > 0 && wait <= 60)).toBe(
      true,
    )
  })
  test('stores no e-mail address, and purges expired entries', async () => {
    await sharedLimiter(db.query, { enabled: true }).take('sign-in account ann@example.com', 10)
    await sharedLimiter(db.query, { enabled: true, now: () => Date.now() - 2 * 86_400_000 }).take(
      'long ago',
      10,
    )
    const before = (await db.query<{ key: string }>('SELECT key FROM "rateLimit"')).rows
    expect(before.some((r) => r.key.includes('ann'))).toBe(false)
    await purgeRateLimits(db.query)
    const after = (await db.query('SELECT 1 FROM "rateLimit"')).rowCount
    expect(after).toBeLessThan(before.length)
    await expect(
      waitOf(sharedLimiter(db.query, { enabled: true }), 'together'),
    ).resolves.toBeGreaterThan(0)
  })
})
