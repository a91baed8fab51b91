import bidiFactory from 'bidi-js'
import { expect, test } from 'vitest'
import { currencyFormat } from './currency.ts'

const bidi = bidiFactory()
/** A text as it is seen from left to right on a page in Arabic. */
const seen = (text: string): string =>
  [...bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, 'rtl'))]
    .join('')
    .replace(/\p{Cf}/gu, '')
    .replace(/\u00a0/g, ' ')

test.each([
  ['GBP', '£ 321.50', '£ -321.50'],
  ['USD', '$ 321.50', '$ -321.50'],
  ['CAD', 'CA$ 321.50', 'CA$ -321.50'],
  ['EUR', '€ 321.50', '€ -321.50'],
  ['CHF', 'CHF 321.50', 'CHF -321.50'],
])(
  'Arabic text shows the %s symbol unbroken beside its amount, even between Latin words',
  (currency, plus, minus) => {
    const { format } = currencyFormat('ar', currency)
    expect(seen(format(321.5))).toBe(plus)
    expect(seen(format(-321.5))).toBe(minus)
    expect(seen(`Rua ${format(-321.5)} Sol`)).toBe(`Sol ${minus} Rua`)
  },
)

test('Arabic currencies keep their Arabic symbol; other languages keep their own format', () => {
  expect(currencyFormat('ar', 'AED').format(3)).toContain('د.إ.')
  expect(currencyFormat('en-GB', 'GBP').format(-321.5)).toBe('-£321.50')
  expect(currencyFormat('pt-PT', 'GBP').format(321.5)).toBe('321,50\u00a0£')
})

test('uses the decimal digits of the currency unless a number of digits is given', () => {
  expect(currencyFormat('en', 'JPY').digits).toBe(0)
  expect(currencyFormat('en', 'BHD').digits).toBe(3)
  expect(currencyFormat('en', 'EUR', 0).format(8514.4)).toBe('€8,514')
})
