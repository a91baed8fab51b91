import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordData } from '../../store/types.ts'
import { eur, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { checkRatings } from './ratings.ts'

describe('ratings from tickets', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())

  const vendorOf = () =>
    s.make(
      'vendor',
      { displayName: unique(), legalName: unique(), commission: 1500 },
      { state: 'approved' },
    )
  const rating = async (table: string, { id }: RecordData) =>
    (
      await s.db.query<{ rating: number | null }>(
        `SELECT rating_average AS rating FROM ${table} WHERE id = $1`,
        [id],
      )
    ).rows[0]!.rating
  const ticket = (about: object) =>
    s.make('ticket', { subject: 'How was it?', customer: s.customer.id, ...about })
  const solved = async (about: object) => {
    const open = await s.go('ticket', await ticket(about), 'open')
    return s.go('ticket', open, 'solved')
  }
  const rate = async (row: RecordData, satisfaction: number) =>
    (await s.writer.act(s.of('ticket'), row, 'rate', { satisfaction }, s.as())).record
  const order = (vendor: RecordData, more: object = {}) =>
    s.make('order', {
      customer: s.customer.id,
      vendor: vendor.id,
      currency: 'EUR',
      lines: [{ title: 'Cleaning', quantity: 1, unit: eur(1000), tax: 0 }],
      ...more,
    })

  test('a rated ticket about a stay counts once for the hotel and its vendor', async () => {
    const vendor = await vendorOf()
    const hotel = await s.hotel({ vendor: vendor.id })
    const booking = await s.book(hotel, 10, 2)
    const extras = await order(vendor, { kind: 'booking', booking: booking.id })
    await rate(await solved({ booking: booking.id, order: extras.id }), 5)
    expect([await rating('hotels', hotel), await rating('vendors', vendor)]).toEqual([5, 5])
    await rate(await solved({ booking: booking.id }), 2)
    await rate(await solved({ order: extras.id }), 2)
    expect([await rating('hotels', hotel), await rating('vendors', vendor)]).toEqual([3, 3])
    const { rows } = await s.db.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM audit WHERE record_id = $1 AND action = 'update'",
      [hotel.id],
    )
    expect(rows[0]!.n).toBe(3)
  })

  test('a rated ticket about an order counts for its vendor and for the service of its job', async () => {
    const vendor = await vendorOf()
    const category = await s.make('serviceCategory', { name: unique(), slug: unique() })
    const subCategory = await s.make('serviceSubCategory', {
      name: unique(),
      slug: unique(),
      category: category.id,
    })
    const service = await s.make('service', {
      title: 'Windows',
      vendor: vendor.id,
      category: category.id,
      subCategory: subCategory.id,
      pricing: 'quote',
    })
    const job = await s.make('serviceJob', {
      code: unique(),
      title: 'Windows',
      customer: s.customer.id,
      category: category.id,
      service: service.id,
    })
    await rate(await solved({ order: (await order(vendor, { job: job.id })).id }), 4)
    expect([await rating('services', service), await rating('vendors', vendor)]).toEqual([4, 4])
  })

  test('a rating follows its ticket to another booking, into the trash and back', async () => {
    const vendor = await vendorOf()
    const [first, second] = [
      await s.hotel({ vendor: vendor.id }),
      await s.hotel({ vendor: vendor.id }),
    ]
    const [here, there] = [await s.book(first, 20, 1), await s.book(second, 20, 1)]
    const rated = await rate(await solved({ booking: here.id }), 4)
    const moved = await s.writer.patch(
      s.of('ticket'),
      rated.id,
      rated.version,
      { booking: there.id },
      s.as(),
    )
    const ratings = async () => [
      await rating('hotels', first),
      await rating('hotels', second),
      await rating('vendors', vendor),
    ]
    expect(await ratings()).toEqual([null, 4, 4])
    await s.writer.remove(s.of('ticket'), moved.id, moved.version, { purge: false }, s.as())
    expect(await ratings()).toEqual([null, null, null])
    await s.writer.restore(s.of('ticket'), moved.id, moved.version + 1, s.as())
    expect(await ratings()).toEqual([null, 4, 4])
  })

  test('tickets rated concurrently are all counted', async () => {
    const vendor = await vendorOf()
    const hotel = await s.hotel({ vendor: vendor.id })
    const booking = await s.book(hotel, 30, 1)
    const tickets = await Promise.all(
      [1, 2, 3, 4].map(async (points) => [await solved({ booking: booking.id }), points] as const),
    )
    await Promise.all(tickets.map(([row, points]) => rate(row, points)))
    expect([await rating('hotels', hotel), await rating('vendors', vendor)]).toEqual([2.5, 2.5])
  })

  test('the daily check corrects ratings without tickets, and moves ratings with a hotel to its new vendor', async () => {
    const [old, next] = [await vendorOf(), await vendorOf()]
    const hotel = await s.hotel({ vendor: old.id })
    const booking = await s.book(hotel, 40, 1)
    await rate(await solved({ booking: booking.id }), 5)
    const invented = await s.hotel({ vendor: old.id })
    await s.db.query('UPDATE hotels SET rating_average = 4.9 WHERE id = $1', [invented.id])
    await s.db.query('UPDATE hotels SET vendor = $2 WHERE id = $1', [hotel.id, next.id])
    const check = () => checkRatings({ query: s.db.query, model: s.model, writer: s.writer })
    expect(await check()).toBe(3)
    expect([
      await rating('hotels', invented),
      await rating('vendors', old),
      await rating('vendors', next),
    ]).toEqual([null, null, 5])
    expect(await check()).toBe(0)
  })
})
