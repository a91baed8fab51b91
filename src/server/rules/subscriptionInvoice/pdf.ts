import { moneyIn } from '#model/message.ts'
import type { SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import type { Vendor } from '#schemas/vendor.ts'
import type { Money } from '#schemas/define/fields.ts'
import { documentPdf, type PaperLanguage } from '../../pdf/document.ts'
import type { Letterhead } from '../../pdf/letterhead.ts'
import { isolated } from '../../pdf/lines.ts'
import { writtenDay } from '../subscription/calendar.ts'
import { paperTexts } from './language.ts'

/** Recipient of a document, as far as the reader may see it. */
export type Recipient = Partial<Pick<Vendor, 'legalName' | 'displayName' | 'address' | 'taxId'>>

/**
 * Contents of the document: the invoice, the recipient as far as the reader may see them, and the
 * sender.
 */
export interface InvoicePdf {
  readonly invoice: SubscriptionInvoice
  readonly vendor: Recipient
  readonly seller: Letterhead
  /** Default English. */
  readonly speaks?: PaperLanguage
}

/** Days as the locale writes them, in the Gregorian calendar. */
export const dayText = (day: string | null, locale: string): string => {
  if (day === null) return '-'
  if (locale === 'en') return writtenDay(day)
  return new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}

const addressOf = ({ address }: Recipient, locale: string): string[] =>
  address
    ? [
        address.line,
        [address.postalCode, address.city].filter(Boolean).join(' '),
        new Intl.DisplayNames([locale], { type: 'region' }).of(address.country) ?? address.country,
      ]
    : []

/** Lines of a recipient; `taxId` labels the tax id. */
export const recipientLines = (vendor: Recipient, taxId: string, locale: string): string[] =>
  [
    vendor.legalName ?? vendor.displayName ?? '',
    ...addressOf(vendor, locale),
    vendor.taxId ? `${taxId} ${isolated(vendor.taxId)}` : '',
  ].filter(Boolean)

/** First and last day of a period in a sentence. */
export const periodText = (
  [from, until]: readonly [string, string],
  to: string,
  locale: string,
): string => `${isolated(dayText(from, locale))} ${to} ${isolated(dayText(until, locale))}`

/**
 * Renders the invoice on A4, on as many pages as its lines need. The same invoice always gives the
 * same bytes.
 */
export const invoicePdf = ({
  invoice,
  vendor,
  seller,
  speaks = { language: 'en', locale: 'en' },
}: InvoicePdf): Promise<Uint8Array> => {
  const { language, locale } = speaks
  const says = paperTexts[language]
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const money = (sum: Money | null): string => (sum ? moneyIn(sum, locale) : '-')
  return documentPdf({
    title: `${says.invoice} ${invoice.number ? isolated(invoice.number) : says.draft}`,
    seller,
    speaks,
    at: new Date(`${invoice.issuedOn ?? '2000-01-01'}T00:00:00Z`),
    to: recipientLines(vendor, says.taxId, locale),
    facts: [
      [says.issued, dayText(invoice.issuedOn, locale)],
      [says.due, dayText(invoice.dueOn, locale)],
      [says.period, periodText([invoice.periodStart, invoice.periodEnd], says.to, locale)],
      [says.state, says.states[invoice.state]],
    ],
    columns: [
      { label: says.title, width: 224, align: 'left' },
      { label: says.quantity, width: 40 },
      { label: says.unit, width: 86 },
      { label: says.tax, width: 40 },
      { label: says.net, width: 77 },
    ],
    rows: invoice.lines.map((line) => [
      line.title,
      numbers.format(line.quantity),
      money(line.unit),
      percents.format(line.tax / 10_000),
      money({ ...line.unit, amount: line.unit.amount * line.quantity }),
    ]),
    sums: [
      [says.subtotal, money(invoice.subtotal)],
      [says.tax, money(invoice.tax)],
      [says.total, money(invoice.total), true],
      [says.paid, money(invoice.paid)],
      [says.open, money(invoice.due), true],
    ],
  })
}
