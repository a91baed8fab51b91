import PDFDocument from 'pdfkit'
import type { SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import type { Vendor } from '#schemas/vendor.ts'
import type { Money } from '#schemas/define/fields.ts'
import { isolated } from '../../pdf/lines.ts'
import { sheetOn, type Style } from '../../pdf/sheet.ts'
import { writtenDay } from '../subscription/calendar.ts'
import { moneyText } from '../paymentTransaction/refunds.ts'
import { directionOf } from '../../texts/language.ts'
import { paperTexts, type PaperLanguage } from './language.ts'

/**
 * Contents of the document: the invoice, the recipient as far as the reader may see them, and the
 * sender.
 */
export interface InvoicePdf {
  readonly invoice: SubscriptionInvoice
  readonly vendor: Partial<Pick<Vendor, 'legalName' | 'displayName' | 'address' | 'taxId'>>
  readonly from: string
  /** Default English. */
  readonly speaks?: PaperLanguage
}

const INK = '#0f172a'
const MUTED = '#475569'
const LINE = '#cbd5e1'
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 539, 56, 760]
/** Left edges and widths of the columns of the lines. */
const COLUMNS = {
  title: [LEFT, 222],
  quantity: [284, 40],
  unit: [328, 86],
  tax: [418, 40],
  amount: [462, RIGHT - 462],
} as const

/** Days as the locale writes them, in the Gregorian calendar. */
const dayText = (day: string | null, locale: string): string => {
  if (day === null) return '-'
  if (locale === 'en') return writtenDay(day)
  return new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}

const addressOf = ({ address }: InvoicePdf['vendor']): string[] =>
  address
    ? [address.line, [address.postalCode, address.city].filter(Boolean).join(' '), address.country]
    : []

/**
 * Renders the invoice on A4, on as many pages as its lines need. The same invoice always gives the
 * same bytes.
 */
export const invoicePdf = ({
  invoice,
  vendor,
  from,
  speaks: { language, locale } = { language: 'en', locale: 'en' },
}: InvoicePdf): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const says = paperTexts[language]
    const issued = new Date(`${invoice.issuedOn ?? '2000-01-01'}T00:00:00Z`)
    const doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      info: {
        Title: `${says.invoice} ${invoice.number ?? ''}`,
        Author: from,
        CreationDate: issued,
        ModDate: issued,
      },
      lang: language,
      displayTitle: true,
    })
    const chunks: Buffer[] = []
    doc
      .on('data', (chunk: Buffer) => void chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
    const sheet = sheetOn(doc)
    const numbers = new Intl.NumberFormat(locale)
    const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
    const money = (sum: Money): string => moneyText(sum, locale)
    const day = (given: string | null): string => dayText(given, locale)
    // Everything is laid out left to right; a right-to-left document is mirrored.
    const rightToLeft = directionOf(language) === 'rtl'
    const write = (
      text: string,
      x: number,
      y: number,
      { width = RIGHT - x, align = 'left', ...style }: Partial<Style> = {},
    ): void =>
      sheet.write(text, rightToLeft ? LEFT + RIGHT - x - width : x, y, {
        colour: INK,
        ...style,
        width,
        align: rightToLeft === (align === 'left') ? 'right' : 'left',
      })
    const rule = (y: number): void =>
      void doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(LINE).stroke()
    const right = (
      text: string,
      [x, width]: readonly [number, number],
      y: number,
      bold = false,
    ): void => write(text, x, y, { width, align: 'right', bold, oneLine: true })

    write(from, LEFT, TOP, { bold: true, size: 12 })
    write(
      `${says.invoice} ${invoice.number ? isolated(invoice.number) : says.draft}`,
      LEFT,
      TOP + 44,
      { bold: true, size: 20 },
    )
    const to = [
      vendor.legalName ?? vendor.displayName ?? '',
      ...addressOf(vendor),
      vendor.taxId ? `${says.taxId} ${isolated(vendor.taxId)}` : '',
    ].filter(Boolean)
    to.forEach((line, i) => write(line, LEFT, TOP + 84 + i * 14, { width: 260 }))
    const facts: [string, string][] = [
      [says.issued, day(invoice.issuedOn)],
      [says.due, day(invoice.dueOn)],
      [
        says.period,
        `${isolated(day(invoice.periodStart))} ${says.to} ${isolated(day(invoice.periodEnd))}`,
      ],
      [says.state, says.states[invoice.state]],
    ]
    facts.forEach(([name, value], i) => {
      write(name, 356, TOP + 84 + i * 14, { colour: MUTED })
      right(value, [400, RIGHT - 400], TOP + 84 + i * 14)
    })

    const heading = (y: number): number => {
      write(says.title, COLUMNS.title[0], y, { colour: MUTED, size: 9 })
      for (const [name, column] of [
        [says.quantity, COLUMNS.quantity],
        [says.unit, COLUMNS.unit],
        [says.tax, COLUMNS.tax],
        [says.net, COLUMNS.amount],
      ] as const) {
        write(name, column[0], y, {
          width: column[1],
          align: 'right',
          colour: MUTED,
          size: 9,
          oneLine: true,
        })
      }
      rule(y + 14)
      return y + 22
    }
    let y = heading(TOP + 180)
    for (const line of invoice.lines) {
      const height = sheet.heightOf(line.title, { width: COLUMNS.title[1] })
      if (y + height > BOTTOM) {
        doc.addPage()
        y = heading(TOP)
      }
      write(line.title, COLUMNS.title[0], y, { width: COLUMNS.title[1] })
      right(numbers.format(line.quantity), COLUMNS.quantity, y)
      right(money(line.unit), COLUMNS.unit, y)
      right(percents.format(line.tax / 10_000), COLUMNS.tax, y)
      right(money({ ...line.unit, amount: line.unit.amount * line.quantity }), COLUMNS.amount, y)
      y += height + 8
    }
    const sums: [string, Money | null, boolean][] = [
      [says.subtotal, invoice.subtotal, false],
      [says.tax, invoice.tax, false],
      [says.total, invoice.total, true],
      [says.paid, invoice.paid, false],
      [says.open, invoice.due, true],
    ]
    if (y + sums.length * 16 + 12 > BOTTOM + 40) {
      doc.addPage()
      y = TOP
    }
    rule(y + 2)
    for (const [i, [name, sum, bold]] of sums.entries()) {
      write(name, 356, y + 12 + i * 16, { bold })
      right(sum ? money(sum) : '-', [430, RIGHT - 430], y + 12 + i * 16, bold)
    }
    doc.end()
  })
