import { expect, test } from 'vitest'
import { pdfTexts } from '#tests/support/pdfTexts.ts'
import { plainSeller } from '../../pdf/letterhead.ts'
import { creditNotePdf } from './pdf.ts'

const euros = (amount: number) => ({ amount, currency: 'EUR' })
const note = {
  number: 'CN-2026-000012',
  order: 'an order',
  lines: [{ title: 'ORD-000123', amount: euros(12_300), tax: euros(2300) }],
  tax: euros(2300),
  total: euros(12_300),
  reason: 'Not as agreed',
  issuedOn: '2026-11-26',
} as never

test.each([
  ['DE', 'Credit note CN-2026-000012', 'Order ORD-000123', 'Credited', 'Reason: Not as agreed'],
  ['PT', 'Nota de crédito CN-2026-000012', 'Encomenda ORD-000123', 'Creditado', 'Motivo'],
])('uses the language of a recipient in %s', async (country, ...said) => {
  const bytes = await creditNotePdf({
    note,
    to: { displayName: 'Ana Rui', address: { line: 'Rua 1', city: 'Porto', country } as never },
    about: 'ORD-000123',
    refund: 'PAY-000321',
    seller: plainSeller('Marketplace'),
  })
  const texts = pdfTexts(bytes)
    .map(({ text }) => text)
    .join('')
  for (const words of [...said, 'Ana Rui', 'PAY-000321']) expect(texts).toContain(words)
  expect(texts.replace(/\x80/g, '€')).toMatch(country === 'PT' ? /100,00/ : /€100\.00/)
})

const itemised = {
  ...(note as object),
  lines: [
    {
      title: 'Deep clean',
      quantity: 2,
      unit: euros(10_000),
      discount: euros(4000),
      tax: euros(3680),
      amount: euros(19_680),
    },
    { title: 'Garden', quantity: 0, tax: euros(0), amount: euros(1700) },
  ],
  tax: euros(3680),
  total: euros(21_380),
} as never

test.each([
  ['DE', 'Qty', 'Unit price', 'Order', 'less', /€36\.80/],
  ['PT', 'Qtd.', 'Preço unitário', 'Encomenda', 'menos', /36,80/],
  ['AE', 'الكمية', 'سعر الوحدة', 'الطلب', 'ناقص', /36[.,٫]80/],
])('lists refunded lines with quantity, price and tax in %s', async (country, ...said) => {
  const bytes = await creditNotePdf({
    note: itemised,
    to: { address: { line: 'Rua 1', city: 'Porto', country } as never },
    about: 'ORD-000123',
    refund: undefined,
    seller: plainSeller('Marketplace'),
  })
  const texts = pdfTexts(bytes)
    .map(({ text }) => text)
    .join('')
  const tax = said.pop() as RegExp
  for (const words of ['Deep clean', 'Garden', 'ORD-000123']) expect(texts).toContain(words)
  if (country !== 'AE') for (const words of said) expect(texts).toContain(words)
  expect(texts.replace(/\x80/g, '€')).toMatch(tax)
})
