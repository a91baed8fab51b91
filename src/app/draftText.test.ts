import { expect, test } from 'vitest'
import { modelOf } from '#engine/resource.ts'
import { linesOf } from './draftText.ts'

test('amounts, shares, days, choices and child rows read as on a page', () => {
  const eur = (amount: number | null) => ({ amount, currency: 'EUR' })
  const reader = { language: 'en-GB', zone: 'Europe/Lisbon' }
  const lines = [
    { title: 'Deep clean', quantity: 3, unit: eur(10_000), tax: 2300, discount: eur(null) },
    { title: 'Towels', quantity: 1, unit: eur(250), tax: 0, discount: eur(50) },
  ]
  const order = { kind: 'service', lines, dueAt: '2026-12-01T10:30:00Z', internalNote: '' }
  expect(linesOf(modelOf('orders')!.fields, order, reader).join('\n')).toBe(
    [
      'Kind: Service',
      'Lines:',
      '- Title: Deep clean, Quantity: 3, Unit price: €100.00, Tax: 23%',
      '- Title: Towels, Quantity: 1, Unit price: €2.50, Discount: €0.50, Tax: 0%',
      'Due at: 1 Dec 2026, 10:30',
    ].join('\n'),
  )
  const hotel = {
    address: { line: 'Rua Nova 1', city: 'Porto', country: 'PT' },
    refundRules: [{ daysBefore: 30, fee: { kind: 'percent', bps: 5000 } }],
  }
  expect(linesOf(modelOf('hotels')!.fields, hotel, reader).join('\n')).toBe(
    [
      'Address: Rua Nova 1, Porto, Portugal',
      'Refund rules:',
      '- Days before: 30 days, Fee: Percent, Share of the total: 50%',
    ].join('\n'),
  )
})
