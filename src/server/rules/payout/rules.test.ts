import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dayIn, eur, openStays, TODAY, unique, type Stays } from '#tests/support/stays.ts'
import { pdfTexts } from '#tests/support/pdfTexts.ts'
import { patience, rounds, runs } from '#tests/support/runs.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'
import { Problem } from '../../base/problem.ts'
import { changeOf, shareOfOrder, shareOfStay } from './share.ts'

vi.setConfig({ testTimeout: patience(300_000) })

const CURRENCIES = ['EUR', 'USD'] as const
type Currency = (typeof CURRENCIES)[number]

describe('vendor shares', () => {
  const costs = { fees: 30, advance: 0 }
  const sums = { subtotal: eur(10_000), discount: eur(1_000), total: eur(11_070) }
  test('a completed order earns what was paid less its commission and fees', () => {
    const order = { state: 'completed', kind: 'service', paid: eur(11_070), ...sums } as const
    expect(shareOfOrder(order, 1500, costs)).toEqual({
      received: 11_070,
      commission: 1_350,
      fees: 30,
      advance: 0,
      amount: 9_690,
    })
    expect(shareOfOrder({ ...order, paid: eur(5_535) }, 1500, costs).commission).toBe(675)
    expect(shareOfOrder({ ...order, state: 'in_progress' }, 1500, costs).amount).toBe(0)
    expect(shareOfOrder({ ...order, state: 'cancelled' }, 1500, costs)).toMatchObject({
      received: 0,
      commission: 0,
      amount: -30,
    })
  })
  test('a cancelled stay earns at most its cancellation fee, and a finished stay what was paid, less costs', () => {
    const stay = { state: 'checked_out', paid: eur(9_000), cancellationFee: null } as const
    expect(shareOfStay(stay, 1000, costs).amount).toBe(8_070)
    const cancelled = { ...stay, state: 'cancelled', cancellationFee: eur(2_000) } as const
    expect(shareOfStay(cancelled, 1000, costs)).toMatchObject({ received: 2_000, amount: 1_770 })
    expect(shareOfStay({ ...stay, state: 'confirmed' }, 1000, costs).received).toBe(0)
  })
  test('only the change since the last share is entered', () => {
    const share = shareOfStay(
      { state: 'checked_out', paid: eur(100), cancellationFee: null },
      0,
      costs,
    )
    expect(changeOf(share, share)).toBeUndefined()
    expect(changeOf(share, { ...share, received: 60, amount: 30 })).toMatchObject({
      received: 40,
      fees: 0,
      amount: 40,
    })
  })
})

