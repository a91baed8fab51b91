import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Grants } from '#schemas/define/permissions.ts'
import { dayIn, eur, openStays, TODAY, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'
import type { Occupancy } from './occupancy.ts'
import { builtInRole } from '../userRole/builtin.ts'

describe('hotel occupancy', () => {
  let s: Stays
  let hotel: RecordData
  let rival: RecordData
  beforeAll(async () => {
    s = await openStays()
    rival = await s.make('vendor', { displayName: 'Rival', legalName: 'Rival' })
    hotel = await s.hotel({
      roomTypes: [
        { code: 'SGL', name: 'Single', adults: 1, children: 0, rooms: 3, nightlyRate: eur(5000) },
      ],
    })
  }, 120_000)
  afterAll(() => s?.db.close())
  const ask = async (of = hotel, input: Record<string, string> = {}, as = s.as()) =>
    (await s.writer.preview(s.of('hotel'), of.id, 'occupancy', as, input)) as unknown as Occupancy
  const by = (grants: Grants, tenant: string | null = null) => s.as({ grants: [grants], tenant })
  const book = (from: number, nights: number, state: string, more: object = {}, set: object = {}) =>
    s.make(
      'booking',
      {
        code: unique(),
        hotel: hotel.id,
        roomTypeCode: 'DBL',
        customer: s.customer.id,
        checkIn: dayIn(from),
        checkOut: dayIn(from + nights),
        ...more,
      },
      { state, ...set },
    )

  test('matches an independent count of the rooms taken each night', async () => {
    const stays: [number, number, string, string, number][] = [
      [-2, 4, 'checked_in', 'DBL', 1],
      [1, 3, 'confirmed', 'DBL', 1],
      [5, 1, 'pending', 'SGL', 2],
      [6, 2, 'confirmed', 'SGL', 3],
      [3, 9, 'cancelled', 'DBL', 2],
      [-9, 4, 'checked_out', 'DBL', 1],
      [29, 5, 'confirmed', 'DBL', 2],
    ]
    for (const [from, nights, state, roomTypeCode, rooms] of stays) {
      await book(from, nights, state, { roomTypeCode, rooms })
    }
    // Left early: the last two nights are free again.
    await book(-1, 6, 'checked_out', { roomTypeCode: 'SGL' }, { leftOn: dayIn(2) })
    const expected = (code: string, days: number) =>
      Array.from(
        { length: days },
        (_, d) =>
          stays
            .filter(
              ([from, nights, state, type]) =>
                type === code && state !== 'cancelled' && from <= d && d < from + nights,
            )
            .reduce((n, [, , , , rooms]) => n + rooms, 0) + (code === 'SGL' && d < 2 ? 1 : 0),
      )
    const found = await ask()
    expect(found).toMatchObject({
      today: TODAY,
      days: 30,
      open: false,
      types: [
        { code: 'DBL', name: 'Double', rooms: 2 },
        { code: 'SGL', name: 'Single', rooms: 3 },
      ],
    })
    for (const { code, taken } of found.types) expect(taken, code).toEqual(expected(code, 30))
    expect((await ask(hotel, { days: '90' })).types[0]!.taken).toEqual(expected('DBL', 90))
  })
  test('includes bookings of a room type that no longer exists', async () => {
    const other = await s.hotel({ timezone: 'Pacific/Kiritimati' })
    const made = await s.book(other, 3, 1)
    await s.db.query(`update bookings set room_type_code = 'OLD' where id = $1`, [made.id])
    // It is already tomorrow there.
    expect(await ask(other, { days: '3' })).toMatchObject({
      today: dayIn(1),
      types: [
        { code: 'DBL', taken: [0, 0, 0] },
        { code: 'OLD', name: '', rooms: 0, taken: [0, 0, 1] },
      ],
    })
  })
  test('covers only a vendor’s own hotels, and requires read access to bookings and room types', async () => {
    const staff = builtInRole('vendor staff').grants
    expect((await ask(hotel, {}, by(staff, s.vendor.id))).types).toEqual((await ask()).types)
    expect(await problemOf(ask(hotel, {}, by(staff, rival.id)))).toMatchObject({ status: 404 })
    expect(await problemOf(ask(hotel, {}, by({ allow: ['hotel.*'], deny: [] })))).toMatchObject({
      status: 403,
    })
    expect(
      await problemOf(
        ask(hotel, {}, by({ allow: ['hotel.*', 'booking.*'], deny: ['booking.field.rooms.read'] })),
      ),
    ).toMatchObject({ status: 403 })
    expect(
      await problemOf(
        ask(
          hotel,
          {},
          by({ allow: ['hotel.*', 'booking.*'], deny: ['hotel.field.roomTypes.read'] }),
        ),
      ),
    ).toMatchObject({ status: 403 })
  })
  test.each([{ days: '0' }, { days: '93' }, { days: '1e1' }, { from: '2026-01-01' }])(
    'refuses %j',
    async (input) => {
      expect(await problemOf(ask(hotel, input as unknown as Record<string, string>))).toMatchObject(
        { status: 400 },
      )
    },
  )
})
