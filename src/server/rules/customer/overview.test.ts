import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Money } from '#schemas/define/fields.ts'
import type { Grants } from '#schemas/define/permissions.ts'
import { dayIn, eur, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'
import type { CustomerOverview } from './overview.ts'
import { builtInRole } from '../userRole/builtin.ts'

interface Timeline {
  readonly kinds: readonly string[]
  readonly data: readonly {
    readonly collection: string
    readonly id: string
    readonly at: string
    readonly record: RecordData
  }[]
  readonly included: Record<string, Record<string, { title: string }>>
  readonly next: string | null
}

describe('the customer overview', () => {
  let s: Stays
  let ana: RecordData
  let own: RecordData
  let other: RecordData
  const made: Record<string, string[]> = {}
  const keep = (collection: string, record: RecordData): RecordData => {
    ;(made[collection] ??= []).push(record.id)
    return record
  }

  beforeAll(async () => {
    s = await openStays()
    ana = await s.make('customer', { name: 'Ana Reis', email: `${unique()}@example.com` })
    const rival = await s.make(
      'vendor',
      { displayName: 'Rival', legalName: 'Rival' },
      { state: 'approved' },
    )
    own = await s.hotel()
    other = await s.hotel({ name: 'Elsewhere', vendor: rival.id })
    const book = async (
      hotel: RecordData,
      from: number,
      nights: number,
      state: string,
      set: object = {},
    ) =>
      keep(
        'bookings',
        await s.make(
          'booking',
          {
            code: unique(),
            hotel: hotel.id,
            roomTypeCode: 'DBL',
            customer: ana.id,
            checkIn: dayIn(from),
            checkOut: dayIn(from + nights),
            nightlyRate: eur(10_000),
          },
          { state, ...set },
        ),
      )
    const past = await book(own, -30, 4, 'checked_out', { leftOn: dayIn(-27) })
    await book(other, -10, 2, 'checked_out')
    await book(own, -1, 3, 'checked_in')
    await book(own, 5, 2, 'confirmed')
    await book(other, 9, 1, 'pending')
    await book(own, 20, 2, 'cancelled')
    await s.book(own, 40, 2)
    const order = (vendor: string, state: string) =>
      s.make(
        'order',
        {
          customer: ana.id,
          vendor,
          kind: 'service',
          currency: 'EUR',
          lines: [{ title: 'Tour', quantity: 1, unit: eur(5000) }],
        },
        { state },
      )
    const open = keep('orders', await order(s.vendor.id, 'placed'))
    keep('orders', await order(rival.id, 'completed'))
    const pay = async (subject: object, amount: Money, kind = 'capture', more: object = {}) =>
      keep(
        'payment-transactions',
        await s.make(
          'paymentTransaction',
          { kind, method: 'card', amount, ...subject, ...more },
          { state: 'succeeded' },
        ),
      )
    const paid = await pay({ booking: past.id }, eur(30_000))
    await pay({ booking: past.id }, eur(4000), 'refund', { parent: paid.id })
    await pay({ order: open.id }, eur(5000))
    keep('tickets', await s.make('ticket', { subject: 'Late', customer: ana.id }))
    const rated = keep(
      'tickets',
      await s.make(
        'ticket',
        { subject: 'Cold', customer: ana.id, booking: past.id },
        { state: 'solved', satisfaction: 4 },
      ),
    )
    expect(rated.satisfaction).toBe(4)
    keep('conversations', await s.make('conversation', { subject: 'Hello', customer: ana.id }))
  }, 120_000)
  afterAll(() => s?.db.close())

  const by = (grants: Grants, tenant: string | null = null) => s.as({ grants: [grants], tenant })
  const overview = async (as = s.as()) =>
    (await s.writer.preview(
      s.of('customer'),
      ana.id,
      'overview',
      as,
    )) as unknown as CustomerOverview
  const timeline = async (input: Record<string, string> = {}, as = s.as()) =>
    (await s.writer.preview(s.of('customer'), ana.id, 'timeline', as, input)) as unknown as Timeline

  test('shows value, bookings, last stay, open orders and tickets, satisfaction and upcoming stays', async () => {
    expect(await overview()).toMatchObject({
      value: [{ amount: 31_000, currency: 'EUR' }],
      // Five not cancelled. Three nights of the first, whose guest left early, two of the second,
      // one so far of the third.
      bookings: { total: 5, upcoming: 3, nights: 6 },
      lastStay: { hotel: other.id, until: dayIn(-8) },
      openOrders: 1,
      openTickets: 1,
      satisfaction: { average: 4, count: 1 },
      stays: [
        { checkIn: dayIn(-1), state: 'checked_in' },
        { checkIn: dayIn(5) },
        { checkIn: dayIn(9), hotel: other.id },
      ],
      included: { hotels: { [own.id]: { title: 'Sea View' }, [other.id]: { title: 'Elsewhere' } } },
    })
  })
  test('limits vendor staff to their vendor’s bookings and orders', async () => {
    const staff = await overview(by(builtInRole('vendor staff').grants, s.vendor.id))
    expect(staff).toMatchObject({
      value: [{ amount: 31_000, currency: 'EUR' }],
      bookings: { total: 3, upcoming: 2, nights: 4 },
      lastStay: { hotel: own.id, until: dayIn(-27) },
      openOrders: 1,
      openTickets: 0,
    })
    expect(JSON.stringify(staff)).not.toContain(other.id)
    const seen = (await timeline({}, by(builtInRole('vendor staff').grants, s.vendor.id))).data
    expect(
      seen
        .filter((e) => e.collection === 'bookings')
        .map((e) => e.record.hotel)
        .every((h) => h === own.id),
    ).toBe(true)
    expect(seen.filter((e) => e.collection === 'orders')).toHaveLength(1)
  })
  test('omits what the person may not list or read', async () => {
    const few = await overview(
      by({
        allow: ['customer.*', 'booking.*', 'ticket.list'],
        deny: ['booking.field.paid.read', 'booking.field.total.read'],
      }),
    )
    expect(Object.keys(few).sort()).toEqual(['bookings', 'included', 'lastStay', 'stays'])
    expect(few.stays![0]).not.toHaveProperty('total')
    expect(few.included).toEqual({})
    const seen = await timeline(
      {},
      by({ allow: ['customer.*', 'booking.*'], deny: ['booking.field.total.read'] }),
    )
    expect(seen.kinds).toEqual(['bookings'])
    expect(seen.data.map((e) => e.id).sort()).toEqual([...made.bookings!].sort())
    expect(seen.data[0]!.record).not.toHaveProperty('total')
    expect(
      await problemOf(
        s.writer.preview(
          s.of('customer'),
          ana.id,
          'overview',
          by({ allow: ['booking.*'], deny: [] }),
        ),
      ),
    ).toMatchObject({ status: 403 })
  })
  test('orders the timeline by time, filters it by kind and pages without gaps or duplicates', async () => {
    const all = await timeline()
    expect(all.next).toBeNull()
    expect(all.data.map((e) => e.id).sort()).toEqual(Object.values(made).flat().sort())
    const place = ({ at, id }: { readonly at: string; readonly id: string }) => `${at} ${id}`
    expect(all.data.toSorted((a, b) => (place(a) < place(b) ? 1 : -1))).toEqual(all.data)
    expect(
      (await timeline({ kinds: 'tickets,conversations' })).data.map((e) => e.id).sort(),
    ).toEqual([...made.tickets!, ...made.conversations!].sort())
    const more = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        s.make('ticket', { subject: `T${i}`, customer: ana.id }),
      ),
    )
    const ids: string[] = []
    for (let next: string | null | undefined; next !== null;) {
      const page: Timeline = await timeline(next === undefined ? {} : { before: next })
      ids.push(...page.data.map((e) => e.id))
      next = page.next
    }
    expect(ids).toHaveLength(new Set(ids).size)
    expect([...ids].sort()).toEqual(
      [...Object.values(made).flat(), ...more.map((m) => m.id)].sort(),
    )
  })
  test.each([
    [{ kinds: 'employees' }, 'kinds'],
    [{ before: 'x' }, 'before'],
    [{ before: '9999-99-99T00:00:00.000Z~0198f6a2-0000-7000-8000-000000000001' }, 'before'],
    [{ before: '2026-01-01T00:00:00.000Z~------------------------------------' }, 'before'],
    [{ limit: '5' }, 'limit'],
  ])('refuses %j', async (input, path) => {
    expect(await problemOf(timeline(input as unknown as Record<string, string>))).toMatchObject({
      status: 400,
      errors: [{ path }],
    })
  })
})
