import { moneyIn } from '#model/message.ts'
import type { CreditNote } from '#schemas/creditNote.ts'
import type { Money } from '#schemas/define/fields.ts'
import { documentPdf } from '../../pdf/document.ts'
import type { Letterhead } from '../../pdf/letterhead.ts'
import { isolated } from '../../pdf/lines.ts'
import type { SubjectField } from '../paymentTransaction/ledger.ts'
import type { WrittenLanguage } from '../../texts/language.ts'
import { paperLanguage, paperTexts } from '../subscriptionInvoice/language.ts'
import { dayText, recipientLines, type Recipient } from '../subscriptionInvoice/pdf.ts'
import { noteTexts } from './language.ts'

const subjectOf = ({ order, booking }: CreditNote): SubjectField => {
  if (order) return 'order'
  return booking ? 'booking' : 'invoice'
}

const net = (gross: Money, tax: Money): Money => ({ ...gross, amount: gross.amount - tax.amount })

/** The lines of a note as a table; quantities and unit prices only where lines were refunded. */
const tableOf = (
  note: CreditNote,
  language: WrittenLanguage,
  locale: string,
): Pick<Parameters<typeof documentPdf>[0], 'columns' | 'rows'> => {
  const says = { ...paperTexts[language], ...noteTexts[language] }
  const numbers = new Intl.NumberFormat(locale)
  const money = (sum: Money): string => moneyIn(sum, locale)
  const sums = ({ amount, tax }: CreditNote['lines'][number]): string[] => [
    money(net(amount, tax)),
    money(tax),
    money(amount),
  ]
  if (!note.lines.some(({ quantity }) => quantity != null)) {
    return {
      columns: [
        { label: says.title, width: 216, align: 'left' },
        { label: says.net, width: 85 },
        { label: says.tax, width: 85 },
        { label: says.gross, width: 85 },
      ],
      rows: note.lines.map((line) => [
        `${says.about[subjectOf(note)]} ${isolated(line.title)}`,
        ...sums(line),
      ]),
    }
  }
  return {
    columns: [
      { label: says.title, width: 141, align: 'left' },
      { label: says.quantity, width: 46 },
      { label: says.unit, width: 72 },
      { label: says.net, width: 68 },
      { label: says.tax, width: 66 },
      { label: says.gross, width: 70 },
    ],
    rows: note.lines.map((line) => [
      line.discount
        ? `${line.title}\n${says.discount} ${isolated(money(line.discount))}`
        : line.title,
      line.quantity ? numbers.format(line.quantity) : '-',
      line.unit ? money(line.unit) : '-',
      ...sums(line),
    ]),
  }
}

/** Renders a credit note on A4, in the language of the recipient's country. */
export const creditNotePdf = ({
  note,
  to,
  about,
  refund,
  seller,
}: {
  readonly note: CreditNote
  readonly to: Recipient
  /** Number or code of the order, booking or invoice. */
  readonly about: string
  /** Number of the refund, as far as the reader may see it. */
  readonly refund: string | undefined
  readonly seller: Letterhead
}): Promise<Uint8Array> => {
  const speaks = paperLanguage(to.address?.country)
  const { language, locale } = speaks
  const says = { ...paperTexts[language], ...noteTexts[language] }
  const money = (sum: Money): string => moneyIn(sum, locale)
  return documentPdf({
    title: `${says.note} ${isolated(note.number)}`,
    seller,
    speaks,
    at: new Date(`${note.issuedOn}T00:00:00Z`),
    to: recipientLines(to, says.taxId, locale),
    facts: [
      [says.issued, dayText(note.issuedOn, locale)],
      [says.about[subjectOf(note)], isolated(about)],
      ...(refund ? ([[says.refund, isolated(refund)]] as const) : []),
    ],
    ...tableOf(note, language, locale),
    sums: [
      [says.net, money(net(note.total, note.tax))],
      [says.tax, money(note.tax)],
      [says.total, money(note.total), true],
    ],
    ...(note.reason ? { note: `${says.reason}: ${note.reason}` } : {}),
  })
}
