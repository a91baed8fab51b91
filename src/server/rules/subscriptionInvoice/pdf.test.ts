import { expect, test } from 'vitest'
import { pdfTexts } from '#tests/support/pdfTexts.ts'
import { samplePng } from '#tests/support/samplePng.ts'
import { letterheadOf, withCleanLogo } from '../../organisation/seller.ts'
import { plainSeller } from '../../pdf/letterhead.ts'
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

test('the PDF contains number, dates, lines and totals, including non-ASCII letters', async () => {
  const texts = saidOn(
    await invoicePdf({ invoice: invoice(1), vendor, seller: plainSeller('Marketplace') }),
  )
  for (const said of [
    'Invoice INV-2026-000007',
    '15 Jun 2026',
    'Plan 0',
    '23%',
    'Łódź & Söhne',
    'Rua 1',
  ]) {
    expect(texts).toContain(said)
  }
  expect(texts.replace(/\x80/g, '€')).toContain('€2,460.00')
})
test('the PDF is in Portuguese or Arabic for countries that speak it, and otherwise in English', async () => {
  expect(
    ['PT', 'BR', 'DE', 'AE', 'EG', null].map((country) => paperLanguage(country).language),
  ).toEqual(['pt', 'pt', 'en', 'ar', 'ar', 'en'])
  const texts = saidOn(
    await invoicePdf({
      invoice: invoice(1),
      vendor,
      seller: plainSeller('Marketplace'),
      speaks: paperLanguage('BR'),
    }),
  )
  for (const said of [
    'Fatura INV-2026-000007',
    'Descrição',
    'Em dívida',
    'Portugal',
    'Em aberto',
    '15/06/2026',
    '2.460,00',
  ]) {
    expect(texts).toContain(said)
  }
  for (const english of ['Invoice', 'Due', 'Issued']) expect(texts).not.toContain(english)
})
test('an Arabic PDF embeds its font and uses the digits of the country', async () => {
  const arabic = {
    legalName: 'شركة الواحة (Dubai)',
    address: { line: 'شارع زايد 15', city: 'دبي', country: 'AE' },
  } as never
  const [dubai, cairo] = await Promise.all(
    ['AE', 'EG'].map((country) =>
      invoicePdf({
        invoice: invoice(1, 'AED'),
        vendor: arabic,
        seller: plainSeller('Marketplace'),
        speaks: paperLanguage(country),
      }),
    ),
  )
  const texts = pdfTexts(dubai!)
  expect(
    new Set(texts.filter(({ text }) => /\p{Script=Arabic}/u.test(text)).map(({ font }) => font)),
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
  const at = (text: string) => texts.findIndex((found) => found.text.includes(text))
  expect(at('Dubai')).toBeGreaterThan(-1)
  expect(at('Dubai')).toBeLessThan(
    texts.findIndex(({ text }) => [...text].sort().join('') === [...'الواحة'].sort().join('')),
  )
  for (const english of ['Invoice', 'Due', 'Issued', 'Open']) {
    expect(saidOn(dubai!)).not.toContain(english)
  }
})
test('every language has all PDF texts', () => {
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
test('the PDF is byte-identical for the same invoice, and long invoices continue on further pages', async () => {
  const pdf = (lines: number, country: string) =>
    invoicePdf({
      invoice: invoice(lines),
      vendor,
      seller: plainSeller('M'),
      speaks: paperLanguage(country),
    })
  const [one, again, arabic, arabicAgain, long] = await Promise.all([
    pdf(1, 'DE'),
    pdf(1, 'DE'),
    pdf(1, 'EG'),
    pdf(1, 'EG'),
    pdf(100, 'DE'),
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
test('the PDF shows the seller’s details, bank and logo, and repeats the footer on every page', async () => {
  const picture = samplePng(64, 32, [15, 32, 81])
  const given = {
    legalName: 'Costa Unipessoal Lda',
    address: 'Rua do Ouro 7\n1100-060 Lisboa',
    taxId: 'PT 501234567',
    bank: 'IBAN PT50 0002 0123\nBIC ABCDPTPL',
    footer: 'Registered in Lisbon',
    colour: '#a01020',
    logo: '',
  }
  const pdf = (seller: typeof given, lines = 1) =>
    invoicePdf({ invoice: invoice(lines), vendor, seller: letterheadOf('Costa', seller) })
  const texts = saidOn(await pdf(given, 60))
  for (const said of [
    'Costa Unipessoal Lda',
    'Rua do Ouro 7',
    '1100-060 Lisboa',
    'PT 501234567',
    'IBAN PT50 0002 0123',
    'BIC ABCDPTPL',
  ]) {
    expect(texts).toContain(said)
  }
  expect(texts.split('Registered in Lisbon').length - 1).toBeGreaterThan(1)
  const logo = `data:image/png;base64,${picture.toString('base64')}`
  const pictures = async (seller: typeof given) =>
    Buffer.from(await pdf(seller))
      .toString('latin1')
      .match(/\/Subtype \/Image/g)?.length ?? 0
  expect(await pictures(given)).toBe(0)
  expect(await pictures({ ...given, logo })).toBeGreaterThan(0)
  expect((await withCleanLogo({ ...given, logo })).logo).toMatch(/^data:image\/png;base64,/)
  for (const wrong of [
    `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`,
    logo.replace('png', 'jpeg'),
  ]) {
    await expect(withCleanLogo({ ...given, logo: wrong })).rejects.toMatchObject({ status: 422 })
  }
  const wide = samplePng(1300, 20, [0, 0, 0]).toString('base64')
  await expect(
    withCleanLogo({ ...given, logo: `data:image/png;base64,${wide}` }),
  ).rejects.toMatchObject({ status: 422 })
})
