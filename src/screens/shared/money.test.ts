import { expect, test } from 'vitest'
import { addUp, roundMoney } from './money.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const gbp = (amount: number) => ({ amount, currency: 'GBP' })

test('adds up amounts per currency', () => {
  expect(addUp([eur(100), gbp(900), eur(50), null, undefined])).toEqual([gbp(900), eur(150)])
})
test('subtracts paid amounts and leaves out zero balances', () => {
  expect(addUp([eur(100), gbp(900)], [eur(100), gbp(400)])).toEqual([gbp(500)])
})
test('rounds amounts to whole units and shows zero in the fallback currency when there are none', () => {
  expect(roundMoney([eur(851_352), { amount: 900, currency: 'JPY' }], 'en', 'EUR')).toBe(
    '€8,514 · ¥900',
  )
  expect(roundMoney([], 'en', 'EUR')).toBe('€0')
})
