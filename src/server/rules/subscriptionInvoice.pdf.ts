import type PDFDocument from 'pdfkit'
import type { SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import type { Vendor } from '#schemas/vendor.ts'
import type { Money } from '#schemas/define/fields.ts'
import { moneyText } from './paymentTransaction.refunds.ts'

const texts = {
  en: { invoice: 'Invoice', draft: '(draft)', taxId: 'Tax id', issued: 'Issued', due: 'Due', period: 'Period', to: 'to', state: 'State', title: 'Description', quantity: 'Qty', unit: 'Unit price', tax: 'Tax', net: 'Net', subtotal: 'Subtotal', total: 'Total', paid: 'Paid', open: 'Due', states: {} },
  pt: { invoice: 'Fatura', draft: '(rascunho)', taxId: 'NIF', issued: 'Emitida em', due: 'Vence em', period: 'Período', to: 'a', state: 'Estado', title: 'Descrição', quantity: 'Qtd.', unit: 'Preço unitário', tax: 'IVA', net: 'Líquido', subtotal: 'Subtotal', total: 'Total', paid: 'Pago', open: 'Em dívida', states: { draft: 'rascunho', open: 'em aberto', paid: 'paga', void: 'anulada', uncollectible: 'incobrável' } },
} as const
/** Languages of papers: those whose letters the built-in fonts of PDF have, so no Arabic. */
export type PaperLanguage = keyof typeof texts
const PORTUGUESE: readonly string[] = ['PT', 'BR', 'AO', 'MZ', 'CV', 'GW', 'ST', 'TL']

/** The language of who gets the paper, by the country of their address (ISO 3166-1 alpha-2). */
export const paperLanguage = (country: string | null | undefined): PaperLanguage => (PORTUGUESE.includes(country ?? '') ? 'pt' : 'en')

/** What stands on the paper: the invoice, who gets it as far as the reader may know them, and who sends it. */
export interface Paper { readonly invoice: SubscriptionInvoice; readonly vendor: Partial<Pick<Vendor, 'legalName' | 'displayName' | 'address' | 'taxId'>>; readonly from: string; /** Default English. */ readonly language?: PaperLanguage }

const INK = '#0f172a'
const MUTED = '#475569'
const LINE = '#cbd5e1'
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 539, 56, 760]
/** Left edges and widths of the columns of the lines. */
const COLUMNS = { title: [LEFT, 250], quantity: [312, 40], unit: [356, 75], tax: [435, 40], amount: [475, RIGHT - 475] } as const

// The built-in fonts know Western letters only; others lose their marks, or become a question mark.
const western = (text: string): string => text.normalize('NFC').replace(/[^\u0020-\u007e\u00a0-\u00ff€–—‘’“”•…]/gu, (c) => c.normalize('NFD').replace(/\p{M}/gu, '').replace(/[^\u0020-\u00ff]/gu, '?'))

const addressOf = ({ address }: Paper['vendor']): string[] => (address ? [address.line, [address.postalCode, address.city].filter(Boolean).join(' '), address.country] : [])

const draw = (Document: typeof PDFDocument, { invoice, vendor, from, language = 'en' }: Paper): Promise<Uint8Array> => new Promise((resolve, reject) => {
  const says = texts[language]
  const issued = new Date(`${invoice.issuedOn ?? '2000-01-01'}T00:00:00Z`)
  const doc = new Document({ size: 'A4', margin: 0, info: { Title: western(`${says.invoice} ${invoice.number ?? ''}`), Author: western(from), CreationDate: issued, ModDate: issued }, lang: language, displayTitle: true })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => void chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks))).on('error', reject)
  const write = (text: string, x: number, y: number, { bold = false, size = 10, colour = INK, width = RIGHT - x, align = 'left' as 'left' | 'right' } = {}): void => void
    doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size).fillColor(colour).text(western(text), x, y, { width, align })
  const rule = (y: number): void => void doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(LINE).stroke()
  const right = (text: string, [x, width]: readonly [number, number], y: number, bold = false): void => write(text, x, y, { width, align: 'right', bold })

  write(from, LEFT, TOP, { bold: true, size: 12 })
  write(`${says.invoice} ${invoice.number ?? says.draft}`, LEFT, TOP + 44, { bold: true, size: 20 })
  const to = [vendor.legalName ?? vendor.displayName ?? '', ...addressOf(vendor), vendor.taxId ? `${says.taxId} ${vendor.taxId}` : ''].filter(Boolean)
  to.forEach((line, i) => write(line, LEFT, TOP + 84 + i * 14, { width: 260 }))
  const facts: [string, string | null][] = [[says.issued, invoice.issuedOn], [says.due, invoice.dueOn], [says.period, `${invoice.periodStart} ${says.to} ${invoice.periodEnd}`], [says.state, (says.states as Record<string, string>)[invoice.state] ?? invoice.state]]
  facts.forEach(([name, value], i) => {
    write(name, 356, TOP + 84 + i * 14, { colour: MUTED })
    right(value ?? '-', [400, RIGHT - 400], TOP + 84 + i * 14)
  })

  const heading = (y: number): number => {
    write(says.title, COLUMNS.title[0], y, { colour: MUTED, size: 9 })
    for (const [name, column] of [[says.quantity, COLUMNS.quantity], [says.unit, COLUMNS.unit], [says.tax, COLUMNS.tax], [says.net, COLUMNS.amount]] as const) write(name, column[0], y, { width: column[1], align: 'right', colour: MUTED, size: 9 })
    rule(y + 14)
    return y + 22
  }
  let y = heading(TOP + 180)
  for (const line of invoice.lines) {
    const height = doc.font('Helvetica').fontSize(10).heightOfString(western(line.title), { width: COLUMNS.title[1] })
    if (y + height > BOTTOM) {
      doc.addPage()
      y = heading(TOP)
    }
    write(line.title, COLUMNS.title[0], y, { width: COLUMNS.title[1] })
    right(String(line.quantity), COLUMNS.quantity, y)
    right(moneyText(line.unit), COLUMNS.unit, y)
    right(`${line.tax / 100}%`, COLUMNS.tax, y)
    right(moneyText({ ...line.unit, amount: line.unit.amount * line.quantity }), COLUMNS.amount, y)
    y += height + 8
  }
  const sums: [string, Money | null, boolean][] = [[says.subtotal, invoice.subtotal, false], [says.tax, invoice.tax, false], [says.total, invoice.total, true], [says.paid, invoice.paid, false], [says.open, invoice.due, true]]
  if (y + sums.length * 16 + 12 > BOTTOM + 40) {
    doc.addPage()
    y = TOP
  }
  rule(y + 2)
  for (const [i, [name, sum, bold]] of sums.entries()) {
    write(name, 356, y + 12 + i * 16, { bold })
    right(sum ? moneyText(sum) : '-', [430, RIGHT - 430], y + 12 + i * 16, bold)
  }
  doc.end()
})

/** The invoice on A4, as many pages as its lines need. The same bytes for the same invoice. */
export const invoicePdf = async (paper: Paper): Promise<Uint8Array> => draw((await import('pdfkit')).default, paper)
