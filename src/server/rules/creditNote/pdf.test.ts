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
])('speaks the language of a recipient in %s', async (country, ...said) => {
  const bytes = await creditNotePdf({
    note,
    to: { displayName: 'Ana Rui', address: { line: 'Rua 1', city: 'Porto', country } as never },
    refund: 'PAY-000321',
    seller: plainSeller('Marketplace'),
  })
  const texts = pdfTexts(bytes)
    .map(({ text }) => text)
    .join('')
  for (const words of [...said, 'Ana Rui', 'PAY-000321']) expect(texts).toContain(words)
  expect(texts.replace(/\x80/g, '€')).toMatch(country === 'PT' ? /100,00/ : /€100\.00/)
})
