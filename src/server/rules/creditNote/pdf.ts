import type { CreditNote } from '#schemas/creditNote.ts'
import type { Money } from '#schemas/define/fields.ts'
import { documentPdf } from '../../pdf/document.ts'
import type { Letterhead } from '../../pdf/letterhead.ts'
import { isolated } from '../../pdf/lines.ts'
import type { SubjectField } from '../paymentTransaction/ledger.ts'
import { moneyText } from '../paymentTransaction/refunds.ts'
import { paperLanguage, paperTexts } from '../subscriptionInvoice/language.ts'
import { dayText, recipientLines, type Recipient } from '../subscriptionInvoice/pdf.ts'
import { noteTexts } from './language.ts'

const subjectOf = ({ order, booking }: CreditNote): SubjectField => {
  if (order) return 'order'
  return booking ? 'booking' : 'invoice'
}

/** Renders a credit note on A4, in the language of the recipient's country. */
export const creditNotePdf = ({
  note,
  to,
  refund,
  seller,
}: {
  readonly note: CreditNote
  readonly to: Recipient
  /** Number of the refund, as far as the reader may see it. */
  readonly refund: string | undefined
  readonly seller: Letterhead
}): Promise<Uint8Array> => {
  const speaks = paperLanguage(to.address?.country)
  const { language, locale } = speaks
  const says = { ...paperTexts[language], ...noteTexts[language] }
  const money = (sum: Money): string => moneyText(sum, locale)
  const net = (gross: Money, tax: Money): Money => ({ ...gross, amount: gross.amount - tax.amount })
  return documentPdf({
    title: `${says.note} ${isolated(note.number)}`,
    seller,
    speaks,
    at: new Date(`${note.issuedOn}T00:00:00Z`),
    to: recipientLines(to, says.taxId, locale),
    facts: [
      [says.issued, dayText(note.issuedOn, locale)],
      ...(refund ? ([[says.refund, isolated(refund)]] as const) : []),
    ],
    columns: [
      { label: says.title, width: 216, align: 'left' },
      { label: says.net, width: 85 },
      { label: says.tax, width: 85 },
      { label: says.gross, width: 85 },
    ],
    rows: note.lines.map(({ title, amount, tax }) => [
      `${says.about[subjectOf(note)]} ${isolated(title)}`,
      money(net(amount, tax)),
      money(tax),
      money(amount),
    ]),
    sums: [
      [says.net, money(net(note.total, note.tax))],
      [says.tax, money(note.tax)],
      [says.total, money(note.total), true],
    ],
    ...(note.reason ? { note: `${says.reason}: ${note.reason}` } : {}),
  })
}
