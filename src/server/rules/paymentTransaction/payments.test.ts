import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, openStays, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'
import { SYSTEM_JOB, type RunningJob } from '../../jobs/types.ts'
import { refundJob } from './refundJob.ts'

describe('payments and refunds of a record', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())
  const stored = async (table: string, id: string) =>
    (await s.db.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE id = $1`, [id]))
      .rows[0]!
  const act = async (
    entity: string,
    { id }: RecordData,
    action: string,
    input: object,
    as = s.as(),
  ) => {
    const { version } = await stored(s.of(entity).table, id)
    return s.writer.act(s.of(entity), { id, version: Number(version) }, action, input, as)
  }
  const prefill = (entity: string, { id }: RecordData, action: string, as = s.as()) =>
    s.writer.preview(s.of(entity), id, `prefill.${action}`, as, {})
  const cash = (amount: number, currency = 'EUR') => ({
    amount: { amount, currency },
    method: 'cash',
  })

  test('a booking can be paid in parts, but not above the amount due or in another currency', async () => {
    const booking = await s.book(await s.hotel(), 1, 2)
    expect(await prefill('booking', booking, 'pay')).toEqual({
      amount: booking.total,
      method: 'card',
    })
    expect(await problemOf(act('booking', booking, 'pay', cash(1_000_000)))).toMatchObject({
      code: 'overpaid',
      errors: [expect.objectContaining({ path: 'amount' })],
    })
    expect(await problemOf(act('booking', booking, 'pay', cash(100, 'USD')))).toMatchObject({
      status: 422,
    })
    await act('booking', booking, 'pay', cash(5000))
    expect(await stored('bookings', booking.id)).toMatchObject({
      paid_amount: 5000,
      due_amount: Number((booking.total as { amount: number }).amount) - 5000,
      payment_state: 'partial',
    })
    await act('booking', booking, 'pay', { method: 'cash' })
    expect(await stored('bookings', booking.id)).toMatchObject({
      due_amount: 0,
      payment_state: 'paid',
    })
    expect(await problemOf(act('booking', booking, 'pay', cash(1)))).toMatchObject({ code: 'paid' })
  })

  test('a manual payment requires permission to write the ledger, and a refund permission to refund', async () => {
    const booking = await s.book(await s.hotel(), 1, 2)
    const front = s.as([{ allow: ['booking.*'], deny: [] }])
    expect(await prefill('booking', booking, 'pay', front)).toMatchObject({ method: 'online' })
    expect(await problemOf(act('booking', booking, 'pay', cash(100), front))).toMatchObject({
      status: 403,
    })
    await act('booking', booking, 'pay', cash(100))
    const back = { amount: eur(100), reason: 'Too late' }
    expect(await problemOf(act('booking', booking, 'refund', back, front))).toMatchObject({
      status: 403,
    })
    expect(
      await problemOf(
        prefill('booking', booking, 'pay', s.as([{ allow: ['booking.read'], deny: [] }])),
      ),
    ).toMatchObject({ status: 403 })
  })

  test('a cancelled booking refunds the paid amount less the fee, across several payments', async () => {
    const hotel = await s.hotel({
      refundRules: [{ daysBefore: 3, fee: { kind: 'percent', bps: 5000 } }],
    })
    const booking = await s.book(hotel, 1, 2)
    const total = (booking.total as { amount: number }).amount
    await act('booking', booking, 'pay', cash(1000))
    await act('booking', booking, 'pay', { method: 'cash' })
    const { version } = await stored('bookings', booking.id)
    await s.go('booking', { ...booking, version: Number(version) }, 'cancelled', 'Ill')
    const left = total / 2
    expect(await stored('bookings', booking.id)).toMatchObject({ refundable_amount: left })
    expect(await prefill('booking', booking, 'refund')).toEqual({
      amount: eur(left),
      reason: 'Ill',
    })
    expect(
      await problemOf(act('booking', booking, 'refund', { amount: eur(left + 1), reason: 'x' })),
    ).toMatchObject({ code: 'over_refund' })
    await act('booking', booking, 'refund', { amount: eur(left), reason: 'Ill' })
    expect(await stored('bookings', booking.id)).toMatchObject({
      refunded_amount: left,
      refundable_amount: 0,
      payment_state: 'partially_refunded',
    })
    const { rows } = await s.db.query<{ refund_state: string | null }>(
      "SELECT refund_state FROM payment_transactions WHERE booking = $1 AND kind = 'capture' ORDER BY created_at",
      [booking.id],
    )
    expect(rows.some(({ refund_state }) => refund_state === 'partially_refunded')).toBe(true)
  })

  test('a refund whose response was lost cannot be cancelled, and is retried as the same refund', async () => {
    const order = await s.make(
      'order',
      {
        customer: s.customer.id,
        vendor: s.vendor.id,
        currency: 'EUR',
        lines: [{ title: 'Work', quantity: 1, unit: eur(5000), tax: 0 }],
      },
      { state: 'placed' },
    )
    const payment = await s.make(
      'paymentTransaction',
      { kind: 'capture', method: 'card', amount: eur(5000), order: order.id },
      { providerReference: 'paid' },
    )
    const entry = s.of('paymentTransaction')
    const go = async (id: string, to: string) =>
      s.writer.transition(
        entry,
        { id, version: Number((await stored(entry.table, id)).version) },
        to,
        undefined,
        s.as(),
      )
    await go(payment.id, 'processing')
    await go(payment.id, 'succeeded')
    const { result } = await act('paymentTransaction', payment, 'refund', {
      amount: eur(2000),
      reason: 'x',
    })
    const { transaction: id, state } = result as { transaction: string; state: string }
    expect(state).toBe('pending')
    const keys: string[] = []
    const run = refundJob({
      ...s,
      gateway: {
        name: 'far',
        createCheckout: () => Promise.reject(new Error('unused')),
        parseWebhook: () => undefined,
        charge: () => Promise.reject(new Error('unused')),
        async refund({ key }) {
          keys.push(key)
          if (keys.length === 1) throw new Error('The response was lost')
          return { reference: 'back' }
        },
      },
    })
    const job: RunningJob = {
      id: 'job',
      payload: { transaction: id },
      actor: SYSTEM_JOB,
      attempt: 1,
      saved: null,
      signal: new AbortController().signal,
      progress: async () => {},
      save: async () => {},
      afterEnd: () => {},
    }
    await expect(run(job)).rejects.toThrow('The response was lost')
    expect(await problemOf(go(id, 'cancelled'))).toMatchObject({ status: 409 })
    expect(await run(job)).toEqual({ refunded: true })
    expect(keys).toEqual([id, id])
    expect(await stored(entry.table, id)).toMatchObject({
      state: 'succeeded',
      provider_reference: 'back',
    })
    expect(await run(job)).toEqual({ refunded: false })
    expect(keys).toHaveLength(2)
  })
})
