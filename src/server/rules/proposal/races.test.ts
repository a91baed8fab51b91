import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LINES, openBids, type Bids } from '#tests/support/bids.ts'
import { unique } from '#tests/support/stays.ts'
import { rounds } from '#tests/support/runs.ts'
import { Problem } from '../../base/problem.ts'
import type { RecordData } from '../../store/types.ts'
import { runScheduled } from '../../store/write/schedule.ts'

/** Concurrent callers on a real PostgreSQL, where transactions truly overlap. */
describe('concurrent bidding on PostgreSQL', () => {
  let b: Bids
  beforeAll(async () => {
    b = await openBids()
  }, 120_000)
  afterAll(() => b?.db.close())

  const codes = async (writes: readonly Promise<unknown>[]): Promise<string[]> =>
    (await Promise.allSettled(writes)).map((r) => {
      if (r.status === 'fulfilled') return 'ok'
      if (r.reason instanceof Problem) return r.reason.code
      throw r.reason
    })
  const times = <T>(n: number, make: (i: number) => T): T[] =>
    Array.from({ length: n }, (_, i) => make(i))
  const won = (outcome: readonly string[]): number => outcome.filter((c) => c === 'ok').length
  const orders = async (job: RecordData) =>
    (await b.db.query('SELECT proposal FROM orders WHERE job = $1', [job.id])).rows
  const states = async (job: RecordData) =>
    (
      await b.db.query<{ state: string }>(
        'SELECT state FROM proposals WHERE job = $1 ORDER BY state',
        [job.id],
      )
    ).rows.map((r) => r.state)

  test('twenty proposals accepted concurrently: one wins, one order is placed, the others are rejected', async () => {
    for (let round = 0; round < rounds(3); round++) {
      const job = await b.job()
      const made = await Promise.all(
        times(20, (i) => b.propose(job, {}, i % 2 ? 'shortlisted' : 'submitted')),
      )
      const outcome = await codes(made.map((p) => b.go('proposal', p, 'accepted')))
      expect(won(outcome)).toBe(1)
      // Latecomers find the proposal already rejected.
      expect(new Set(outcome)).toEqual(new Set(['ok', 'stale_version']))
      const winner = made[outcome.indexOf('ok')]!
      expect(await orders(job)).toEqual([{ proposal: winner.id }])
      expect(await states(job)).toEqual(['accepted', ...times(19, () => 'rejected')])
      expect(await b.fresh('serviceJob', job)).toMatchObject({
        state: 'awarded',
        awardedProposal: winner.id,
        order: expect.any(String),
        version: 2,
      })
    }
  })
  test('accepting one proposal twenty times concurrently accepts it once', async () => {
    const job = await b.job()
    const made = await b.propose(job, {}, 'submitted')
    expect(won(await codes(times(20, () => b.go('proposal', made, 'accepted'))))).toBe(1)
    expect(await orders(job)).toHaveLength(1)
  })
  test('a job is either awarded or cancelled, and proposals submitted meanwhile are closed', async () => {
    for (let round = 0; round < rounds(8); round++) {
      const job = await b.job()
      const [first, second] = [await b.propose(job, {}, 'submitted'), await b.propose(job)]
      const outcome = await codes([
        b.go('proposal', first, 'accepted'),
        b.go('serviceJob', job, 'cancelled', 'x'),
        b.go('proposal', second, 'submitted'),
        b.go('proposal', first, 'withdrawn'),
      ])
      const after = (await b.fresh('serviceJob', job)).state
      expect(['awarded', 'cancelled']).toContain(after)
      expect(await orders(job)).toHaveLength(after === 'awarded' ? 1 : 0)
      expect(
        (await states(job)).filter((s) => s !== 'rejected' && s !== 'withdrawn'),
        outcome.join(),
      ).toEqual(after === 'awarded' ? ['accepted'] : [])
    }
  })
  test('only one of twenty concurrent proposals of one vendor for one job is created', async () => {
    for (let round = 0; round < rounds(3); round++) {
      const [job, vendor] = [await b.job(), (await b.approved()).id]
      const outcome = await codes(times(20, () => b.propose(job, { vendor })))
      expect(outcome.sort()).toEqual([...times(19, () => 'already_proposed'), 'ok'])
    }
  })
  test('concurrent imports create only one active proposal per vendor and job', async () => {
    const [job, vendor] = [await b.job(), (await b.approved()).id]
    const run = () =>
      b.writer.importRows(
        b.of('proposal'),
        times(10, (i) => ({ row: i, data: { code: unique(), job: job.id, vendor, lines: LINES } })),
        { mode: 'partial', upsertBy: 'code' },
        b.as(),
      )
    expect((await Promise.all([run(), run(), run()])).reduce((n, r) => n + r.created, 0)).toBe(1)
  })
  test('a proposal accepted while the scheduler expires its job is either accepted or rejected', async () => {
    const job = await b.job({ preferredTo: '2026-06-10T10:00:00Z' })
    const made = await b.propose(job, {}, 'submitted')
    await Promise.all([
      codes([b.go('proposal', made, 'accepted')]),
      ...times(3, () => runScheduled(b.parts, b.writer)),
    ])
    const pair = [(await b.fresh('serviceJob', job)).state, (await b.fresh('proposal', made)).state]
    expect([
      ['awarded', 'accepted'],
      ['expired', 'rejected'],
    ]).toContainEqual(pair)
  })
  test('concurrent bookmarks and removals leave the correct bookmark count', async () => {
    const service = await b.make('service', {
      title: 'S',
      vendor: b.vendor.id,
      category: b.category.id,
      pricing: 'quote',
    })
    const customers = await Promise.all(
      times(20, () => b.make('customer', { name: 'C', email: `${unique()}@example.com` })),
    )
    const mark = (c: RecordData) =>
      b.make('serviceBookmark', { code: unique(), service: service.id, customer: c.id })
    const outcome = await Promise.allSettled(customers.flatMap((c) => [mark(c), mark(c)]))
    const made = outcome.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []))
    expect([made.length, new Set(made.map((m) => m.customer)).size]).toEqual([20, 20])
    expect(
      outcome.flatMap((r) => (r.status === 'rejected' ? [(r.reason as Problem).code] : [])),
    ).toEqual(times(20, () => 'taken'))
    expect((await b.fresh('service', service)).bookmarks).toBe(20)
    await Promise.all([
      ...made
        .slice(0, 7)
        .map((m) => b.writer.remove(b.of('serviceBookmark'), m.id, 1, { purge: true }, b.as())),
      mark(b.customer),
    ])
    expect((await b.fresh('service', service)).bookmarks).toBe(14)
  })
  test('a sub-category is either moved or used by a service, never both', async () => {
    for (let round = 0; round < rounds(6); round++) {
      const other = await b.make('serviceCategory', { name: 'O', slug: unique() })
      const sub = await b.make('serviceSubCategory', {
        name: 'S',
        slug: unique(),
        category: b.category.id,
      })
      const outcome = await codes([
        b.make('service', {
          title: 'S',
          vendor: b.vendor.id,
          category: b.category.id,
          subCategory: sub.id,
          pricing: 'quote',
        }),
        b.writer.patch(b.of('serviceSubCategory'), sub.id, 1, { category: other.id }, b.as()),
      ])
      expect(won(outcome), outcome.join()).toBe(1)
    }
  })
})
