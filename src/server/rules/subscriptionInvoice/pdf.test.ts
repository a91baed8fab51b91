import { expect, test } from 'vitest'
import { pdfTexts } from '#tests/support/pdfTexts.ts'
import { paperLanguage, paperTexts } from './language.ts'
import { invoicePdf } from './pdf.ts'

const money = (amount: number, currency = 'EUR') => ({ amount, currency })
const invoice = (lines: number, currency = 'EUR') =>
  ({
    number: 'INV-2026-000007',
    state: 'open',
    periodStart: '2026-06-01',
    periodEnd: '2026-07-01',
    issuedOn: '2026-06-01',
    dueOn: '2026-06-15',
    currency,
    lines: Array.from({ length: lines }, (_, i) => ({
      title: `Plan ${i}`,
      quantity: 2,
      unit: money(100_000, currency),
      tax: 2300,
    })),
    subtotal: money(200_000, currency),
    tax: money(46_000, currency),
    total: money(246_000, currency),
    paid: money(0, currency),
    due: money(246_000, currency),
  }) as never
const vendor = {
  legalName: 'Łódź & Söhne',
  address: { line: 'Rua 1', city: 'Lisboa', country: 'PT' },
} as never

/** Drawn text, joined in drawing order. */
const saidOn = (bytes: Uint8Array): string =>
  pdfTexts(bytes)
    .map(({ text }) => text)
    .join('')

test('the paper says number, days, lines and sums, with the letters of other alphabets', async () => {
  const texts = saidOn(await invoicePdf({ invoice: invoice(1), vendor, from: 'Marketplace' }))
  for (const said of [
    'Invoice INV-2026-000007',
    '2026-06-15',
    'Plan 0',
    '23%',
    'Łódź & Söhne',
    'Rua 1',
  ]) {
    expect(texts).toContain(said)
  }
  expect(texts.replace(/\x80/g, '€')).toContain('€2,460.00')
})
test('the paper speaks Portuguese or Arabic to who is in a country that does, and English to everybody else', async () => {
  expect(
    ['PT', 'BR', 'DE', 'AE', 'EG', null].map((country) => paperLanguage(country).language),
  ).toEqual(['pt', 'pt', 'en', 'ar', 'ar', 'en'])
  const texts = saidOn(
    await invoicePdf({
      invoice: invoice(1),
      vendor,
      from: 'Marketplace',
      speaks: paperLanguage('BR'),
    }),
  )
  for (const said of [
    'Fatura INV-2026-000007',
    'Descrição',
    'Em dívida',
    'em aberto',
    '15/06/2026',
    '2.460,00',
  ]) {
    expect(texts).toContain(said)
  }
  for (const english of ['Invoice', 'Due', 'Issued']) expect(texts).not.toContain(english)
})
test('a paper in Arabic is drawn in letters it brings along, with the metrics of the country', async () => {
  const arabic = {
    legalName: 'شركة الواحة (Dubai)',
    address: { line: 'شارع زايد 15', city: 'دبي', country: 'AE' },
  } as never
  const [dubai, cairo] = await Promise.all(
    ['AE', 'EG'].map((country) =>
      invoicePdf({
        invoice: invoice(1, 'AED'),
        vendor: arabic,
        from: 'Marketplace',
        speaks: paperLanguage(country),
      }),
    ),
  )
  const pieces = pdfTexts(dubai!)
  expect(
    new Set(pieces.filter(({ text }) => /\p{Script=Arabic}/u.test(text)).map(({ font }) => font)),
  ).toEqual(new Set(['IBMPlexSansArabic-Regular', 'IBMPlexSansArabic-Bold']))
  expect(
    Buffer.from(dubai!)
      .toString('latin1')
      .match(/\/FontFile2 /g),
  ).toHaveLength(2)
  expect(
    [saidOn(dubai!), saidOn(cairo!)].map((texts) => [
      texts.includes('2,460.00'),
      texts.includes('٢٬٤٦٠٫٠٠'),
      texts.includes('?'),
    ]),
  ).toEqual([
    [true, false, false],
    [false, true, false],
  ])
  // Its name is drawn last on the line, at the right, with its Latin part first.
  const at = (text: string) => pieces.findIndex((piece) => piece.text.includes(text))
  expect(at('Dubai')).toBeGreaterThan(-1)
  expect(at('Dubai')).toBeLessThan(
    pieces.findIndex(({ text }) => [...text].sort().join('') === [...'الواحة'].sort().join('')),
  )
  for (const english of ['Invoice', 'Due', 'Issued', 'open']) {
    expect(saidOn(dubai!)).not.toContain(english)
  }
})
test('every language says everything a paper says', () => {
  const shape = (texts: object): unknown =>
    Object.fromEntries(
      Object.entries(texts).map(([key, text]: [string, unknown]) => [
        key,
        typeof text === 'string' ? text.length > 0 : shape(text as object),
      ]),
    )
  expect([shape(paperTexts.pt), shape(paperTexts.ar)]).toEqual([
    shape(paperTexts.en),
    shape(paperTexts.en),
  ])
})
test('is the same for the same invoice, and goes on on further pages', async () => {
  const paper = (lines: number, country: string) =>
    invoicePdf({ invoice: invoice(lines), vendor, from: 'M', speaks: paperLanguage(country) })
  const [one, again, arabic, arabicAgain, long] = await Promise.all([
    paper(1, 'DE'),
    paper(1, 'DE'),
    paper(1, 'EG'),
    paper(1, 'EG'),
    paper(100, 'DE'),
  ])
  expect([
    Buffer.from(one).equals(Buffer.from(again)),
    Buffer.from(arabic).equals(Buffer.from(arabicAgain)),
  ]).toEqual([true, true])
  expect(
    Buffer.from(long)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)!.length,
  ).toBeGreaterThan(2)
  expect(saidOn(long)).toContain('Plan 99')
})
