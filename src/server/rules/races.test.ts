import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { rounds } from '#tests/support/runs.ts'
import { Problem } from '../base/problem.ts'

/** Concurrent callers on a real PostgreSQL, where transactions truly overlap. */
describe('concurrent writes on PostgreSQL', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())

  const codes = async (writes: readonly Promise<unknown>[]): Promise<string[]> =>
    (await Promise.allSettled(writes))
      .map((r) => {
        if (r.status === 'fulfilled') return 'ok'
        if (r.reason instanceof Problem) return r.reason.code
        throw r.reason
      })
      .sort()
  const times = <T>(n: number, make: (i: number) => T): T[] =>
    Array.from({ length: n }, (_, i) => make(i))
  const oneOf = (n: number, code: string) => [...times(n - 1, () => code), 'ok'].sort()

  test('one of twenty concurrent bookings gets the last room', async () => {
    for (let round = 0; round < rounds(5); round++) {
      const hotel = await s.hotel()
      await s.book(hotel, 2, 5)
      expect(await codes(times(20, (i) => s.book(hotel, 1 + (i % 4), 4)))).toEqual(
        oneOf(20, 'full'),
      )
    }
  })
  test('a room is not booked while it is removed or its hotel is archived', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const [shrinking, closing] = [await s.hotel(), await s.hotel()]
      const fewer = s.writer.patch(
        s.of('hotel'),
        shrinking.id,
        1,
        {
          roomTypes: [
            { code: 'DBL', name: 'Double', adults: 2, children: 0, rooms: 0, nightlyRate: eur(1) },
          ],
        },
        s.as(),
      )
      expect(
        (await codes([fewer, s.book(shrinking, 1, 1)])).filter((c) => c === 'ok'),
      ).toHaveLength(1)
      expect(
        (await codes([s.go('hotel', closing, 'archived', 'x'), s.book(closing, 1, 1)])).filter(
          (c) => c === 'ok',
        ),
      ).toHaveLength(1)
    }
  })
  test('concurrent imports do not sell one room twice', async () => {
    const hotel = await s.hotel()
    const run = () =>
      s.writer.importRows(
        s.of('booking'),
        times(50, (i) => ({
          row: i,
          data: {
            code: unique(),
            hotel: hotel.id,
            roomTypeCode: 'DBL',
            customer: s.customer.id,
            checkIn: '2026-07-01',
            checkOut: '2026-07-03',
          },
        })),
        { mode: 'partial', upsertBy: 'code' },
        s.as(),
      )
    const results = await Promise.all([run(), run(), run()])
    expect(results.reduce((n, r) => n + r.created, 0)).toBe(2)
  })
  test('one of ten concurrent edits of one version is written, and the others conflict', async () => {
    const customer = await s.make('customer', { name: 'C', email: `${unique()}@example.com` })
    expect(
      await codes(
        times(10, (i) =>
          s.writer.patch(s.of('customer'), customer.id, 1, { name: `n${i}` }, s.as()),
        ),
      ),
    ).toEqual(oneOf(10, 'stale_version'))
    expect((await s.audit('customer')).filter((a) => a.record_id === customer.id)).toHaveLength(2)
  })
  test('one super-admin remains when all are removed concurrently', async () => {
    const admins = await Promise.all(
      times(6, () =>
        s.make(
          'employee',
          { name: 'A', email: `${unique()}@example.com`, roles: [s.role('super-admin')] },
          { state: 'active' },
        ),
      ),
    )
    expect(
      (
        await codes(
          admins.map((a, i) =>
            i % 2
              ? s.go('employee', a, 'left', 'x')
              : s.writer.remove(s.of('employee'), a.id, 1, { purge: false }, s.as()),
          ),
        )
      ).filter((c) => c === 'last_super_admin'),
    ).toHaveLength(1)
    expect(
      (
        await s.db.query<{ n: number }>(
          "SELECT count(*) AS n FROM employees WHERE state = 'active' AND deleted_at IS NULL",
        )
      ).rows[0]!.n,
    ).toBe(1)
  })
  test('categories moved into each other concurrently never form a cycle', async () => {
    for (let round = 0; round < rounds(5); round++) {
      const made = await Promise.all(
        times(4, () => s.make('category', { name: 'C', slug: unique() })),
      )
      const moves = made.map((c, i) =>
        s.writer.patch(
          s.of('category'),
          c.id,
          1,
          { parent: made[(i + 1) % made.length]!.id },
          s.as(),
        ),
      )
      expect((await codes(moves)).filter((c) => c === 'ok')).toHaveLength(3)
    }
  })
  test('a record is either deleted or referenced, never both', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const vendor = await s.make('vendor', { displayName: 'V', legalName: 'V' })
      const outcome = await codes([
        s.writer.remove(s.of('vendor'), vendor.id, 1, { purge: round % 2 === 0 }, s.as()),
        s.hotel({ vendor: vendor.id }),
      ])
      expect(outcome.filter((c) => c === 'ok')).toHaveLength(1)
    }
  })
  test('sequence numbers have no gaps, even when writers fail', async () => {
    const { nextNumber } = await import('../store/write/sequences.ts')
    const take = (fail: boolean) =>
      s.db.transaction(async (tx) => {
        const number = await nextNumber(tx, 'invoice')
        if (fail) throw new Error('no')
        return number
      })
    const taken = (await Promise.allSettled(times(30, (i) => take(i % 3 === 0)))).flatMap((r) =>
      r.status === 'fulfilled' ? [r.value] : [],
    )
    expect(taken.sort((a, b) => a - b)).toEqual(times(20, (i) => i + 1))
  })
})
