import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latinDigits, latinNumber } from './digits.ts'

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['١٬٢٣٤٬٥٦٧٫٥', '1234567.5'],
  ['۱۲۳۴٫۵', '1234.5'],
  ['\u061c-١٢', '-12'],
  ['\u200e-1,234.5', '-1,234.5'],
  ['١٬٢٣', '1٬23'],
  ['١٬٢٣٤٥', '1٬2345'],
  ['١٫٢٫٣', '1.2٫3'],
  ['12.5', '12.5'],
])('latinNumber turns %j into %j', (typed, latin) => {
  expect(latinNumber(typed)).toBe(latin)
})

test.each(['ar-EG', 'fa-IR'])(
  'numbers formatted in %s parse back to the same number',
  (language) => {
    const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (n) => {
        const text = latinNumber(format.format(n / 100)).replace('\u2212', '-')
        expect(Number(text)).toBe(n / 100)
      }),
    )
    expect(latinDigits(format.format(12))).toBe('12')
  },
)
