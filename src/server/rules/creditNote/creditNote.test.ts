import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, openStays, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import type { RecordData } from '../../store/types.ts'
import { taxIn, uncredited } from './issue.ts'

test('credit notes of a full refund add up to the whole tax, and none has negative tax', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 20 }),
      fc.nat({ max: 10_000 }),
      (parts, bps) => {
        const total = parts.reduce((sum, part) => sum + part, 0)
        const tax = Math.floor((total * bps) / 20_000)
        const noted = { total: 0, tax: 0 }
        for (const part of parts) {
          const share = taxIn(part, uncredited({ total, tax }, noted.total, noted))
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(part)
          noted.total += part
          noted.tax += share
        }
        expect(noted.tax).toBe(tax)
      },
    ),
  )
})

test('a line’s tax is capped by the tax left, and leaves no more tax than the remainder can hold', () => {
  expect(taxIn(100, { total: 300, tax: 50 }, 23)).toBe(23)
  expect(taxIn(100, { total: 300, tax: 9 }, 23)).toBe(9)
  expect(taxIn(100, { total: 110, tax: 27 }, 0)).toBe(17)
  expect(uncredited({ total: 300, tax: 60 }, 100, { total: 0, tax: 0 })).toEqual({
    total: 200,
    tax: 40,
  })
})

describe('a credit note', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())

  /** A paid order of 100 € and 23 % tax, and its payment. */
  const paid = async (): Promise<{ order: RecordData; payment: RecordData }> => {
    const order = await s.make(
      'order',
      {
        customer: s.customer.id,
        vendor: s.vendor.id,
        currency: 'EUR',
        lines: [{ title: 'Work', quantity: 1, unit: eur(10_000), tax: 2300 }],
      },
      { state: 'placed' },
    )
    const payment = await s.make('paymentTransaction', {
      kind: 'capture',
      method: 'cash',
      order: order.id,
      amount: eur(12_300),
    })
    const sent = await s.go('paymentTransaction', payment, 'processing')
    return { order, payment: await s.go('paymentTransaction', sent, 'succeeded') }
  }
  const refund = async (payment: RecordData, amount: number) => {
    const { rows } = await s.db.query<{ version: number }>(
      'SELECT version FROM payment_transactions WHERE id = $1',
      [payment.id],
    )
    return s.writer.act(
      s.of('paymentTransaction'),
      { id: payment.id, version: Number(rows[0]!.version) },
      'refund',
      { amount: eur(amount), reason: 'Not as agreed' },
      s.as(),
    )
  }
  const notesOf = async (order: RecordData) =>
    (
      await s.db.query<Record<string, unknown> & { number: string; id: string; version: number }>(
        'SELECT * FROM credit_notes WHERE "order" = $1 ORDER BY number',
        [order.id],
      )
    ).rows

  test('is issued with each refund, with its share of the tax and the next number', async () => {
    const { order, payment } = await paid()
    expect(await notesOf(order)).toEqual([])
    await refund(payment, 4100)
    await refund(payment, 8200)
    const notes = await notesOf(order)
    expect(notes).toMatchObject([
      {
        number: expect.stringMatching(/^CN-2026-\d{6}$/),
        customer: s.customer.id,
        total_amount: 4100,
        tax_amount: 767,
        issued_on: '2026-06-10',
        reason: 'Not as agreed',
      },
      { total_amount: 8200, tax_amount: 1533 },
    ])
    const [first, second] = notes.map(({ number }) => Number(number.slice(-6)))
    expect(second).toBe(first! + 1)
  })

  test('uses no number when the refund is refused', async () => {
    const { order, payment } = await paid()
    expect(await problemOf(refund(payment, 12_301))).toMatchObject({ status: 409 })
    await refund(payment, 100)
    const last = async () => Number((await notesOf(order)).at(-1)!.number.slice(-6))
    const before = await last()
    expect(await problemOf(refund(payment, 12_300))).toMatchObject({ status: 409 })
    await refund(payment, 100)
    expect(await last()).toBe(before + 1)
  })

  test('cannot be changed once issued', async () => {
    const { order, payment } = await paid()
    await refund(payment, 100)
    const [note] = await notesOf(order)
    // Thrown before the database is asked, and so not by a promise.
    const change = async () =>
      s.writer.patch(s.of('creditNote'), note!.id, Number(note!.version), { reason: 'x' }, s.as())
    expect(await problemOf(change())).toMatchObject({ status: 405, code: 'append_only' })
    expect(await notesOf(order)).toEqual([note])
  })
})
