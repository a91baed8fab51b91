import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargedLines, countedUnits, shareOfUnits, unitsLeft, type ChargedLine } from './taken.ts'
import type { FieldModel, Json } from './types.ts'

const rows = (more: object = {}): FieldModel => ({
  name: 'parts',
  label: 'Parts',
  kind: 'rows',
  required: false,
  fields: [{ name: 'what', label: 'What', kind: 'text', required: true }],
  charge: {
    unit: 'price',
    quantity: 'count',
    discount: 'off',
    tax: 'vat',
    taken: 'back',
    ...more,
  },
})
const kr = (amount: number) => ({ amount, currency: 'SEK' })

const one = (part: Record<string, Json>, back: readonly Json[] = []): ChargedLine =>
  chargedLines(rows(), { parts: [part], back })[0]!

test('a unit taken back includes its share of discount and tax', () => {
  const line = one({ what: 'Oak', count: 3, price: kr(1000), off: kr(600), vat: 2300 })
  expect(line).toMatchObject({ line: 1, title: 'Oak', net: 2400, tax: 552, currency: 'SEK' })
  expect(unitsLeft(line)).toBe(3)
  expect(shareOfUnits(line, 1)).toEqual({ amount: 984, tax: 184 })
})

test('the units of a line add up to exactly its amount and tax, in any order of steps', () => {
  fc.assert(
    fc.property(
      fc.record({
        count: fc.integer({ min: 1, max: 40 }),
        price: fc.integer({ min: 1, max: 100_000 }),
        off: fc.nat({ max: 99 }),
        vat: fc.nat({ max: 10_000 }),
      }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 40, maxLength: 40 }),
      ({ count, price, off, vat }, steps) => {
        const part = {
          what: 'x',
          count,
          price: kr(price),
          off: kr(Math.floor((price * count * off) / 100)),
          vat,
        }
        const taken = { quantity: 0, amount: 0, tax: 0 }
        const back = () => [
          { line: 1, quantity: taken.quantity, amount: kr(taken.amount), tax: kr(taken.tax) },
        ]
        const whole = one(part)
        for (const step of steps) {
          const line = one(part, back())
          expect(unitsLeft(line)).toBe(count - taken.quantity)
          const units = Math.min(step, unitsLeft(line))
          const share = shareOfUnits(line, units)
          expect(share.tax).toBeGreaterThanOrEqual(0)
          expect(share.tax).toBeLessThanOrEqual(share.amount)
          taken.quantity += units
          taken.amount += share.amount
          taken.tax += share.tax
        }
        expect(taken).toEqual({
          quantity: count,
          amount: whole.net + whole.tax,
          tax: whole.tax,
        })
      },
    ),
  )
})

test('a unit with a partly failed refund can be taken back again for the missing amount', () => {
  const line = one({ what: 'x', count: 1, price: kr(3000) }, [
    { line: 1, quantity: 1, amount: kr(1000), tax: kr(0) },
  ])
  expect(unitsLeft(line)).toBe(1)
  expect(shareOfUnits(line, 1)).toEqual({ amount: 2000, tax: 0 })
})

test('after failed refunds, only the units paid back in full count as taken', () => {
  const whole = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(whole, fc.nat(), (count, n) => {
      const paid = n % (count + 1)
      const line = one({ what: 'x', count, price: kr(2_000_000) }, [
        { line: 1, quantity: count, amount: kr(2_000_000 * paid), tax: kr(0) },
      ])
      expect(unitsLeft(line)).toBe(count - paid)
    }),
  )
})

test('a unit taken back again is not counted twice', () => {
  const line = one({ what: 'x', count: 3, price: kr(3000) }, [
    { line: 1, quantity: 2, amount: kr(5000), tax: kr(0) },
  ])
  expect(unitsLeft(line)).toBe(2)
  expect(countedUnits(line, 1)).toBe(0)
  expect(countedUnits(line, 2)).toBe(1)
  expect(shareOfUnits(line, 2)).toEqual({ amount: 4000, tax: 0 })
})

test('partial failures never count or refund more than the line has', () => {
  const step = fc.record({
    wanted: fc.integer({ min: 1, max: 12 }),
    cut: fc.nat({ max: 100 }),
    first: fc.boolean(),
    rest: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.nat({ max: 10_000 }),
      fc.array(step, { maxLength: 30 }),
      (count, price, vat, steps) => {
        const part = { what: 'x', count, price: kr(price), vat }
        const { net, tax } = one(part)
        const taken = { quantity: 0, amount: 0, tax: 0 }
        for (const { wanted, cut, first, rest } of steps) {
          const line = one(part, [
            { line: 1, quantity: taken.quantity, amount: kr(taken.amount), tax: kr(taken.tax) },
          ])
          const units = Math.min(wanted, unitsLeft(line))
          if (units === 0) continue
          const { amount, tax: taxed } = shareOfUnits(line, units)
          const counted = countedUnits(line, units)
          // Over two payments: whole units of the first, and the begun one with the second.
          const share = (sum: number) => Math.floor((sum * cut) / 100)
          if (first) {
            taken.quantity += share(counted)
            taken.amount += share(amount)
            taken.tax += share(taxed)
          }
          if (rest) {
            taken.quantity += counted - share(counted)
            taken.amount += amount - share(amount)
            taken.tax += taxed - share(taxed)
          }
          expect(taken.quantity).toBeLessThanOrEqual(count)
          expect(taken.amount).toBeLessThanOrEqual(net + tax)
          expect(taken.tax).toBeLessThanOrEqual(tax)
        }
      },
    ),
  )
})

test('the base charge is line 0, and a line without cost has no units left', () => {
  const field = rows({
    base: { label: 'Stay', unit: 'rate', quantity: 'rooms', from: 'from', to: 'to' },
  })
  const lines = chargedLines(field, {
    rate: kr(10_000),
    rooms: 2,
    from: '2026-06-10',
    to: '2026-06-13',
    parts: [{ what: 'Gift', count: 1, price: kr(500), off: kr(500) }],
    back: [{ line: 0, quantity: 2, amount: kr(20_000), tax: kr(0) }],
  })
  expect(lines.map(({ line, title }) => [line, title])).toEqual([
    [0, 'Stay'],
    [1, 'Gift'],
  ])
  expect(lines.map(unitsLeft)).toEqual([4, 0])
})
