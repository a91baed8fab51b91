import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, NOW, openStays, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import { totalsOf } from './money.ts'

describe('line totals', () => {
  test('round the tax of each line half away from zero before adding lines up', () => {
    expect(
      totalsOf(
        [
          { quantity: 1, unit: eur(50), tax: 100 },
          { quantity: 1, unit: eur(50), tax: 100 },
        ],
        'EUR',
      ),
    ).toEqual({ subtotal: eur(100), discount: eur(0), tax: eur(2), total: eur(102) })
    expect(totalsOf([{ quantity: 1, unit: eur(-50), tax: 100 }], 'EUR').tax).toEqual(eur(-1))
  })
  test('subtract the discount before tax', () => {
    expect(
      totalsOf([{ quantity: 3, unit: eur(1000), discount: eur(500), tax: 2300 }], 'EUR'),
    ).toEqual({ subtotal: eur(3000), discount: eur(500), tax: eur(575), total: eur(3075) })
  })
})

describe('orders', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())
  const line = { title: 'Cleaning', quantity: 2, unit: eur(1000), tax: 2300 }
  const order = (more: object = {}, set?: Record<string, string>) =>
    s.make(
      'order',
      { customer: s.customer.id, vendor: s.vendor.id, currency: 'EUR', lines: [line], ...more },
      set,
    )
  const patch = (record: { id: string; version: number }, body: object) =>
    s.writer.patch(s.of('order'), record.id, record.version, body, s.as())

  test('get consecutive numbers and computed totals', async () => {
    const [first, second] = [await order(), await order()]
    expect(Number(String(second.number).slice(4))).toBe(Number(String(first.number).slice(4)) + 1)
    expect(first.number).toMatch(/^ORD-\d{6}$/)
    expect(first).toMatchObject({
      subtotal: eur(2000),
      discount: eur(0),
      tax: eur(460),
      total: eur(2460),
      paid: eur(0),
      paymentState: 'none',
      placedAt: null,
    })
    expect(await patch(first, { lines: [{ ...line, quantity: 1 }] })).toMatchObject({
      total: eur(1230),
      number: first.number,
    })
  })
  test('compute our commission before tax, at the rate in force when they were placed', async () => {
    const vendor = await s.make('vendor', {
      displayName: 'Brio',
      legalName: 'Brio Lda',
      commission: 1250,
    })
    const at = (rate: number | null, amount: number | null) => ({
      commissionRate: rate,
      commission: amount === null ? null : eur(amount),
    })
    const draft = await order({ vendor: vendor.id })
    expect(draft).toMatchObject(at(1250, 250))
    await s.writer.patch(s.of('vendor'), vendor.id, vendor.version, { commission: 1000 }, s.as())
    const placed = await s.go('order', await patch(draft, { notes: 'n' }), 'placed')
    expect(placed).toMatchObject(at(1000, 200))
    await s.writer.patch(
      s.of('vendor'),
      vendor.id,
      vendor.version + 1,
      { commission: 3000 },
      s.as(),
    )
    const discounted = await patch(placed, { lines: [{ ...line, discount: eur(995) }] })
    expect(discounted).toMatchObject(at(1000, 101))
    expect(await s.go('order', discounted, 'cancelled', 'Changed their mind')).toMatchObject(
      at(1000, 0),
    )
    const category = await s.make('serviceCategory', {
      name: 'Fine',
      slug: 'fine',
      commission: 500,
    })
    const job = await s.make('serviceJob', {
      code: 'JOB-1',
      title: 'Windows',
      customer: s.customer.id,
      category: category.id,
    })
    expect(await order({ vendor: vendor.id, job: job.id })).toMatchObject(at(500, 100))
    expect(await order({ vendor: vendor.id, kind: 'subscription' })).toMatchObject(at(null, null))
  })
  test('record when they were placed', async () => {
    expect(await s.go('order', await order(), 'placed')).toMatchObject({
      placedAt: NOW.toISOString(),
    })
    expect(await order({}, { state: 'placed' })).toMatchObject({
      state: 'placed',
      placedAt: NOW.toISOString(),
    })
  })
  test('freeze their currency once placed, and all amounts once completed or cancelled', async () => {
    const draft = await order()
    const dollars = [{ ...line, unit: { amount: 1, currency: 'USD' } }]
    const other = await patch(draft, { currency: 'USD', lines: dollars })
    const placed = await s.go('order', other, 'placed')
    expect(await problemOf(patch(placed, { currency: 'EUR', lines: [line] }))).toMatchObject({
      status: 409,
      code: 'frozen',
      errors: [{ path: 'currency' }],
    })
    expect(await patch(placed, { lines: [{ ...dollars[0]!, quantity: 5 }] })).toMatchObject({
      total: { amount: 6, currency: 'USD' },
    })
    for (const state of ['completed', 'cancelled']) {
      const over = await order({}, { state })
      expect(await problemOf(patch(over, { lines: [{ ...line, quantity: 9 }] }))).toMatchObject({
        status: 409,
        code: 'frozen',
        detail: expect.stringContaining(state),
      })
      expect(await patch(over, { notes: 'n' })).toMatchObject({ notes: 'n' })
    }
  })
  test('refuse a total too large for a money field', async () => {
    expect(
      await problemOf(
        order({ lines: [{ ...line, quantity: 10_000, unit: eur(1_000_000_000_000) }] }),
      ),
    ).toMatchObject({ status: 422, errors: [{ path: 'lines' }] })
  })
})
