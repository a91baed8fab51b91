/** The statement of a payout for its vendor: as PDF, and as a table for spreadsheets. */
import { moneyIn } from '#model/message.ts'
import type { Payout } from '#schemas/payout.ts'
import type { VendorEntry } from '#schemas/vendorEntry.ts'
import type { Money } from '#schemas/define/fields.ts'

import { csvLine, escapeCell } from '../../exchange/cells.ts'
import { minorDigits } from '../../kinds/parts/amounts.ts'
import { documentPdf } from '../../pdf/document.ts'
import type { Letterhead } from '../../pdf/letterhead.ts'
import { isolated } from '../../pdf/lines.ts'
import { paperLanguage } from '../subscriptionInvoice/language.ts'
import { dayText, periodText, recipientLines, type Recipient } from '../subscriptionInvoice/pdf.ts'
import { statementTexts } from './language.ts'
import { PARTS } from './share.ts'

/** An entry with the day (`YYYY-MM-DD`) on which the organisation posted it. */
export type StatedEntry = Pick<VendorEntry, 'subject' | 'rate' | (typeof PARTS)[number]> & {
  readonly day: string
}

interface Statement {
  readonly payout: Payout
  readonly vendor: Recipient
  readonly entries: readonly StatedEntry[]
  readonly seller: Letterhead
  /** Days on which the payout was prepared and paid. */
  readonly prepared: string
  readonly paidOn: string | null
}

/** What is taken off, as an amount of the other sign. */
const less = (sum: Money | null): Money | null => sum && { ...sum, amount: 0 - sum.amount }

/** Renders the statement on A4, in the language of the vendor's country. */
export const statementPdf = ({
  payout,
  vendor,
  entries,
  seller,
  prepared,
  paidOn,
}: Statement): Promise<Uint8Array> => {
  const speaks = paperLanguage(vendor.address?.country)
  const { language, locale } = speaks
  const says = statementTexts[language]
  const money = (sum: Money | null): string => (sum ? moneyIn(sum, locale) : '-')
  const { periodStart, periodEnd } = payout
  return documentPdf({
    title: `${says.statement} ${isolated(payout.number)}`,
    seller,
    speaks,
    at: new Date(`${prepared}T00:00:00Z`),
    to: recipientLines(vendor, says.taxId, locale),
    facts: [
      [says.period, periodText([periodStart ?? periodEnd, periodEnd], says.to, locale)],
      [says.prepared, dayText(prepared, locale)],
      ...(paidOn ? ([[says.paidOn, dayText(paidOn, locale)]] as const) : []),
      [says.state, says.states[payout.state]],
    ],
    columns: [
      { label: says.entry, width: 112, align: 'left' },
      { label: says.day, width: 68 },
      { label: says.received, width: 62 },
      { label: says.commission, width: 56 },
      { label: says.fees, width: 44 },
      { label: says.advance, width: 50 },
      { label: says.share, width: 67 },
    ],
    rows: entries.map((entry) => [
      entry.subject,
      dayText(entry.day, locale),
      ...PARTS.map((part) => money(entry[part])),
    ]),
    sums: [
      [says.received, money(payout.received)],
      [says.commission, money(less(payout.commission))],
      [says.fees, money(less(payout.fees))],
      [says.advance, money(less(payout.advance))],
      [says.total, money(payout.total), true],
    ],
  })
}

/** An amount with the decimals of its currency, for a spreadsheet. */
const decimal = ({ amount, currency }: Money): string => {
  const digits = minorDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/** The entries as CSV with a line of sums; texts that a spreadsheet would run are neutralised. */
export const statementCsv = ({
  payout,
  entries,
}: Pick<Statement, 'payout' | 'entries'>): Uint8Array => {
  const { number, currency, received, commission, fees, advance, total } = payout
  const header = ['payout', 'entry', 'date', 'currency', 'rate', ...PARTS]
  const lines = entries.map((entry) => [
    number,
    escapeCell(entry.subject),
    entry.day,
    currency,
    entry.rate === null ? '' : String(entry.rate / 100),
    ...PARTS.map((part) => decimal(entry[part])),
  ])
  const sums = [received, commission, fees, advance, total].map((sum) => (sum ? decimal(sum) : ''))
  const last = [number, 'total', '', currency, '', ...sums]
  return new TextEncoder().encode([header, ...lines, last].map(csvLine).join(''))
}
