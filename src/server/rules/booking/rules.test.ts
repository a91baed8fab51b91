import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayIn, eur, openStays, TODAY, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import { firstNightOver } from './availability.ts'
import { shareOf } from '#model/charge.ts'
import { cancellationPreview } from './money.ts'
import { runScheduled } from '../../store/write/schedule.ts'

describe('nights', () => {
  const stay = (from: number, until: number, rooms = 1) => ({
    from: dayIn(from),
    until: dayIn(until),
    rooms,
  })
  test('are free again from the day of departure', () =>
    expect(firstNightOver([stay(0, 2), stay(2, 4)], 1, dayIn(0), dayIn(9))).toBeUndefined())
  test('the first overbooked night is reported', () =>
    expect(
      firstNightOver([stay(0, 5), stay(1, 2), stay(3, 4), stay(3, 4)], 2, dayIn(0), dayIn(9)),
    ).toEqual({ night: dayIn(3), taken: 3 }))
  test('nights before the window are ignored', () =>
    expect(firstNightOver([stay(-5, -1, 9), stay(-1, 1)], 1, dayIn(0), dayIn(9))).toBeUndefined())
})

describe('the cancellation fee', () => {
  const rules = [
    { daysBefore: 30, fee: { kind: 'percent' as const, bps: 1000 } },
    { daysBefore: 3, fee: { kind: 'percent' as const, bps: 10_000 } },
    { daysBefore: 7, fee: { kind: 'fixed' as const, amount: eur(555) } },
  ]
  const row = { checkIn: dayIn(0), total: eur(12_345) }
  test.each([
    [31, 0],
    [30, 0],
    [29, 1235],
    [7, 1235],
    [6, 555],
    [3, 555],
    [2, 12_345],
    [0, 12_345],
  ])('%i days before arrival is %i', (days, fee) =>
    expect(cancellationPreview(row, { refundRules: rules }, dayIn(-days))).toEqual(eur(fee)),
  )
  test('rounds half away from zero', () =>
    expect([
      shareOf(50, 100),
      shareOf(49, 100),
      shareOf(-50, 100),
      shareOf(1_000_000_000_000, 3333),
    ]).toEqual([1, 0, -1, 333_300_000_000]))
})

