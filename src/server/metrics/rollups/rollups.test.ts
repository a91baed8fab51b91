import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../database/pool.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { Access } from '../../permissions/types.ts'
import { builtInRole } from '../../rules/userRole/builtin.ts'
import type { RecordData } from '../../store/types.ts'
import { dayIn, eur, openStays, unique, type Stays } from '#tests/support/stays.ts'
import { dashboard, type Dashboard } from '../dashboard.ts'
import { readableMetrics } from '../declared.ts'
import { periodOf } from '../period.ts'
import { checkMetrics, metricsKeeper, metricsState, forgetMetrics, keepMetrics } from './keep.ts'
import { rolledUp } from './read.ts'
import { allMetrics, everything, metricKey } from './source.ts'
import { moved, touchedDays } from './touched.ts'

const ZONE = 'Europe/Lisbon'
const NOW = '2026-06-10T11:00:00.000Z'
const quiet = { error: (): void => {} }
const BUILT = builtInRole('vendor staff').grants
const ALL = [
  'bookings.bookings',
  'bookings.occupancy',
  'customers.newCustomers',
  'orders.openOrders',
  'orders.orders',
  'payment-transactions.revenue',
  'subscriptions.mrr',
  'tickets.ticketsInBreach',
]

describe('metric rollups', () => {
  let s: Stays
  let other: RecordData
  let hotel: RecordData
  let closing: RecordData
  const vendorStaff = (tenant: string): Access =>
    compileAccess(s.model, {
      kind: 'person',
      accountId: 'a',
      personId: null,
      name: 'A',
      tenant,
      roleIds: [],
      grants: [BUILT],
    })
  const everybody = (): Access => compileAccess(s.model, systemActor)
  const period = (days = 30, zone = ZONE) => periodOf(dayIn(1 - days), dayIn(20), zone)
  const ask = async (
    access: Access,
    db: Pick<Database, 'query' | 'transaction'> = s.db,
    now = new Date().toISOString(),
  ): Promise<Omit<Dashboard, 'activity'>> => {
    const { activity: _, ...rest } = await dashboard({
      db,
      model: s.model,
      access,
      period: period(),
      currency: 'EUR',
      now,
    })
    return rest
  }
  /** The same metrics, but counted from the records. */
  const counted = (access: Access, now?: string) =>
    ask(access, { query: s.db.query, transaction: async () => new Map() as never }, now)
  const answeredFromDays = async (access: Access, zone = ZONE) =>
    [
      ...(
        await s.db.transaction((tx) =>
          rolledUp(
            { db: tx, model: s.model, access, period: period(30, zone), now: NOW },
            readableMetrics(s.model, access),
          ),
        )
      ).keys(),
    ].sort()
  const expectSame = async (): Promise<void> => {
    const now = new Date().toISOString()
    for (const access of [everybody(), vendorStaff(s.vendor.id), vendorStaff(other.id)]) {
      expect(await ask(access, s.db, now)).toEqual(await counted(access, now))
    }
  }
  const order = (vendor: RecordData, ago: number, more: object = {}) =>
    s.make(
      'order',
      {
        customer: s.customer.id,
        vendor: vendor.id,
        currency: 'EUR',
        lines: [{ title: 'x', quantity: 1, unit: eur(500), tax: 0 }],
      },
      { state: 'placed', placedAt: `${dayIn(-ago)}T10:00:00.000Z`, ...more },
    )

  beforeAll(async () => {
    s = await openStays()
    other = await s.make(
      'vendor',
      { displayName: 'Hill', legalName: 'Hill Lda' },
      { state: 'approved' },
    )
    hotel = await s.hotel({
      roomTypes: [{ code: 'S', name: 'S', adults: 2, rooms: 40, nightlyRate: eur(100) }],
    })
    closing = await s.hotel({
      roomTypes: [{ code: 'S', name: 'S', adults: 2, rooms: 4, nightlyRate: eur(100) }],
    })
    await s.book(closing, 1, 6, { roomTypeCode: 'S' })
    await s.db.query("UPDATE hotels SET state = 'published'")
    closing = { ...closing, state: 'published' }
    for (let n = 0; n < 6; n++) {
      const made = await order(n % 2 ? s.vendor : other, n * 5)
      await s.make(
        'paymentTransaction',
        { kind: 'capture', amount: eur(50), order: made.id },
        { state: 'succeeded', processedAt: `${dayIn(-n * 4)}T12:00:00.000Z` },
      )
      await s.book(hotel, n, 2, { roomTypeCode: 'S' })
    }
    await keepMetrics(s.db, s.model)
  }, 180_000)
  afterAll(() => s?.db.close())

  test('serve readers of all rows or of their tenant’s rows; other row rules count the records', async () => {
    expect(await answeredFromDays(everybody())).toEqual(ALL)
    const own = await answeredFromDays(vendorStaff(s.vendor.id))
    expect(own).toEqual(expect.arrayContaining(['bookings.bookings', 'orders.orders']))
    const ruled = compileAccess(s.model, {
      kind: 'person',
      accountId: 'a',
      personId: null,
      name: 'A',
      tenant: null,
      roleIds: [],
      grants: [{ allow: ['*'], deny: [], rows: { order: { kind: 'service' } } }],
    })
    expect(await answeredFromDays(ruled)).toEqual(ALL.filter((name) => !name.startsWith('orders.')))
    const blind = compileAccess(s.model, {
      kind: 'person',
      accountId: 'a',
      personId: null,
      name: 'A',
      tenant: null,
      roleIds: [],
      grants: [{ allow: ['*'], deny: [], rows: { hotel: { city: 'Nowhere' } } }],
    })
    expect(await answeredFromDays(blind)).not.toContain('bookings.occupancy')
    expect(await ask(ruled, s.db, NOW)).toEqual(await counted(ruled, NOW))
    await expectSame()
  })

  test('reflect every kind of change immediately, and still match after they are updated', async () => {
    const write = s.as()
    // The existing rollup already contains the day that it moves away from.
    const moved = await s.book(hotel, 9, 2, { roomTypeCode: 'S' })
    const guest = await s.make('customer', { name: 'G', email: `${unique()}@example.com` })
    const visit = await s.book(hotel, 12, 1, { roomTypeCode: 'S', customer: guest.id })
    await s.db.query('UPDATE customers SET created_at = $2 WHERE id = $1', [
      guest.id,
      `${dayIn(-4)}T10:00:00.000Z`,
    ])
    const doomed = await s.make('customer', { name: 'H', email: `${unique()}@example.com` })
    await keepMetrics(s.db, s.model)
    const steps: (() => Promise<unknown>)[] = [
      () =>
        s.writer.patch(
          s.of('booking'),
          moved.id,
          moved.version,
          { checkIn: dayIn(14), checkOut: dayIn(17) },
          write,
        ),
      () =>
        s.writer.patch(
          s.of('booking'),
          visit.id,
          visit.version,
          { customer: s.customer.id },
          write,
        ),
      () => s.writer.remove(s.of('customer'), doomed.id, 1, { purge: true }, write),
      () => order(s.vendor, 3),
      async () =>
        s.writer
          .patch(
            s.of('order'),
            (await order(other, 7)).id,
            1,
            { kind: 'service', lines: [{ title: 'y', quantity: 3, unit: eur(700), tax: 0 }] },
            write,
          )
          .catch(() => undefined),
      async () => s.go('order', await order(s.vendor, 2), 'cancelled', 'x'),
      async () =>
        s.go('order', await s.go('order', await order(other, 9), 'confirmed'), 'in_progress'),
      async () => {
        const stay = await s.book(hotel, 4, 3, { roomTypeCode: 'S' })
        await s.writer.patch(
          s.of('booking'),
          stay.id,
          stay.version,
          { checkIn: dayIn(6), checkOut: dayIn(8), rooms: 2 },
          write,
        )
      },
      async () => {
        const made = await s.make('customer', { name: 'C', email: `${unique()}@example.com` })
        await s.book(hotel, 1, 1, { roomTypeCode: 'S', customer: made.id })
      },
      async () => {
        const made = await s.make('customer', { name: 'D', email: `${unique()}@example.com` })
        await s.writer.remove(s.of('customer'), made.id, 1, { purge: false }, write)
        await s.writer.restore(s.of('customer'), made.id, 2, write)
      },
      async () => {
        const made = await s.make('customer', { name: 'E', email: `${unique()}@example.com` })
        await s.writer.remove(s.of('customer'), made.id, 1, { purge: true }, write)
      },
      async () => {
        const made = await s.make(
          'ticket',
          { subject: 'x', customer: s.customer.id, order: (await order(s.vendor, 1)).id },
          { breachedAt: `${dayIn(-2)}T08:00:00.000Z` },
        )
        await s.writer.patch(
          s.of('ticket'),
          made.id,
          made.version,
          { order: (await order(other, 1)).id },
          write,
        )
      },
    ]
    for (const step of steps) {
      await step()
      await expectSame()
    }
    await keepMetrics(s.db, s.model)
    await expectSame()
    expect(await checkMetrics(s.db, s.model, quiet)).toEqual({})
  })

  test('a change to a record that a metric depends on invalidates all days of that metric immediately', async () => {
    const before = await ask(everybody(), s.db, NOW)
    await s.go('hotel', closing, 'suspended', 'x')
    expect(await answeredFromDays(everybody())).toEqual(
      ALL.filter((name) => name !== 'bookings.occupancy'),
    )
    await expectSame()
    expect(await ask(everybody(), s.db, NOW)).not.toEqual(before)
    await keepMetrics(s.db, s.model)
    expect(await answeredFromDays(everybody())).toEqual(ALL)
    await expectSame()
  })

  test('wrong, missing and surplus days are found, reported and rebuilt', async () => {
    await s.db.query(
      "UPDATE metric_days SET value = value + 7 WHERE metric = 'orders.orders' AND part = 'at' AND day = $1",
      [dayIn(-5)],
    )
    await s.db.query("DELETE FROM metric_days WHERE metric = 'bookings.bookings' AND day = $1", [
      dayIn(2),
    ])
    await s.db.query(
      "INSERT INTO metric_days SELECT metric, part, scope, date '2020-01-01', by_id, currency, value, records FROM metric_days WHERE metric = 'payment-transactions.revenue' LIMIT 1",
    )
    await expect(expectSame()).rejects.toThrow()
    const said: string[] = []
    expect(await checkMetrics(s.db, s.model, { error: (text) => said.push(text) })).toEqual({
      'orders.orders': [dayIn(-5)],
      'bookings.bookings': [dayIn(2)],
      'payment-transactions.revenue': ['2020-01-01'],
    })
    expect(said.join()).toContain('orders.orders')
    expect(await metricsState(s.db.query)).toMatchObject({
      repairedDays: 3,
      repairedAt: expect.any(String),
      checkedAt: expect.any(String),
    })
    await expectSame()
    expect(await checkMetrics(s.db, s.model, quiet)).toEqual({})
  })

  test('report progress metric by metric while they are built or checked', async () => {
    const progress: [number, string][] = []
    const onProgress = (fraction: number, { metric }: { readonly metric: string }): void =>
      void progress.push([fraction, metric])
    const rises = (): void => {
      expect(progress.map(([fraction]) => fraction)).toEqual(
        progress.map(([fraction]) => fraction).sort((a, b) => a - b),
      )
      expect([progress[0]![0], progress.at(-1)![0]]).toEqual([0, 1])
      expect([...new Set(progress.map(([, metric]) => metric))].sort()).toEqual(ALL)
    }
    await checkMetrics(s.db, s.model, quiet, { onProgress })
    rises()
    progress.length = 0
    await forgetMetrics(s.db.query)
    await keepMetrics(s.db, s.model, { onProgress })
    rises()
    progress.length = 0
    await keepMetrics(s.db, s.model, { onProgress })
    expect(progress).toEqual([])
  })

  test('are not used for another time zone or an outdated definition, and are rebuilt', async () => {
    expect(await answeredFromDays(everybody(), 'Asia/Tokyo')).toEqual([])
    await s.db.query("UPDATE metric_states SET print = 'older' WHERE metric = 'orders.orders'")
    expect(await answeredFromDays(everybody())).toEqual(
      ALL.filter((name) => name !== 'orders.orders'),
    )
    await metricsKeeper(s.db, s.model)(new AbortController().signal)
    expect(await answeredFromDays(everybody())).toEqual(ALL)
    await forgetMetrics(s.db.query)
    expect(await answeredFromDays(everybody())).toEqual([])
    await expectSame()
    await keepMetrics(s.db, s.model)
  })

  // Entries of an entity without metrics.
  const manyEntries = () =>
    s.db.query(
      "INSERT INTO audit (channel, entity, record_id, version, action, patch) SELECT 'api', 'menu', gen_random_uuid(), 1, 'update', '{}' FROM generate_series(1, 1001)",
    )
  const snapshots = async () =>
    (
      await s.db.query<{ snapshot: string }>(
        'SELECT DISTINCT snapshot FROM metric_states WHERE metric = ANY($1) ORDER BY 1',
        [ALL],
      )
    ).rows.map((row) => row.snapshot)

  test('advance their snapshot when nothing relevant was written, so that checks stay short', async () => {
    await keepMetrics(s.db, s.model)
    const before = await snapshots()
    await keepMetrics(s.db, s.model)
    expect(await snapshots()).toEqual(before)
    await manyEntries()
    await keepMetrics(s.db, s.model)
    const after = await snapshots()
    expect(after).toHaveLength(1)
    expect(before).not.toContain(after[0])
    await order(other, 2)
    await expectSame()
    await keepMetrics(s.db, s.model)
    await expectSame()
  })

  test('do not count changes of the cluster that a backup was made on', async () => {
    await s.db.query(
      `INSERT INTO audit (channel, entity, record_id, version, action, patch, xid)
        SELECT channel, entity, record_id, version, action, patch, (xid::text::bigint + 1000000)::text::xid8 FROM audit`,
    )
    await keepMetrics(s.db, s.model)
    const list = allMetrics(s.model)
    const { rows } = await s.db.query<{ key: string; snapshot: string }>(
      'SELECT metric AS key, snapshot FROM metric_states',
    )
    const made = rows.map((row) => ({
      ...row,
      declared: list.find((d) => metricKey(d) === row.key)!,
    }))
    expect([...(await moved(s.db, s.model, made)).keys]).toEqual([])
    const text = touchedDays(
      everything(s.model),
      made[0]!.declared,
      `'${made[0]!.snapshot}'::pg_snapshot`,
      `'${ZONE}'`,
    )
    expect((await s.db.query(text)).rows).toEqual([])
    await order(s.vendor, 3)
    await expectSame()
  })

  test('are checked for staleness without scanning the whole audit log', async () => {
    await keepMetrics(s.db, s.model)
    for (let n = 0; n < 20; n++) await manyEntries()
    await keepMetrics(s.db, s.model)
    await s.db.query('ANALYZE audit')
    const { rows } = await s.db.query<{ metric: string; snapshot: string }>(
      'SELECT metric, snapshot FROM metric_states WHERE snapshot IS NOT NULL',
    )
    const made = allMetrics(s.model).flatMap((declared) => {
      const key = metricKey(declared)
      const state = rows.find(({ metric }) => metric === key)
      return state ? [{ declared, key, snapshot: state.snapshot }] : []
    })
    const read = await s.db.transaction(async (tx) => {
      const sum = async () =>
        (
          await tx.query<{ n: number }>(
            "SELECT seq_tup_read::int AS n FROM pg_stat_xact_user_tables WHERE relname = 'audit'",
          )
        ).rows[0]!.n
      const before = await sum()
      await moved(tx, s.model, made)
      return (await sum()) - before
    })
    expect(made.length).toBeGreaterThan(3)
    expect(read).toBe(0)
  })

  test.each([
    ['made', async () => {}],
    ['made and brought forward', async () => void (await manyEntries())],
  ])('include a transaction that was in progress when they were %s', async (_, first) => {
    const later = await order(other, 2)
    await keepMetrics(s.db, s.model)
    let finish = (): void => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    let slow: Promise<void> | undefined
    await new Promise<void>((written, failed) => {
      slow = s.db.transaction(async (tx) => {
        await s.writer.create(
          s.of('order'),
          {
            customer: s.customer.id,
            vendor: s.vendor.id,
            currency: 'EUR',
            lines: [{ title: 'x', quantity: 1, unit: eur(700), tax: 0 }],
          },
          { ...s.as(), set: { state: 'placed', placedAt: `${dayIn(-3)}T10:00:00.000Z` }, tx },
        )
        written()
        await held
      })
      slow.catch(failed)
    })
    await first()
    await keepMetrics(s.db, s.model)
    // The rollups include a later transaction but not the earlier one.
    await s.writer.patch(s.of('order'), later.id, later.version, { notes: 'later' }, s.as())
    await keepMetrics(s.db, s.model)
    finish()
    await slow
    await expectSame()
  })
  test('match the records under concurrent writers and several rollup processes', async () => {
    let going = true
    const keeping = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (going) await keepMetrics(s.db, s.model)
      }),
    )
    const reading = (async () => {
      while (going) await ask(everybody())
    })()
    await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        for (let n = 0; n < 6; n++) {
          const made = await order(n % 2 ? s.vendor : other, (i * 3 + n) % 25)
          if (n % 3 === 0) await s.go('order', made, 'cancelled', 'x')
          const stay = await s.book(hotel, (i + n) % 15, 1, { roomTypeCode: 'S' })
          await s.writer.patch(
            s.of('booking'),
            stay.id,
            stay.version,
            { checkIn: dayIn(((i + n) % 15) + 1), checkOut: dayIn(((i + n) % 15) + 2) },
            s.as(),
          )
        }
      }),
    )
    await expectSame()
    going = false
    await Promise.all([keeping, reading])
    await keepMetrics(s.db, s.model)
    await expectSame()
    expect(await checkMetrics(s.db, s.model, quiet)).toEqual({})
  }, 120_000)
})
