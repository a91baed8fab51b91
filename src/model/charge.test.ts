import { expect, test } from 'vitest'
import { baseOf, chargedOf, shareOf, sumsOf } from './charge.ts'

const charge = { unit: 'price', quantity: 'count', discount: 'off', tax: 'vat' }
const eur = (amount: number) => ({ amount, currency: 'EUR' })

test('rounds a share half away from zero without floating-point errors', () => {
  expect([shareOf(50, 100), shareOf(-50, 100), shareOf(49, 100)]).toEqual([1, -1, 0])
  expect(shareOf(900_719_925_474_099, 9_999)).toBe(900_629_853_481_552)
})

test('totals add the rounded tax of each line', () => {
  const line = { quantity: 1, unit: 50, discount: 0, tax: 100 }
  expect(sumsOf([line, line])).toEqual({ subtotal: 100, discount: 0, tax: 2, total: 102 })
})

test('computes line amounts and totals from the declared field names', () => {
  expect(
    chargedOf(charge, [
      { price: eur(1000), count: 3, off: eur(500), vat: 2300 },
      { price: eur(100), count: 2, off: null, vat: 0 },
    ]),
  ).toEqual({
    lines: [eur(2500), eur(200)],
    sums: { subtotal: 3200, discount: 500, tax: 575, total: 3275, currency: 'EUR' },
  })
})

test('leaves out incomplete lines; mixed currencies have no total', () => {
  const whole = { price: eur(100), count: 2 }
  expect(chargedOf(charge, [whole, { price: null, count: 4 }, {}])).toEqual({
    lines: [eur(200), null, null],
    sums: { subtotal: 200, discount: 0, tax: 0, total: 200, currency: 'EUR' },
  })
  expect(chargedOf(charge, [{ price: { amount: null, currency: 'EUR' }, count: 1 }])).toEqual({
    lines: [null],
    sums: null,
  })
  expect(
    chargedOf(charge, [whole, { price: { amount: 1, currency: 'USD' }, count: 1 }]).sums,
  ).toBeNull()
})

test('the base charge is days × quantity × amount, and null while a value is missing', () => {
  const base = { label: 'Stay', unit: 'rate', quantity: 'rooms', from: 'from', to: 'until' }
  const stay = { rate: eur(12_000), rooms: 2, from: '2026-12-30', until: '2027-01-02' }
  expect(baseOf(base, stay)).toEqual(eur(72_000))
  for (const missing of [{ rate: null }, { from: null }, { until: '2026-12-30' }]) {
    expect(baseOf(base, { ...stay, ...missing })).toBeNull()
  }
})
