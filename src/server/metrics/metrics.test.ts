import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { snake } from '#model/columns.ts'
import type { Filter } from '#model/query.ts'
import { createReader } from '../store/read/reader.ts'
import { builtInRoles } from '../rules/userRole/builtin.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import type { Access } from '../permissions/types.ts'
import type { RecordData } from '../store/types.ts'
import { eur, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { dashboard, type Dashboard, type Metric } from './dashboard.ts'
import { readableMetrics } from './declared.ts'
import { addDays, periodOf } from './period.ts'
import { keepMetrics } from './rollups/keep.ts'
import { rolledUp } from './rollups/read.ts'

/** mulberry32: the same numbers each time. */
const generator = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
const NOW = '2026-06-10T11:00:00.000Z'
const ZONE = 'Europe/Lisbon'
const DAY_MS = 86_400_000
const money = (
  list: readonly { currency: string; amount: number }[],
): { amount: number; currency: string }[] => {
  const sums: Record<string, number> = {}
  for (const { currency, amount } of list) sums[currency] = (sums[currency] ?? 0) + amount
  return Object.entries(sums)
    .filter(([, amount]) => amount)
    .map(([currency, amount]) => ({ amount, currency }))
    .sort((a, b) => b.amount - a.amount)
}
/** Local day of an instant in the zone, computed differently from the product. */
const dayOf = (at: string): string => new Date(at).toLocaleDateString('sv', { timeZone: ZONE })

/** A row as read by the test; each table fills some of it. */
interface Line {
  readonly state: string
  readonly vendor: string
  readonly kind: string
  readonly currency: string
  readonly amount: number
  readonly rooms: number
  readonly room: number
  readonly hotel: string
  readonly house: string
  readonly interval: string
  readonly interval_count: number
  readonly check_in: string
  readonly until: string
  readonly placed_at: string | null
  readonly closed_at: string | null
  readonly processed_at: string | null
  readonly breached_at: string | null
  readonly solved_at: string | null
  readonly paying_since: string | null
  readonly paying_until: string | null
}
type Rows = Readonly<
  Record<'orders' | 'payments' | 'tickets' | 'subscriptions' | 'stays', readonly Line[]>
>

describe('metrics', () => {
  let s: Stays
  let rows: Rows
  let other: RecordData
  const random = generator(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const some = (days: number): string =>
    new Date(Date.parse(NOW) - random() * days * DAY_MS).toISOString()

  /** Writes columns directly: clients cannot set past times. */
  const put = async (table: string, id: string, values: Record<string, unknown>): Promise<void> => {
    const names = Object.keys(values)
    await s.db.query(
      `UPDATE "${table}" SET ${names.map((n, i) => `"${snake(n)}" = $${i + 2}`).join(', ')} WHERE id = $1`,
      [id, ...names.map((n) => values[n])],
    )
  }
  const scatter = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const vendor = pick([s.vendor, other])
      const currency = pick(['EUR', 'EUR', 'GBP'])
      const order = await s.make(
        'order',
        {
          customer: s.customer.id,
          vendor: vendor.id,
          currency,
          lines: [
            {
              title: 'x',
              quantity: 1,
              unit: { amount: 100 + Math.floor(random() * 9000), currency },
              tax: 0,
            },
          ],
        },
        { state: 'placed' },
      )
      const placedAt = some(80)
      const state = pick(['placed', 'confirmed', 'in_progress', 'completed', 'cancelled', 'draft'])
      const over = state === 'completed' || state === 'cancelled'
      const paid = await s.make('paymentTransaction', {
        kind: 'capture',
        amount: { amount: 50, currency },
        order: order.id,
      })
      await put('payment_transactions', paid.id, {
        kind: pick(['capture', 'capture', 'refund', 'payout']),
        state: pick(['succeeded', 'succeeded', 'failed']),
        processedAt: some(80),
        amountAmount: 10 + Math.floor(random() * 500),
      })
      const ticket = await s.make('ticket', {
        subject: 'x',
        customer: s.customer.id,
        order: order.id,
      })
      const due = some(80)
      await put('tickets', ticket.id, {
        state: random() < 0.15 ? 'merged' : 'open',
        breachedAt: due,
        solvedAt:
          random() < 0.6
            ? new Date(Date.parse(due) + (random() - 0.5) * 30 * DAY_MS).toISOString()
            : null,
      })
      await put('orders', order.id, {
        state,
        placedAt: state === 'draft' ? null : placedAt,
        closedAt: over
          ? new Date(
              Math.min(Date.parse(NOW) - 1, Date.parse(placedAt) + random() * 30 * DAY_MS),
            ).toISOString()
          : null,
      })
      if (random() < 0.1) await put('orders', order.id, { deletedAt: NOW })
    }
    const [plan] = [
      await s.make(
        'subscriptionPlan',
        { name: unique(), code: unique().toUpperCase(), price: eur(1200), interval: 'month' },
        { state: 'active' },
      ),
    ]
    for (let n = 0; n < 10; n++) {
      const sub = await s.make('subscription', {
        code: unique().toUpperCase(),
        vendor: pick([s.vendor, other]).id,
        plan: plan.id,
        periodStart: '2026-06-01',
      })
      const since = some(80)
      await put('subscriptions', sub.id, {
        payingSince: since,
        payingUntil:
          random() < 0.5
            ? new Date(Date.parse(since) + random() * 40 * DAY_MS).toISOString()
            : null,
        interval: pick(['month', 'year']),
        intervalCount: pick([1, 1, 3]),
        priceAmount: 1200 * (1 + Math.floor(random() * 9)),
      })
    }
    for (const vendor of [s.vendor, other]) {
      const hotel = await s.hotel({
        vendor: vendor.id,
        slug: unique(),
        roomTypes: [{ code: 'S', name: 'S', adults: 2, rooms: 40, nightlyRate: eur(100) }],
      })
      if (random() < 0.8) await put('hotels', hotel.id, { state: 'published' })
      for (let n = 0; n < 8; n++) {
        const from = -60 + Math.floor(random() * 80)
        const nights = 1 + Math.floor(random() * 9)
        const stay = await s.book(hotel, 30, 1, { roomTypeCode: 'S' })
        const checkIn = addDays('2026-06-10', from)
        await put('bookings', stay.id, {
          checkIn,
          checkOut: addDays(checkIn, nights),
          rooms: 1 + Math.floor(random() * 3),
          state: pick([
            'pending',
            'confirmed',
            'checked_in',
            'checked_out',
            'cancelled',
            'no_show',
          ]),
          leftOn: random() < 0.3 ? addDays(checkIn, Math.max(0, nights - 2)) : null,
        })
      }
    }
  }
  const read = async (): Promise<Rows> => {
    const all = async (text: string) => (await s.db.query<Line>(text)).rows
    const iso = (column: string) =>
      `to_char(t.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
    return {
      orders: await all(
        `select state, vendor, total_amount as amount, total_currency as currency, ${iso('placed_at')}, ${iso('closed_at')} from orders t where deleted_at is null`,
      ),
      payments: await all(
        `select t.kind, t.state, amount_amount as amount, amount_currency as currency, ${iso('processed_at')}, o.vendor from payment_transactions t left join orders o on o.id = t."order" where t.deleted_at is null`,
      ),
      tickets: await all(
        `select t.state, ${iso('breached_at')}, ${iso('solved_at')}, o.vendor from tickets t left join orders o on o.id = t."order" where t.deleted_at is null`,
      ),
      subscriptions: await all(
        `select vendor, price_amount as amount, price_currency as currency, interval, interval_count, ${iso('paying_since')}, ${iso('paying_until')} from subscriptions t where deleted_at is null`,
      ),
      stays: await all(
        `select t.state, t.rooms, t.check_in::text as check_in, coalesce(t.left_on, t.check_out)::text as until, t.hotel, h.vendor, h.state as house, (select sum((x->>'rooms')::int) from jsonb_array_elements(h.room_types) x)::int as room from bookings t join hotels h on h.id = t.hotel where t.deleted_at is null`,
      ),
    }
  }
  beforeAll(async () => {
    s = await openStays()
    other = await s.make(
      'vendor',
      { displayName: 'Hill', legalName: 'Hill Lda' },
      { state: 'approved' },
    )
    await scatter(40)
    rows = await read()
  }, 180_000)
  afterAll(() => s?.db.close())

  const personOf = (role: string, tenant: string | null = null): Access =>
    compileAccess(s.model, {
      kind: 'person',
      accountId: 'a',
      personId: null,
      name: 'A',
      tenant,
      roleIds: [],
      grants: [builtInRoles.find((r) => r.name === role)!.grants],
    })
  const everybody = (): Access => compileAccess(s.model, systemActor)
  const ask = (access: Access, from: string, to: string): Promise<Dashboard> =>
    dashboard({
      db: s.db,
      model: s.model,
      access,
      period: periodOf(from, to, ZONE),
      currency: 'EUR',
      now: NOW,
    })
  const of = (d: Dashboard, name: string): Metric => d.metrics.find((f) => f.name === name)!

  /** Computes the expected metrics record by record. `own` filters the rows of one vendor. */
  const expected = (from: string, to: string, own: (vendor: string) => boolean = () => true) => {
    const inside = (at: string | null, day: (v: string) => string = dayOf) =>
      at !== null && day(at) >= from && day(at) <= to
    // Levels are taken at the end of the period, or now.
    const end =
      dayOf(NOW) <= to
        ? NOW
        : new Date(Date.parse(`${addDays(to, 1)}T00:00:00+01:00`)).toISOString()
    const stood = (since: string | null, until: string | null) =>
      since !== null && since < end && (until === null || until >= end)
    const live = ['pending', 'confirmed', 'checked_in', 'checked_out']
    const stays = rows.stays.filter((b) => own(b.vendor) && live.includes(b.state))
    const houses = [
      ...new Map(
        rows.stays
          .filter((b) => own(b.vendor) && b.house === 'published')
          .map((b) => [b.hotel, Number(b.room)]),
      ).values(),
    ].reduce((a, b) => a + b, 0)
    let nights = 0
    let days = 0
    for (let day = from; day <= to; day = addDays(day, 1)) {
      days++
      for (const b of stays) {
        if (b.house === 'published' && b.check_in <= day && b.until > day) nights += Number(b.rooms)
      }
    }
    return {
      revenue: money(
        rows.payments
          .filter(
            (p) =>
              own(p.vendor) &&
              p.state === 'succeeded' &&
              (p.kind === 'capture' || p.kind === 'refund') &&
              inside(p.processed_at),
          )
          .map((p) => ({
            currency: p.currency,
            amount: Number(p.amount) * (p.kind === 'refund' ? -1 : 1),
          })),
      ),
      orders: rows.orders.filter(
        (o) =>
          own(o.vendor) && o.state !== 'cancelled' && o.state !== 'draft' && inside(o.placed_at),
      ).length,
      openOrders: rows.orders.filter((o) => own(o.vendor) && stood(o.placed_at, o.closed_at))
        .length,
      ticketsInBreach: rows.tickets.filter(
        (t) => own(t.vendor) && t.state !== 'merged' && stood(t.breached_at, t.solved_at),
      ).length,
      mrr: money(
        rows.subscriptions
          .filter((x) => own(x.vendor) && stood(x.paying_since, x.paying_until))
          .map((x) => ({
            currency: x.currency,
            amount: Math.round(
              Number(x.amount) / (Number(x.interval_count) * (x.interval === 'year' ? 12 : 1)),
            ),
          })),
      ),
      bookings: stays.filter((b) => inside(b.check_in, String)).length,
      occupancy: houses ? nights / (houses * days) : null,
    }
  }
  const periods = [
    ['2026-05-12', '2026-06-10'],
    ['2026-06-10', '2026-06-10'],
    ['2026-03-01', '2026-06-20'],
    ['2026-03-29', '2026-04-30'],
    ['2025-06-01', '2026-06-10'],
  ] as const

  describe.each(['records', 'days'] as const)('computed from their %s', (source) => {
    beforeAll(async () => {
      if (source === 'days') await keepMetrics(s.db, s.model)
    })

    test('use rollups exactly when rollups exist', async () => {
      const period = periodOf('2026-05-12', '2026-06-10', ZONE)
      const known = async (access: Access) =>
        [
          ...(
            await s.db.transaction((tx) =>
              rolledUp(
                { db: tx, model: s.model, access, period, now: NOW },
                readableMetrics(s.model, access),
              ),
            )
          ).keys(),
        ].sort()
      const own = readableMetrics(s.model, personOf('vendor staff', s.vendor.id))
        .map((d) => `${d.resource.collection}.${d.name}`)
        .sort()
      expect(own.length).toBeGreaterThan(3)
      expect(await known(everybody())).toEqual(
        source === 'records'
          ? []
          : readableMetrics(s.model, everybody())
              .map((d) => `${d.resource.collection}.${d.name}`)
              .sort(),
      )
      expect(await known(personOf('vendor staff', s.vendor.id))).toEqual(
        source === 'records' ? [] : own,
      )
    })

    test.each(periods)(
      'from %s to %s match the records in total, per step and for the previous period',
      async (from, to) => {
        const d = await ask(everybody(), from, to)
        const before = expected(d.previous.from, d.previous.to)
        for (const [name, value] of Object.entries(expected(from, to))) {
          const metric = of(d, name)
          if (name === 'occupancy') expect(metric.value, name).toBeCloseTo(value as number, 12)
          else expect(metric.value, name).toEqual(value)
          if (name === 'occupancy') {
            expect(metric.previous, `${name} before`).toBeCloseTo(before[name]!, 12)
          } else expect(metric.previous, `${name} before`).toEqual(before[name as 'orders'])
          for (const line of metric.series) expect(line.points, name).toHaveLength(d.steps.length)
        }
        for (const [i, start] of d.steps.entries()) {
          const step = expected(start, d.steps[i + 1] ? addDays(d.steps[i + 1]!, -1) : to)
          for (const name of ['orders', 'bookings'] as const) {
            expect(of(d, name).series[0]!.points[i], `${name} ${start}`).toBe(step[name])
          }
          if (start <= dayOf(NOW)) {
            for (const name of ['openOrders', 'ticketsInBreach'] as const) {
              expect(of(d, name).series[0]!.points[i], `${name} ${start}`).toBe(step[name])
            }
          } else expect(of(d, 'openOrders').series[0]!.points[i]).toBeNull()
          expect(of(d, 'occupancy').series[0]!.points[i]).toBeCloseTo(step.occupancy!, 12)
        }
      },
    )

    test('link to lists with the same number of records', async () => {
      const reader = createReader({ db: s.db, model: s.model, secret: 'x'.repeat(32) })
      for (const access of [everybody(), personOf('vendor staff', s.vendor.id)]) {
        const { metrics } = await ask(access, '2026-05-12', '2026-06-10')
        expect(metrics.length).toBeGreaterThan(3)
        for (const metric of metrics) {
          const resource = s.model.resources.find((r) => r.collection === metric.collection)!
          const { page } = JSON.parse(
            await reader.list(
              resource,
              {
                sort: [],
                limit: 1,
                totalExact: true,
                trashed: false,
                filter: metric.filter as Filter,
              },
              access,
            ),
          ) as { page: { total: number } }
          expect(page.total, metric.name).toBe(metric.records)
        }
      }
    })

    test('cover only their own rows for vendor staff', async () => {
      for (const vendor of [s.vendor, other]) {
        const d = await ask(personOf('vendor staff', vendor.id), '2026-05-12', '2026-06-10')
        const own = expected('2026-05-12', '2026-06-10', (v) => v === vendor.id)
        for (const name of [
          'orders',
          'openOrders',
          'bookings',
          'revenue',
          'ticketsInBreach',
          'mrr',
        ] as const) {
          if (of(d, name)) expect(of(d, name).value, name).toEqual(own[name])
        }
        expect(of(d, 'orders')).toBeDefined()
        expect(of(d, 'occupancy').value).toBe(own.occupancy)
        expect(d.top.flatMap((t) => t.rows).every((r) => r.id === vendor.id)).toBe(true)
      }
    })

    test('are absent when the role may not read what they are computed from', async () => {
      const names = async (access: Access) =>
        (await ask(access, '2026-05-12', '2026-06-10')).metrics.map((f) => f.name).sort()
      expect(await names(everybody())).toEqual([
        'bookings',
        'mrr',
        'newCustomers',
        'occupancy',
        'openOrders',
        'orders',
        'revenue',
        'ticketsInBreach',
      ])
      expect(await names(personOf('support agent'))).not.toContain('revenue')
      expect(await names(personOf('viewer'))).toContain('revenue')
      const without = (deny: string[]) =>
        compileAccess(s.model, {
          kind: 'person',
          accountId: 'a',
          personId: null,
          name: 'A',
          tenant: null,
          roleIds: [],
          grants: [{ allow: ['*'], deny }],
        })
      expect(await names(without(['order.field.closedAt.read']))).not.toContain('openOrders')
      expect(await names(without(['hotel.field.roomTypes.read']))).not.toContain('occupancy')
      expect(await names(without(['hotel.field.state.read']))).not.toContain('occupancy')
      expect((await ask(without(['vendor.*']), '2026-05-12', '2026-06-10')).top).toEqual([])
      expect(
        (await ask(without(['order.field.total.read']), '2026-05-12', '2026-06-10')).top,
      ).toEqual([])
      expect(await ask(without(['*']), '2026-05-12', '2026-06-10')).toMatchObject({
        metrics: [],
        top: [],
        activity: [],
      })
    })

    test('rank vendors by the organisation’s currency and never add up different currencies', async () => {
      const {
        top: [ranked],
      } = await ask(everybody(), '2026-05-12', '2026-06-10')
      const counted = [s.vendor, other]
        .map((v) => {
          const own = rows.orders.filter(
            (o) =>
              o.vendor === v.id &&
              o.state !== 'cancelled' &&
              o.state !== 'draft' &&
              o.placed_at !== null &&
              dayOf(o.placed_at) >= '2026-05-12',
          )
          return {
            id: v.id,
            title: v.displayName,
            records: own.length,
            sums: money(own.map((o) => ({ currency: o.currency, amount: Number(o.amount) }))).sort(
              (a) => (a.currency === 'EUR' ? -1 : 1),
            ),
          }
        })
        .sort(
          (a, b) =>
            (b.sums.find((x) => x.currency === 'EUR')?.amount ?? 0) -
            (a.sums.find((x) => x.currency === 'EUR')?.amount ?? 0),
        )
      expect(ranked!.rows).toEqual(counted)
    })
  })

  test('show recent activity only to people who may read it', async () => {
    const placed = await s.go(
      'order',
      await s.make('order', {
        customer: s.customer.id,
        vendor: other.id,
        currency: 'EUR',
        lines: [{ title: 'x', quantity: 1, unit: eur(5), tax: 0 }],
      }),
      'placed',
    )
    const entries = async (access: Access) =>
      (
        await dashboard({
          db: s.db,
          model: s.model,
          access,
          period: periodOf('2026-05-12', '2026-06-10', ZONE),
          currency: 'EUR',
          now: new Date().toISOString(),
        })
      ).activity
    expect((await entries(everybody()))[0]).toMatchObject({
      collection: 'orders',
      id: placed.id,
      title: placed.number,
      action: 'transition',
      state: 'placed',
    })
    expect((await entries(personOf('vendor staff', other.id)))[0]).toMatchObject({ id: placed.id })
    expect((await entries(personOf('vendor staff', s.vendor.id))).map((d) => d.id)).not.toContain(
      placed.id,
    )
  })
})