describe('bookings', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())

  test('keep the nightly rate of the booking, and compute total and paid amount', async () => {
    const hotel = await s.hotel()
    const booking = await s.book(hotel, 1, 3, {
      rooms: 2,
      extras: [{ label: 'Parking', quantity: 3, unit: eur(500) }],
    })
    expect(booking).toMatchObject({
      nightlyRate: eur(10_000),
      total: eur(61_500),
      paid: eur(0),
      cancellationFee: null,
    })
    await s.writer.patch(
      s.of('hotel'),
      hotel.id,
      1,
      {
        roomTypes: [
          {
            code: 'DBL',
            name: 'Double',
            adults: 2,
            children: 0,
            rooms: 2,
            nightlyRate: eur(99_999),
          },
        ],
      },
      s.as(),
    )
    expect(
      await s.writer.patch(s.of('booking'), booking.id, 1, { checkOut: dayIn(3) }, s.as()),
    ).toMatchObject({ nightlyRate: eur(10_000), total: eur(41_500) })
  })
  test('keep one currency, even when the rate comes from the hotel', async () => {
    expect(
      await problemOf(
        s.book(await s.hotel(), 1, 1, {
          extras: [{ label: 'x', quantity: 1, unit: { amount: 1, currency: 'USD' } }],
        }),
      ),
    ).toMatchObject({ status: 422, errors: [{ path: 'extras.0.unit' }] })
  })
  test('require a room type of their hotel', async () => {
    expect(await problemOf(s.book(await s.hotel(), 1, 1, { roomTypeCode: 'SGL' }))).toMatchObject({
      status: 422,
      errors: [{ path: 'roomTypeCode', code: 'unknown_reference' }],
    })
  })
  test('are refused when a night is full, and the error names that night', async () => {
    const hotel = await s.hotel()
    await s.book(hotel, 10, 3)
    await s.book(hotel, 12, 3)
    expect(await problemOf(s.book(hotel, 8, 9))).toMatchObject({
      status: 409,
      code: 'full',
      detail: `On the night of ${dayIn(12)} no room is free of room type DBL at Sea View, which has 2.`,
    })
    expect(await problemOf(s.book(hotel, 10, 1, { rooms: 2 }))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('only 1 room is free'),
    })
    await s.book(hotel, 10, 2)
    await s.book(hotel, 13, 2)
  })
  test('release their rooms when deleted or cancelled, and are restored only if rooms are free', async () => {
    const hotel = await s.hotel()
    const first = await s.book(hotel, 1, 2, { rooms: 2 })
    await s.writer.remove(s.of('booking'), first.id, 1, { purge: false }, s.as())
    const second = await s.book(hotel, 1, 2, { rooms: 2 })
    expect(await problemOf(s.writer.restore(s.of('booking'), first.id, 2, s.as()))).toMatchObject({
      status: 409,
      code: 'full',
    })
    await s.go('booking', second, 'cancelled', 'ill')
    expect(await s.writer.restore(s.of('booking'), first.id, 2, s.as())).toMatchObject({
      version: 3,
    })
  })
  test('can change dates, rooms and type only to free ones', async () => {
    const hotel = await s.hotel({
      roomTypes: [
        { code: 'SGL', name: 'Single', adults: 1, children: 0, rooms: 1, nightlyRate: eur(1) },
      ],
    })
    await s.book(hotel, 5, 5, { rooms: 2 })
    await s.book(hotel, 5, 5, { roomTypeCode: 'SGL' })
    const other = await s.book(hotel, 1, 4)
    const patch = (body: object) => s.writer.patch(s.of('booking'), other.id, 1, body, s.as())
    for (const body of [
      { checkOut: dayIn(6) },
      { rooms: 3 },
      { roomTypeCode: 'SGL', checkIn: dayIn(6), checkOut: dayIn(7) },
    ]) {
      expect(await problemOf(patch(body))).toMatchObject({ status: 409, code: 'full' })
    }
    expect(await patch({ checkOut: dayIn(4), notes: 'shorter' })).toMatchObject({ version: 2 })
  })
  test('may overlap in the past, but not when they end today or later', async () => {
    const hotel = await s.hotel()
    for (let i = 0; i < 4; i++) await s.book(hotel, -5, 4)
    await s.book(hotel, -3, 3, { rooms: 2, checkIn: dayIn(-1), checkOut: dayIn(1) })
    expect(await problemOf(s.book(hotel, 0, 1))).toMatchObject({ status: 409 })
  })
  test('allow check-in and no-show from the arrival day, and record the departure day at check-out', async () => {
    const hotel = await s.hotel()
    const later = await s.go('booking', await s.book(hotel, 1, 1), 'confirmed')
    expect(await problemOf(s.go('booking', later, 'checked_in'))).toMatchObject({
      status: 409,
      code: 'too_early',
    })
    expect(await problemOf(s.go('booking', later, 'no_show', 'x'))).toMatchObject({
      status: 409,
      code: 'too_early',
    })
    const long = await s.go(
      'booking',
      await s.go(
        'booking',
        await s.book(hotel, -1, 9, { rooms: 2, checkIn: dayIn(-2), checkOut: dayIn(1) }),
        'confirmed',
      ),
      'checked_in',
    )
    expect(await problemOf(s.book(hotel, 0, 1))).toMatchObject({ status: 409 })
    expect(await s.go('booking', long, 'checked_out')).toMatchObject({ leftOn: TODAY })
    await s.book(hotel, 0, 1)
  })
  test('charge the previewed fee for a late cancellation', async () => {
    const hotel = await s.hotel({
      refundRules: [{ daysBefore: 7, fee: { kind: 'percent', bps: 5000 } }],
    })
    const booking = await s.book(hotel, 6, 1)
    expect(await s.writer.preview(s.of('booking'), booking.id, 'cancellation', s.as())).toEqual({
      fee: eur(5000),
      today: TODAY,
      daysBefore: 6,
    })
    expect(await s.go('booking', booking, 'cancelled', 'ill')).toMatchObject({
      cancellationFee: eur(5000),
    })
    expect(
      await problemOf(s.writer.preview(s.of('booking'), booking.id, 'nonsense', s.as())),
    ).toMatchObject({ status: 404 })
  })
  test('expire when their hold runs out', async () => {
    const hotel = await s.hotel()
    const [past, future] = [
      await s.book(hotel, 1, 1, { holdUntil: '2026-06-10T10:00:00Z' }),
      await s.book(hotel, 1, 1, { holdUntil: '2026-06-10T12:00:00Z' }),
    ]
    expect(await runScheduled(s.parts, s.writer)).toBe(1)
    const { rows } = await s.db.query(
      'SELECT state FROM bookings WHERE id = ANY($1::uuid[]) ORDER BY id',
      [[past.id, future.id]],
    )
    expect(rows).toEqual([{ state: 'expired' }, { state: 'pending' }])
  })
  test('of an import are checked together, without an availability check for past stays', async () => {
    const hotel = await s.hotel()
    await s.book(hotel, 20, 1)
    const row = (from: number, more: object = {}) => ({
      code: unique(),
      hotel: hotel.id,
      roomTypeCode: 'DBL',
      customer: s.customer.id,
      checkIn: dayIn(from),
      checkOut: dayIn(from + 2),
      nightlyRate: eur(1),
      ...more,
    })
    const data = [
      row(19),
      row(19),
      row(21),
      row(21),
      row(21),
      row(-40, { state: 'checked_out' }),
      row(-40, { roomTypeCode: 'GONE', state: 'no_show' }),
      row(30, { roomTypeCode: 'GONE' }),
      row(19, { state: 'cancelled' }),
    ]
    const go = (mode: 'dry-run' | 'partial') =>
      s.writer.importRows(
        s.of('booking'),
        data.map((d, i) => ({ row: i, data: d })),
        { mode, upsertBy: 'code', history: true },
        s.as(),
      )
    const expected = [
      'created',
      'refused',
      'created',
      'created',
      'refused',
      'created',
      'created',
      'refused',
      'created',
    ]
    expect((await go('dry-run')).rows.map((r) => r.outcome)).toEqual(expected)
    const result = await go('partial')
    expect(result.rows.map((r) => r.outcome)).toEqual(expected)
    expect(result.rows[1]!.errors).toMatchObject([{ path: 'rooms', code: 'full' }])
    expect(result.rows[7]!.errors).toMatchObject([{ path: 'roomTypeCode' }])
    expect(await go('partial')).toMatchObject({ created: 0, updated: 0, unchanged: 6, refused: 3 })
  })
})