describe('payouts', () => {
  let s: Stays
  let vendors: RecordData[]
  beforeAll(async () => {
    s = await openStays()
    vendors = []
    for (const commission of [1500, 333]) {
      vendors.push(
        await s.make(
          'vendor',
          { displayName: unique(), legalName: 'Brio Lda', commission },
          { state: 'approved' },
        ),
      )
    }
  }, 120_000)
  afterAll(() => s?.db.close())

  const now = async (entity: string, id: string): Promise<RecordData> => {
    const { table } = s.of(entity)
    const { rows } = await s.db.query<{ id: string; version: number }>(
      `SELECT * FROM "${table}" WHERE id = $1`,
      [id],
    )
    return rows[0]! as never
  }
  const go = async (entity: string, id: string, to: string, reason?: string) =>
    s.go(entity, await now(entity, id), to, reason)
  const act = async (entity: string, id: string, action: string, input: object) =>
    s.writer.act(
      s.of(entity),
      { id, version: (await now(entity, id)).version },
      action,
      input,
      s.as(),
    )
  const order = (vendor: RecordData, amount: number, currency: Currency = 'EUR') =>
    s.make(
      'order',
      {
        customer: s.customer.id,
        vendor: vendor.id,
        currency,
        lines: [{ title: 'Work', quantity: 1, unit: { amount, currency }, tax: 700 }],
      },
      { state: 'in_progress' },
    )
  const stay = async (vendor: RecordData, currency: Currency = 'EUR') => {
    const hotel = await s.hotel({ vendor: vendor.id })
    const rate = { nightlyRate: { amount: 10_001, currency } }
    const made = await s.book(hotel, -1, 2, rate)
    return go('booking', made.id, 'confirmed')
  }
  const cash = (entity: string, id: string, amount: number, currency: Currency) =>
    act(entity, id, 'pay', { amount: { amount, currency }, method: 'cash' })
  const payout = (vendor: RecordData, currency: Currency = 'EUR', periodEnd = TODAY) =>
    s.make('payout', { vendor: vendor.id, currency, periodEnd })
  const sum = async (sql: string, values: unknown[] = []): Promise<number> =>
    Number((await s.db.query<{ n: number | null }>(sql, values)).rows[0]!.n ?? 0)

  /**
   * What must hold per currency whatever happened: all that was received is commission, fee, advance
   * or a vendor's, and all of the vendors' is in exactly one payout or still open.
   */
  const balances = async (): Promise<void> => {
    const over = `('completed', 'checked_out', 'no_show')`
    for (const currency of CURRENCIES) {
      const kept = await sum(
        `SELECT sum(CASE t.kind WHEN 'capture' THEN t.amount_amount ELSE -t.amount_amount END) AS n
         FROM payment_transactions t LEFT JOIN orders o ON o.id = t."order" LEFT JOIN bookings b ON b.id = t.booking
         WHERE t.kind IN ('capture', 'refund') AND t.state = 'succeeded' AND t.amount_currency = $1
           AND coalesce(o.state, b.state) IN ${over}`,
        [currency],
      )
      const part = (name: string, where = 'true') =>
        sum(
          `SELECT sum(${name}_amount) AS n FROM vendor_entries WHERE amount_currency = $1 AND ${where}`,
          [currency],
        )
      expect(await part('received'), currency).toBe(kept)
      for (const [kind, name] of [
        ['fee', 'fees'],
        ['payout', 'advance'],
      ] as const) {
        const costs = await sum(
          `SELECT sum(t.amount_amount) AS n
           FROM payment_transactions t LEFT JOIN orders o ON o.id = t."order" LEFT JOIN bookings b ON b.id = t.booking
           WHERE t.kind = $2 AND t.state = 'succeeded' AND t.amount_currency = $1
             AND coalesce(o.state, b.state) IN ${over}`,
          [currency, kind],
        )
        expect(await part(name), `${name} ${currency}`).toBe(costs)
      }
      const shared = (await part('commission')) + (await part('fees')) + (await part('advance'))
      expect(shared + (await part('amount')), currency).toBe(kept)
      const paid = await sum(
        "SELECT sum(total_amount) AS n FROM payouts WHERE currency = $1 AND state <> 'cancelled'",
        [currency],
      )
      expect(paid + (await part('amount', 'payout IS NULL')), currency).toBe(await part('amount'))
    }
    const wrong = await s.db.query(
      `SELECT p.number FROM payouts p JOIN vendor_entries e ON e.payout = p.id GROUP BY p.id
       HAVING sum(e.amount_amount) <> p.total_amount OR count(*) <> p.entries OR p.state = 'cancelled'
         OR bool_or(e.vendor <> p.vendor OR e.amount_currency <> p.currency)`,
    )
    expect(wrong.rows).toEqual([])
  }

  test('pay the share of completed orders and stays once', async () => {
    const [vendor] = vendors as [RecordData]
    const one = await order(vendor, 10_000)
    await cash('order', one.id, 10_700, 'EUR')
    expect((await payout(vendor)).entries).toBe(0)
    await go('order', one.id, 'completed')
    const made = await payout(vendor)
    expect(made).toMatchObject({
      number: expect.stringMatching(/^PO-\d{6}$/),
      entries: 1,
      received: eur(10_700),
      commission: eur(1_500),
      total: eur(9_200),
      state: 'draft',
    })
    expect(await payout(vendor)).toMatchObject({ entries: 0, total: eur(0) })
    const stayed = await stay(vendor)
    await cash('booking', stayed.id, 20_000, 'EUR')
    await go('booking', stayed.id, 'checked_in')
    expect((await payout(vendor)).entries).toBe(0)
    await go('booking', stayed.id, 'checked_out')
    expect(await payout(vendor)).toMatchObject({
      entries: 1,
      received: eur(20_000),
      commission: eur(3_000),
      total: eur(17_000),
    })
    expect(await payout(vendor)).toMatchObject({ entries: 0, total: eur(0) })
    await balances()
  })
  test('deduct a later refund and its commission from the next payout', async () => {
    const [, vendor] = vendors as [RecordData, RecordData]
    const first = await order(vendor, 10_000)
    await cash('order', first.id, 10_700, 'EUR')
    await go('order', first.id, 'completed')
    await payout(vendor)
    await act('order', first.id, 'refund', { amount: eur(5_350), reason: 'Half was missing' })
    const owed = await payout(vendor)
    expect(owed).toMatchObject({ entries: 1, received: eur(-5_350), commission: eur(-166) })
    expect(await problemOf(go('payout', owed.id, 'approved'))).toMatchObject({
      status: 409,
      code: 'nothing_due',
    })
    await go('payout', owed.id, 'cancelled', 'Carried forward')
    const stayed = await stay(vendor)
    await cash('booking', stayed.id, 20_002, 'EUR')
    await go('booking', stayed.id, 'checked_in')
    await go('booking', stayed.id, 'checked_out')
    expect(await payout(vendor)).toMatchObject({
      entries: 2,
      received: eur(20_002 - 5_350),
      commission: eur(666 - 166),
      total: eur(20_002 - 5_350 - 666 + 166),
    })
    await balances()
  })
  test('use the commission of the hotel’s category, and a later rate change does not affect the stay', async () => {
    const vendor = await s.make('vendor', { displayName: unique(), legalName: 'V' })
    const category = await s.make('category', { name: 'C', slug: unique(), commission: 2000 })
    const hotel = await s.hotel({ vendor: vendor.id, category: category.id })
    const booked = await go('booking', (await s.book(hotel, -1, 1)).id, 'confirmed')
    await cash('booking', booked.id, 5_000, 'EUR')
    await go('booking', booked.id, 'checked_in')
    await go('booking', booked.id, 'checked_out')
    const lower = { commission: 100 }
    await s.writer.patch(s.of('category'), category.id, category.version, lower, s.as())
    await cash('booking', booked.id, 5_000, 'EUR')
    expect(await payout(vendor)).toMatchObject({ entries: 2, commission: eur(2_000) })
  })
  test('include entries until the end of the last day in the organisation’s time zone', async () => {
    const vendor = await s.make('vendor', { displayName: unique(), legalName: 'V' })
    const one = await order(vendor, 1_000)
    await cash('order', one.id, 1_070, 'EUR')
    await go('order', one.id, 'completed')
    expect((await payout(vendor, 'EUR', dayIn(-1))).entries).toBe(0)
    expect(await payout(vendor, 'EUR', TODAY)).toMatchObject({ entries: 1, periodStart: TODAY })
  })
  test('are prepared as one draft per currency, and refused for a vendor with nothing due', async () => {
    const vendor = await s.make(
      'vendor',
      { displayName: unique(), legalName: 'V' },
      { state: 'approved' },
    )
    const until = { until: TODAY }
    expect(await problemOf(act('vendor', vendor.id, 'preparePayout', until))).toMatchObject({
      code: 'nothing_due',
    })
    for (const currency of CURRENCIES) {
      const one = await order(vendor, 1_000, currency)
      await cash('order', one.id, 1_070, currency)
      await go('order', one.id, 'completed')
    }
    const { result } = await act('vendor', vendor.id, 'preparePayout', until)
    expect(result).toMatchObject({ payouts: [{ id: expect.any(String) }, {}] })
    await balances()
  })
  test('refuse a period that ends after today, and accept any earlier one', async () => {
    const vendor = await s.make(
      'vendor',
      { displayName: unique(), legalName: 'V' },
      { state: 'approved' },
    )
    const late = (path: string) => ({ status: 422, errors: [{ path, code: 'too_big' }] })
    for (const day of ['2026-06-11', '9999-12-31']) {
      expect(await problemOf(payout(vendor, 'EUR', day))).toMatchObject(late('periodEnd'))
      const prepared = act('vendor', vendor.id, 'preparePayout', { until: day })
      expect(await problemOf(prepared)).toMatchObject(late('until'))
    }
    const early = act('vendor', vendor.id, 'preparePayout', { until: '0001-01-01' })
    expect(await problemOf(early)).toMatchObject({ code: 'nothing_due' })
  })
  test('include earnings from before the ledger existed', async () => {
    const vendor = await s.make('vendor', { displayName: unique(), legalName: 'V' })
    const one = await order(vendor, 1_000)
    await cash('order', one.id, 1_070, 'EUR')
    await s.db.query("UPDATE orders SET state = 'completed' WHERE id = $1", [one.id])
    expect(await payout(vendor)).toMatchObject({ entries: 1, received: eur(1_070) })
    expect((await payout(vendor)).entries).toBe(0)
  })
  test('have a statement of entries and sums, for people who may read all of its fields', async () => {
    const address = { line: 'Rua 1', city: 'Lisboa', country: 'PT' }
    const vendor = await s.make('vendor', { displayName: '=1+1', legalName: 'Brio Lda', address })
    const one = await order(vendor, 100_000)
    await cash('order', one.id, 107_000, 'EUR')
    await go('order', one.id, 'completed')
    const { id, number } = await payout(vendor)
    const document = async (name: string, as = s.as()) =>
      (await s.writer.document(s.of('payout'), id, name, as)).bytes
    const csv = new TextDecoder().decode(await document('entries')).split('\r\n')
    expect(csv).toEqual([
      'payout,entry,date,currency,rate,received,commission,fees,advance,amount',
      `${number},Order ${one.number},${TODAY},EUR,15,1070.00,150.00,0.00,0.00,920.00`,
      `${number},total,,EUR,,1070.00,150.00,0.00,0.00,920.00`,
      '',
    ])
    const said = pdfTexts(await document('statement'))
      .map(({ text }) => text)
      .join('')
    for (const text of [`Extrato de pagamento ${number}`, 'Brio Lda', `Order ${one.number}`]) {
      expect(said).toContain(text)
    }
    const blind = s.as([{ allow: ['*'], deny: ['vendorEntry.field.commission.read'] }])
    const rows = { vendorEntry: { vendor: s.vendor.id } }
    const elsewhere = s.as([{ allow: ['*'], deny: [], rows }])
    for (const name of ['entries', 'statement']) {
      for (const as of [blind, elsewhere]) {
        expect(await problemOf(document(name, as))).toMatchObject({ status: 403 })
      }
    }
  })
  test('cannot be approved by one person alone, whatever their permissions', async () => {
    const vendor = await s.make('vendor', { displayName: unique(), legalName: 'V' })
    const one = await order(vendor, 1_000)
    await cash('order', one.id, 1_070, 'EUR')
    await go('order', one.id, 'completed')
    const { id } = await payout(vendor)
    for (const deny of [[], ['payout.override'], ['payout.approve', 'payout.override']]) {
      const alone = s.as([{ allow: ['*'], deny }])
      expect(
        await problemOf(s.go('payout', await now('payout', id), 'approved', undefined, alone)),
      ).toMatchObject({ status: 409, code: 'approval_needed' })
      expect((await now('payout', id)).state).toBe('draft')
    }
  })
  test('agree with their entries while orders are completed and refunded concurrently', async () => {
    const vendor = await s.make('vendor', { displayName: unique(), legalName: 'V' })
    for (let round = 0; round < rounds(4); round++) {
      const orders = await Promise.all([...'123456'].map(() => order(vendor, 1_000)))
      for (const { id } of orders) await cash('order', id, 1_070, 'EUR')
      const made = await Promise.allSettled([
        ...orders.map(({ id }) => go('order', id, 'completed')),
        ...[1, 2, 3].map(() => payout(vendor)),
      ])
      expect(made.flatMap((r) => (r.status === 'rejected' ? [r.reason] : []))).toEqual([])
      const refund = { amount: eur(70), reason: 'x' }
      await Promise.all([
        ...orders.map(({ id }) => act('order', id, 'refund', refund)),
        ...[1, 2, 3].map(() => payout(vendor)),
      ])
      await balances()
    }
  })
  test('neither create nor lose money over random concurrent writes', async () => {
    const step = fc.record({
      vendor: fc.nat(1),
      currency: fc.constantFrom(...CURRENCIES),
      amount: fc.integer({ min: 1, max: 20_000 }),
      what: fc.constantFrom(
        'order',
        'stay',
        'pay',
        'pay',
        'refund',
        'fee',
        'advance',
        'complete',
        'complete',
        'payout',
        'cancel',
        'settle',
      ),
      which: fc.nat(30),
    })
    type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
    const made: { entity: 'order' | 'booking'; id: string; currency: Currency }[] = []
    const payouts: string[] = []
    const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length]
    const cost = async (kind: 'fee' | 'payout', { which, amount }: Step) => {
      const one = pick(made, which)
      if (!one) return
      const entered = await s.make('paymentTransaction', {
        kind,
        method: 'manual',
        [one.entity]: one.id,
        amount: { amount: 1 + (amount % 50), currency: one.currency },
      })
      for (const to of ['processing', 'succeeded']) await go('paymentTransaction', entered.id, to)
    }
    const complete = async ({ which }: Step) => {
      const one = pick(made, which)
      if (one?.entity === 'order') await go('order', one.id, 'completed')
      if (one?.entity !== 'booking') return
      await go('booking', one.id, 'checked_in')
      await go('booking', one.id, 'checked_out')
    }
    const take = async (one: Step): Promise<void> => {
      const { vendor: n, currency, amount, what, which } = one
      const vendor = vendors[n]!
      const subject = pick(made, which)
      const id = pick(payouts, which)
      if (what === 'order' || what === 'stay') {
        const { id: made_ } = await (what === 'order'
          ? order(vendor, amount, currency)
          : stay(vendor, currency))
        made.push({ entity: what === 'order' ? 'order' : 'booking', id: made_, currency })
      } else if (what === 'fee') await cost('fee', one)
      else if (what === 'advance') await cost('payout', one)
      else if (what === 'complete') await complete(one)
      else if (what === 'payout') payouts.push((await payout(vendor, currency)).id)
      else if (what === 'pay' && subject) {
        await cash(subject.entity, subject.id, amount, subject.currency)
      } else if (what === 'refund' && subject) {
        const money = { amount, currency: subject.currency }
        await act(subject.entity, subject.id, 'refund', { amount: money, reason: 'x' })
      } else if (what === 'cancel' && id) await go('payout', id, 'cancelled', 'x')
      else if (what === 'settle' && id) {
        await go('payout', id, 'approved')
        await go('payout', id, 'paid')
      }
    }
    let done = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        for (let at = 0; at < steps.length; at += 5) {
          const results = await Promise.allSettled(steps.slice(at, at + 5).map(take))
          for (const result of results) {
            if (result.status === 'fulfilled') done++
            // Refused, or written by somebody else meanwhile.
            else if (!(result.reason instanceof Problem)) throw result.reason
            else if (result.reason.code === 'ledger') throw result.reason
          }
        }
        await balances()
      }),
      { ...runs(5), endOnFailure: true },
    )
    expect(done).toBeGreaterThan(30)
    expect(
      await sum('SELECT count(*) AS n FROM vendor_entries WHERE fees_amount > 0'),
    ).toBeGreaterThan(0)
    expect(await sum('SELECT count(*) AS n FROM vendor_entries')).toBeGreaterThan(5)
  })
})
