import { expect, test } from 'vitest'
import { addUp, roundMoney } from './money.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const gbp = (amount: number) => ({ amount, currency: 'GBP' })

test('amounts add up by currency, never across', () => {
  expect(addUp([eur(100), gbp(900), eur(50), null, undefined])).toEqual([gbp(900), eur(150)])
})
test('what is paid comes off, and what is nought is left out', () => {
  expect(addUp([eur(100), gbp(900)], [eur(100), gbp(400)])).toEqual([gbp(500)])
})
test('metrics are whole units; nothing is nought in the fallback currency', () => {
  expect(roundMoney([eur(851_352), { amount: 900, currency: 'JPY' }], 'en', 'EUR')).toBe(
    '€8,514 · ¥900',
  )
  expect(roundMoney([], 'en', 'EUR')).toBe('€0')
})
