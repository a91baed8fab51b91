import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { Grants } from '#schemas/define/permissions.ts'
import { dayIn, eur, openStays, TODAY, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'
import { builtInRole } from '../userRole/builtin.ts'
import type { Offers } from './offers.ts'

describe('hotel offers', () => {
  let s: Stays
  let rival: RecordData
  beforeAll(async () => {
    s = await openStays()
    rival = await s.make('vendor', { displayName: 'Rival', legalName: 'Rival' })
  }, 120_000)
  afterAll(() => s?.db.close())
  const ask = async (
    of: RecordData,
    from: number,
    nights: number,
    input: Record<string, string> = {},
    as = s.as(),
  ) =>
    (await s.writer.preview(s.of('hotel'), of.id, 'offers', as, {
      checkIn: dayIn(from),
      checkOut: dayIn(from + nights),
      ...input,
    })) as unknown as Offers
  const by = (grants: Grants, tenant: string | null = null) => s.as({ grants: [grants], tenant })

  test('give the price, the free rooms and the full nights', async () => {
    const hotel = await s.hotel({
      roomTypes: [
        { code: 'SGL', name: 'Single', adults: 1, children: 0, rooms: 1, nightlyRate: eur(5000) },
      ],
    })
    await s.book(hotel, 1, 2)
    await s.book(hotel, 2, 3)
    const over = [dayIn(2)]
    const single = { code: 'SGL', nightlyRate: eur(5000), total: eur(20_000), left: 1, over: [] }
    expect(await ask(hotel, 1, 4)).toEqual({
      today: TODAY,
      nights: 4,
      open: true,
      types: [
        expect.objectContaining({ code: 'DBL', total: eur(40_000), left: 0, over }),
        expect.objectContaining(single),
      ],
    })
    expect((await ask(hotel, 3, 2)).types[0]).toMatchObject({ left: 1, over: [] })
    expect((await ask(hotel, 3, 3, { rooms: '2' })).types[0]).toMatchObject({
      left: 1,
      over: [dayIn(3), dayIn(4)],
      total: eur(60_000),
    })
  })

  test('match the price of the saved booking, and are free exactly when the booking is accepted', async () => {
    const hotel = await s.hotel()
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 2 }),
        async (from, nights, rooms) => {
          const [offer] = (await ask(hotel, from, nights, { rooms: String(rooms) })).types
          if (offer!.over.length) {
            const refused = await problemOf(s.book(hotel, from, nights, { rooms }))
            expect(refused).toMatchObject({ status: 409, code: 'full' })
            expect(refused.detail).toContain(offer!.over[0])
          } else {
            expect(offer!.left).toBeGreaterThanOrEqual(rooms)
            const { total } = await s.book(hotel, from, nights, { rooms })
            expect(total).toEqual(offer!.total)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('skip the availability check for past stays, and report when a hotel takes no bookings', async () => {
    const hotel = await s.hotel()
    for (let n = 0; n < 3; n++) await s.book(hotel, -9, 2)
    expect((await ask(hotel, -9, 2)).types[0]).toMatchObject({ left: 2, over: [] })
    const gone = await s.go('hotel', await s.hotel(), 'archived', 'Sold')
    expect(await ask(gone, 1, 1)).toMatchObject({ open: false })
  })

  test('cover only a vendor’s own hotels, and require read access to bookings and room types', async () => {
    const hotel = await s.hotel()
    await s.book(hotel, 1, 1)
    const staff = builtInRole('vendor staff').grants
    const own = await ask(hotel, 1, 1, {}, by(staff, s.vendor.id))
    expect(own.types[0]).toMatchObject({ left: 1 })
    expect(own).toEqual(await ask(hotel, 1, 1))
    expect(await problemOf(ask(hotel, 1, 1, {}, by(staff, rival.id)))).toMatchObject({
      status: 404,
    })
    for (const grants of [
      { allow: ['hotel.*'], deny: [] },
      { allow: ['hotel.*', 'booking.*'], deny: ['booking.field.rooms.read'] },
      { allow: ['hotel.*', 'booking.*'], deny: ['hotel.field.roomTypes.read'] },
      { allow: ['booking.*'], deny: [] },
    ]) {
      expect(await problemOf(ask(hotel, 1, 1, {}, by(grants)))).toMatchObject({ status: 403 })
    }
  })

  test.each([
    { checkIn: 'tomorrow' },
    { checkIn: '2026-02-30' },
    { checkOut: '2026-06-11' },
    { checkOut: '2028-06-11' },
    { rooms: '0' },
    { rooms: '1e1' },
    { type: 'DBL' },
  ])('refuse %j', async (input) => {
    const hotel = await s.hotel()
    const asked = input as unknown as Record<string, string>
    expect(await problemOf(ask(hotel, 1, 2, asked))).toMatchObject({ status: 400 })
  })
})
