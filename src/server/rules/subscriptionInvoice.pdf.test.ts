import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { invoicePdf, paperLanguage } from './subscriptionInvoice.pdf.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const invoice = (lines: number) => ({
  number: 'INV-2026-000007', state: 'open', periodStart: '2026-06-01', periodEnd: '2026-07-01', issuedOn: '2026-06-01', dueOn: '2026-06-15', currency: 'EUR',
  lines: Array.from({ length: lines }, (_, i) => ({ title: `Plan ${i}`, quantity: 2, unit: eur(1000), tax: 2300 })), subtotal: eur(2000), tax: eur(460), total: eur(2460), paid: eur(0), due: eur(2460),
}) as never
const vendor = { legalName: 'Łódź & Söhne', address: { line: 'Rua 1', city: 'Lisboa', country: 'PT' } } as never

/** The texts of a PDF: strings of its content streams, which hold pieces in hexadecimal. */
const textsOf = (bytes: Uint8Array): string => {
  const raw = Buffer.from(bytes)
  let out = ''
  for (let at = raw.indexOf('stream\n'); at >= 0; at = raw.indexOf('stream\n', at + 7)) {
    try { out += inflateSync(raw.subarray(at + 7)).toString('latin1') } catch { /* not a stream of text */ }
  }
  return [...out.matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])+)\]\s*TJ/g)].map(([, pieces]) => [...pieces!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join('')).join('\n')
}

test('the paper says number, days, lines and sums, with letters of other alphabets made readable', async () => {
  const texts = textsOf(await invoicePdf({ invoice: invoice(1), vendor, from: 'Marketplace' }))
  for (const said of ['Invoice INV-2026-000007', '2026-06-15', 'Plan 0', '23%', 'Söhne', 'Rua 1']) expect(texts).toContain(said)
  expect(texts.replace(/\x80/g, '€')).toContain('€24.60')
})
test('the paper speaks Portuguese to who is in a country that does, and English to everybody else', async () => {
  expect(['PT', 'BR', 'DE', 'AE', null].map(paperLanguage)).toEqual(['pt', 'pt', 'en', 'en', 'en'])
  const texts = textsOf(await invoicePdf({ invoice: invoice(1), vendor, from: 'Marketplace', language: 'pt' }))
  for (const said of ['Fatura INV-2026-000007', 'Descrição', 'Em dívida', 'em aberto']) expect(texts).toContain(said)
  for (const english of ['Invoice', 'Due', 'Issued']) expect(texts).not.toContain(english)
})
test('is the same for the same invoice, and goes on on further pages', async () => {
  const [one, again, long] = await Promise.all([invoicePdf({ invoice: invoice(1), vendor, from: 'M' }), invoicePdf({ invoice: invoice(1), vendor, from: 'M' }), invoicePdf({ invoice: invoice(100), vendor, from: 'M' })])
  expect(Buffer.from(one).equals(Buffer.from(again))).toBe(true)
  expect(Buffer.from(long).toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(2)
  expect(textsOf(long)).toContain('Plan 99')
})
