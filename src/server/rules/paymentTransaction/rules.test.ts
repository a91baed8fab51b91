import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, NOW, openStays, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'
import type { Json } from '#model/types.ts'
import type { RuleBook, RuleContext } from '../../store/write/rules.ts'
import { rules } from '../index.ts'

describe('the payment ledger', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())
  const order = (amount = 10_000) =>
    s.make(
      'order',
      {
        customer: s.customer.id,
        vendor: s.vendor.id,
        currency: 'EUR',
        lines: [{ title: 'Work', quantity: 1, unit: eur(amount), tax: 0 }],
      },
      { state: 'placed' },
    )
  const payment = (of: RecordData, amount: number, more: object = {}) =>
    s.make('paymentTransaction', {
      kind: 'capture',
      method: 'cash',
      order: of.id,
      amount: eur(amount),
      ...more,
    })
  const take = async (of: RecordData, amount: number) =>
    s.go(
      'paymentTransaction',
      await s.go('paymentTransaction', await payment(of, amount), 'processing'),
      'succeeded',
    )
  const now = async (table: string, id: string) =>
    (await s.db.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE id = $1`, [id]))
      .rows[0]!
  const refundSeen = (of: RecordData, version: number, amount: number, as = s.as()) =>
    s.writer.act(
      s.of('paymentTransaction'),
      { id: of.id, version },
      'refund',
      { amount: eur(amount), reason: 'Not as agreed' },
      as,
    )
  const refund = async (of: RecordData, amount: number, as = s.as()) =>
    refundSeen(of, Number((await now('payment_transactions', of.id)).version), amount, as)

  test('assigns payment numbers and records when money was received', async () => {
    const made = await payment(await order(), 100)
    expect(made).toMatchObject({
      number: expect.stringMatching(/^PAY-\d{6}$/),
      processedAt: null,
      state: 'pending',
    })
    expect(
      await s.go(
        'paymentTransaction',
        await s.go('paymentTransaction', made, 'processing'),
        'succeeded',
      ),
    ).toMatchObject({ processedAt: NOW.toISOString() })
  })
  test('updates the paid amount, payment state and commission of an order', async () => {
    const o = await order()
    const first = await take(o, 4000)
    expect(await now('orders', o.id)).toMatchObject({ paid_amount: 4000, payment_state: 'partial' })
    const second = await take(o, 6000)
    expect(await now('orders', o.id)).toMatchObject({ paid_amount: 10_000, payment_state: 'paid' })
    const share = async () => Number((await now('orders', o.id)).commission_amount)
    const whole = await share()
    expect(whole).toBeGreaterThan(0)
    await refund(first, 1000)
    expect(await now('orders', o.id)).toMatchObject({
      paid_amount: 9000,
      payment_state: 'partially_refunded',
    })
    expect(Math.abs((await share()) - whole * 0.9)).toBeLessThanOrEqual(1)
    const { version } = await now('orders', o.id)
    await s.writer.patch(s.of('order'), o.id, Number(version), { notes: 'Thanks' }, s.as())
    expect(Math.abs((await share()) - whole * 0.9)).toBeLessThanOrEqual(1)
    await refund(first, 3000)
    await refund(second, 6000)
    expect(await now('orders', o.id)).toMatchObject({
      paid_amount: 0,
      payment_state: 'refunded',
      commission_amount: 0,
    })
  })
  test('updates the paid amount of a booking, and refuses an overpayment', async () => {
    const booking = await s.book(await s.hotel(), 1, 2)
    const made = await s.make('paymentTransaction', {
      kind: 'capture',
      method: 'bank',
      booking: booking.id,
      amount: eur(5000),
    })
    await s.go(
      'paymentTransaction',
      await s.go('paymentTransaction', made, 'processing'),
      'succeeded',
    )
    expect(await now('bookings', booking.id)).toMatchObject({ paid_amount: 5000 })
    expect(
      await problemOf(s.make('paymentTransaction', { booking: booking.id, amount: eur(15_001) })),
    ).toMatchObject({ code: 'overpaid' })
  })
  test('an edit of other fields keeps the paid amount; an edit of the total is checked against payments', async () => {
    const booking = await s.book(await s.hotel(), 1, 2)
    const made = await s.make('paymentTransaction', {
      kind: 'capture',
      method: 'bank',
      booking: booking.id,
      amount: eur(5000),
    })
    await s.go(
      'paymentTransaction',
      await s.go('paymentTransaction', made, 'processing'),
      'succeeded',
    )
    const o = await order()
    await take(o, 4000)
    const patch = async (entity: string, table: string, id: string, body: object) =>
      s.writer.patch(s.of(entity), id, Number((await now(table, id)).version), body, s.as())
    expect(await patch('booking', 'bookings', booking.id, { notes: 'Late' })).toMatchObject({
      notes: 'Late',
      total: eur(20_000),
      paid: eur(5000),
    })
    expect(await patch('order', 'orders', o.id, { notes: 'Late' })).toMatchObject({
      notes: 'Late',
      total: eur(10_000),
      paid: eur(4000),
      paymentState: 'partial',
    })
    expect(
      await patch('booking', 'bookings', booking.id, {
        extras: [{ label: 'Bike', quantity: 1, unit: eur(100) }],
      }),
    ).toMatchObject({ total: eur(20_100), paid: eur(5000) })
    expect(
      await patch('order', 'orders', o.id, {
        lines: [{ title: 'Work', quantity: 1, unit: eur(4000), tax: 0 }],
      }),
    ).toMatchObject({ total: eur(4000), paid: eur(4000), paymentState: 'paid' })
  })
  test('requires one subject, its currency and a positive amount', async () => {
    const o = await order()
    expect(await problemOf(s.make('paymentTransaction', { amount: eur(1) }))).toMatchObject({
      status: 422,
    })
    expect(
      await problemOf(
        s.make('paymentTransaction', { amount: { amount: 1, currency: 'USD' }, order: o.id }),
      ),
    ).toMatchObject({ status: 422, errors: [{ path: 'amount' }] })
    expect(await problemOf(payment(o, 0))).toMatchObject({
      status: 422,
      errors: [{ path: 'amount.amount' }],
    })
  })
  test('rejects more than is due, and payments for an order that is not placed', async () => {
    const o = await order()
    expect(await problemOf(payment(o, 10_001))).toMatchObject({
      status: 409,
      code: 'overpaid',
      detail: expect.stringContaining('Only €100.00 of order'),
    })
    const [one, two] = [await payment(o, 6000), await payment(o, 6000)]
    await s.go('paymentTransaction', one, 'processing')
    expect(await problemOf(s.go('paymentTransaction', two, 'processing'))).toMatchObject({
      status: 409,
      code: 'overpaid',
      detail: expect.stringContaining('€40.00'),
    })
    const draft = await s.make('order', {
      customer: s.customer.id,
      vendor: s.vendor.id,
      currency: 'EUR',
      lines: [{ title: 'Work', quantity: 1, unit: eur(1), tax: 0 }],
    })
    expect(await problemOf(payment(draft, 1))).toMatchObject({ status: 409, code: 'not_payable' })
  })
  test('refunds at most the amount received, and previews what is left', async () => {
    const paid = await take(await order(), 5000)
    const left = () => s.writer.preview(s.of('paymentTransaction'), paid.id, 'refundable', s.as())
    expect(await left()).toEqual({ refundable: eur(5000) })
    const { result } = await refund(paid, 2000)
    expect(result).toMatchObject({ state: 'succeeded' })
    expect(await left()).toEqual({ refundable: eur(3000) })
    expect(await problemOf(refund(paid, 3001))).toMatchObject({
      status: 409,
      code: 'over_refund',
      detail: expect.stringContaining('€30.00'),
    })
    const rows = (
      await s.db.query('SELECT state, note FROM payment_transactions WHERE parent = $1', [paid.id])
    ).rows
    expect(rows).toEqual([{ state: 'succeeded', note: 'Not as agreed' }])
  })
  test('a repeated refund, or one based on an outdated version, is rejected', async () => {
    const paid = await take(await order(), 5000)
    const { record } = await refundSeen(paid, paid.version, 2000)
    // The refund as such, when it is sent, and the action.
    expect(record.version).toBe(paid.version + 3)
    expect(await problemOf(refundSeen(paid, paid.version, 2000))).toMatchObject({
      status: 412,
      code: 'stale_version',
    })
    expect(
      (
        await s.db.query(
          'SELECT sum(amount_amount)::int AS sum FROM payment_transactions WHERE parent = $1',
          [paid.id],
        )
      ).rows,
    ).toEqual([{ sum: 2000 }])
    expect(
      (
        await s.db.query(
          'SELECT action, reason FROM audit WHERE record_id = $1 ORDER BY seq DESC LIMIT 1',
          [paid.id],
        )
      ).rows,
    ).toEqual([{ action: 'refund', reason: 'Not as agreed' }])
  })
  test('requires approval for refunds above the limit, also when entered manually or in parts', async () => {
    const o = await order(300_000)
    const paid = await take(o, 300_000)
    const person = s.as([{ allow: ['*'], deny: [] }])
    const byHand = (amount: number) =>
      s.writer.create(
        s.of('paymentTransaction'),
        { kind: 'refund', method: 'cash', amount: eur(amount), parent: paid.id, order: o.id },
        person,
      )
    const held = { status: 409, code: 'approval_needed' }
    expect(await problemOf(byHand(100_001))).toMatchObject(held)
    expect(await problemOf(refund(paid, 100_001, person))).toMatchObject(held)
    expect(await byHand(60_000)).toMatchObject({ state: 'pending' })
    // In parts it is as large as at once.
    expect(await problemOf(byHand(40_001))).toMatchObject(held)
    expect(await problemOf(refund(paid, 40_001, person))).toMatchObject(held)
    await refund(paid, 40_000, person)
  })
  test('counts refunds of several payments of one order together towards the approval', async () => {
    const o = await order(180_000)
    const [first, second] = [await take(o, 90_000), await take(o, 90_000)]
    const person = s.as([{ allow: ['*'], deny: [] }])
    await refund(first, 90_000, person)
    const held = { status: 409, code: 'approval_needed' }
    expect(await problemOf(refund(second, 90_000, person))).toMatchObject(held)
    const byHand = s.writer.create(
      s.of('paymentTransaction'),
      { kind: 'refund', method: 'cash', amount: eur(10_001), parent: second.id, order: o.id },
      person,
    )
    expect(await problemOf(byHand)).toMatchObject(held)
    await refund(second, 10_000, person)
  })
  test('refunds only received payments, with the permission, and for the same order and currency', async () => {
    const o = await order()
    const pending = await payment(o, 100)
    expect(await problemOf(refund(pending, 1))).toMatchObject({
      status: 409,
      code: 'illegal_action',
    })
    const paid = await take(o, 100)
    expect(
      await problemOf(
        refund(paid, 1, s.as([{ allow: ['*'], deny: ['paymentTransaction.refund'] }])),
      ),
    ).toMatchObject({ status: 403 })
    const byHand = (more: object, as = s.as()) =>
      s.writer.create(
        s.of('paymentTransaction'),
        { kind: 'refund', method: 'cash', amount: eur(1), parent: paid.id, order: o.id, ...more },
        as,
      )
    expect(
      await problemOf(byHand({}, s.as([{ allow: ['*'], deny: ['paymentTransaction.refund'] }]))),
    ).toMatchObject({ status: 403 })
    expect(await problemOf(byHand({ order: (await order()).id }))).toMatchObject({
      status: 422,
      errors: [{ path: 'order' }],
    })
    expect(await problemOf(byHand({ parent: pending.id }))).toMatchObject({
      status: 409,
      code: 'not_refundable',
    })
    expect(await problemOf(byHand({ amount: { amount: 1, currency: 'USD' } }))).toMatchObject({
      status: 422,
      errors: [{ path: 'amount' }],
    })
    expect(await byHand({})).toMatchObject({ state: 'pending' })
  })
  test('rejects edits of entries', async () => {
    const made = await payment(await order(), 100)
    expect(
      await problemOf(
        Promise.resolve().then(() =>
          s.writer.patch(s.of('paymentTransaction'), made.id, 1, { note: 'x' }, s.as()),
        ),
      ),
    ).toMatchObject({ status: 405 })
  })
})

describe('immutable fields of a payment', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())

  test('cannot be changed by an import or another rule', async () => {
    const order = await s.make(
      'order',
      {
        customer: s.customer.id,
        vendor: s.vendor.id,
        currency: 'EUR',
        lines: [{ title: 'Work', quantity: 1, unit: eur(10_000), tax: 0 }],
      },
      { state: 'placed' },
    )
    const made = await s.make(
      'paymentTransaction',
      { kind: 'capture', method: 'card', order: order.id, amount: eur(100) },
      { providerReference: 'ch_1' },
    )
    for (const [options, code] of [
      [{}, 'append_only'],
      [{ history: true }, 'exists'],
    ] as const) {
      const { rows } = await s.writer.importRows(
        s.of('paymentTransaction'),
        [{ row: 1, data: { providerReference: 'ch_1', amount: eur(9_999) } }],
        { mode: 'partial', upsertBy: 'providerReference', ...options },
        s.as(),
      )
      expect(rows[0]).toMatchObject({ outcome: 'refused', errors: [{ code }] })
    }
    const book: RuleBook = rules
    const change = (values: Readonly<Record<string, Json>>) =>
      Promise.resolve(
        book.paymentTransaction?.beforeWrite?.(
          {
            kind: 'update',
            before: made,
            after: { ...made, ...values },
            changed: new Set(Object.keys(values)),
          },
          {} as RuleContext,
        ),
      )
    const rewritten: readonly Readonly<Record<string, Json>>[] = [
      { amount: eur(9_999) },
      { amount: { amount: 100, currency: 'USD' } },
      { kind: 'refund' },
      { method: 'cash' },
      { parent: made.id },
      { order: null },
      { booking: made.id },
      { invoice: made.id },
      { providerReference: 'ch_2' },
    ]
    for (const values of rewritten) {
      expect(await problemOf(change(values)), JSON.stringify(values)).toMatchObject({
        status: 409,
        code: 'ledger',
        errors: [{ path: Object.keys(values)[0] }],
      })
    }
    expect(
      (
        await s.db.query(
          'SELECT amount_amount::int AS amount FROM payment_transactions WHERE id = $1',
          [made.id],
        )
      ).rows,
    ).toEqual([{ amount: 100 }])
  })
})

describe('concurrent writes to the ledger on PostgreSQL', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())

  test('thirty concurrent refunds never exceed the amount received', async () => {
    for (const make of ['act', 'create'] as const) {
      const order = await s.make(
        'order',
        {
          customer: s.customer.id,
          vendor: s.vendor.id,
          currency: 'EUR',
          lines: [{ title: 'Work', quantity: 1, unit: eur(1000), tax: 0 }],
        },
        { state: 'placed' },
      )
      let paid = await s.make('paymentTransaction', {
        kind: 'capture',
        method: 'bank',
        order: order.id,
        amount: eur(1000),
      })
      for (const state of ['processing', 'succeeded']) {
        paid = await s.go('paymentTransaction', paid, state)
      }
      // On a conflict with a faster process, reads again and continues.
      const act = async (): Promise<unknown> => {
        const { rows } = await s.db.query<{ version: number }>(
          'SELECT version FROM payment_transactions WHERE id = $1',
          [paid.id],
        )
        try {
          return await s.writer.act(
            s.of('paymentTransaction'),
            { id: paid.id, version: Number(rows[0]!.version) },
            'refund',
            { amount: eur(150), reason: 'x' },
            s.as(),
          )
        } catch (error) {
          if ((error as { status?: number }).status !== 412) throw error
          return act()
        }
      }
      const one = () =>
        make === 'act'
          ? act()
          : s.make('paymentTransaction', {
              kind: 'refund',
              method: 'cash',
              parent: paid.id,
              order: order.id,
              amount: eur(150),
            })
      const responses = await Promise.allSettled(Array.from({ length: 30 }, one))
      expect(responses.filter((a) => a.status === 'fulfilled')).toHaveLength(6)
      expect(
        responses.flatMap((a) =>
          a.status === 'rejected' ? [(a.reason as { code?: string }).code] : [],
        ),
      ).toEqual(Array.from({ length: 24 }, () => 'over_refund'))
      const { rows } = await s.db.query<{ sum: number }>(
        'SELECT sum(amount_amount)::int AS sum FROM payment_transactions WHERE parent = $1',
        [paid.id],
      )
      expect(rows[0]!.sum).toBe(900)
    }
  })
  test('an order agrees with the ledger after concurrent payments and refunds', async () => {
    const order = await s.make(
      'order',
      {
        customer: s.customer.id,
        vendor: s.vendor.id,
        currency: 'EUR',
        lines: [{ title: 'Work', quantity: 1, unit: eur(10_000), tax: 0 }],
      },
      { state: 'placed' },
    )
    const pay = async () => {
      let made = await s.make('paymentTransaction', {
        kind: 'capture',
        method: 'cash',
        order: order.id,
        amount: eur(1000),
      })
      for (const state of ['processing', 'succeeded']) {
        made = await s.go('paymentTransaction', made, state)
      }
      await s.writer.act(
        s.of('paymentTransaction'),
        made,
        'refund',
        { amount: eur(400), reason: 'x' },
        s.as(),
      )
    }
    await Promise.all(Array.from({ length: 10 }, pay))
    const { rows } = await s.db.query(
      'SELECT paid_amount, payment_state FROM orders WHERE id = $1',
      [order.id],
    )
    expect(rows).toEqual([{ paid_amount: 6000, payment_state: 'partially_refunded' }])
  })
  test('accepts one of thirty concurrent payments of the same amount due', async () => {
    const order = await s.make(
      'order',
      {
        customer: s.customer.id,
        vendor: s.vendor.id,
        currency: 'EUR',
        lines: [{ title: 'Work', quantity: 1, unit: eur(1000), tax: 0 }],
      },
      { state: 'placed' },
    )
    const made = await Promise.all(
      Array.from({ length: 30 }, () =>
        s.make('paymentTransaction', {
          kind: 'capture',
          method: 'card',
          order: order.id,
          amount: eur(1000),
        }),
      ),
    )
    const responses = await Promise.allSettled(
      made.map((m) => s.go('paymentTransaction', m, 'processing')),
    )
    expect(responses.filter((a) => a.status === 'fulfilled')).toHaveLength(1)
  })
})
