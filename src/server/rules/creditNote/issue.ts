/** Issues a credit note for a refund that has succeeded. */
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { Money } from '#schemas/define/fields.ts'
import { dayIn } from '#model/zone.ts'
import { organisationZone } from '../organisation/rules.ts'
import type { RuleContext, ValuesIn } from '../types.ts'
import type { Ledger, SubjectField } from '../paymentTransaction/ledger.ts'

/** What is not credited yet of a subject, in minor units: the total and the tax contained in it. */
export interface Uncredited {
  readonly total: number
  readonly tax: number
}

const portion = (sum: number, part: number, of: number): number =>
  of > 0 ? Number((BigInt(sum) * BigInt(part) * 2n + BigInt(of)) / (BigInt(of) * 2n)) : 0

/**
 * Tax in a refund of `amount`, in minor units: `wanted`, or its share of the tax that is not
 * credited yet. Never more than is left, and never so little that the rest could not hold what is
 * left, so that the notes of a complete refund together have the whole tax.
 */
export const taxIn = (amount: number, left: Uncredited, wanted?: number): number => {
  const least = Math.max(0, left.tax - Math.max(0, left.total - amount))
  const share = wanted ?? portion(left.tax, Math.min(amount, left.total), left.total)
  return Math.min(amount, left.tax, Math.max(least, share))
}

/**
 * What is not credited of a subject. Refunds from another system have no notes here; they count
 * with their share of the tax.
 */
export const uncredited = (whole: Uncredited, refunded: number, noted: Uncredited): Uncredited => {
  const elsewhere = Math.max(0, refunded - noted.total)
  const tax =
    whole.tax - noted.tax - portion(whole.tax, Math.min(elsewhere, whole.total), whole.total)
  const total = Math.max(0, whole.total - refunded)
  return { total, tax: Math.min(total, Math.max(0, tax)) }
}

/** What a refund is about. */
export interface Credited {
  /** Number or code of the order, booking or invoice. */
  readonly title: string
  readonly vendor: string | null
  readonly customer: string | null
  readonly total: Money | null
  readonly tax: Money | null
}

type Refunded = Pick<PaymentTransaction, 'id' | 'amount' | 'note' | SubjectField> &
  Partial<Pick<PaymentTransaction, 'lines'>>

const creditedOf = async (
  { invoice, order, booking }: Refunded,
  context: RuleContext,
): Promise<Credited | undefined> => {
  if (invoice) {
    const row = await context.load('subscription-invoices', invoice)
    return row && { ...row, title: row.number ?? '', customer: null }
  }
  if (order) {
    const row = await context.load('orders', order)
    return row && { ...row, title: row.number, vendor: null }
  }
  const row = booking ? await context.load('bookings', booking) : undefined
  return row && { ...row, title: row.code, vendor: null, tax: null }
}

/** Number of the `count`th note of the year of a day. */
export const noteNumber = (day: string, count: number): string =>
  `CN-${day.slice(0, 4)}-${String(count).padStart(6, '0')}`

type NoteLine = NonNullable<ValuesIn<'credit-notes'>['lines']>[number]

/** Lines of a note: those of its refund, or one for its subject, with the tax that is left. */
const noteLines = (
  { amount, lines = [] }: Refunded,
  title: string,
  left: Uncredited,
): { readonly lines: NoteLine[]; readonly tax: number } => {
  const { currency } = amount
  if (!lines.length) {
    const tax = taxIn(amount.amount, left)
    return { lines: [{ title, amount, tax: { amount: tax, currency } }], tax }
  }
  const rest = { ...left }
  const taxed = lines.map(({ line: _, ...line }): NoteLine => {
    const tax = taxIn(line.amount.amount, rest, line.tax.amount)
    rest.total -= line.amount.amount
    rest.tax -= tax
    return { ...line, tax: { amount: tax, currency } }
  })
  return { lines: taxed, tax: left.tax - rest.tax }
}

/**
 * Content of the note of a refund. `refunded` has the sum of the refunds of its subject with this
 * one, `noted` the sums of the notes before.
 */
export const noteOf = (
  refund: Refunded,
  credited: Credited,
  { refunded, noted }: Pick<Ledger, 'refunded'> & { readonly noted: Uncredited },
): ValuesIn<'credit-notes'> => {
  const { currency, amount } = refund.amount
  const whole = { total: credited.total?.amount ?? 0, tax: credited.tax?.amount ?? 0 }
  const { lines, tax } = noteLines(
    refund,
    credited.title,
    uncredited(whole, refunded - amount, noted),
  )
  return {
    refund: refund.id,
    invoice: refund.invoice,
    order: refund.order,
    booking: refund.booking,
    vendor: credited.vendor,
    customer: credited.customer,
    lines,
    tax: { amount: tax, currency },
    total: refund.amount,
    reason: refund.note?.slice(0, 500) ?? null,
  }
}

/** Sums of the notes of a subject. */
const notedOf = async (
  { order, booking, invoice }: Refunded,
  { tx }: RuleContext,
): Promise<Uncredited> => {
  const { rows } = await tx.query<{ total: number | null; tax: number | null }>(
    'SELECT sum(total_amount)::bigint AS total, sum(tax_amount)::bigint AS tax FROM credit_notes WHERE "order" = $1 OR booking = $2 OR invoice = $3',
    [order, booking, invoice],
  )
  return { total: Number(rows[0]!.total ?? 0), tax: Number(rows[0]!.tax ?? 0) }
}

/**
 * Adds the credit note of a refund. `ledger` has the sums of its subject, which is locked, with the
 * refund. Numbers have no gaps, since each is taken in the transaction of its note.
 */
export const issueCreditNote = async (
  refund: PaymentTransaction,
  ledger: Ledger,
  context: RuleContext,
): Promise<void> => {
  const credited = await creditedOf(refund, context)
  if (!credited) return
  const issuedOn = dayIn(await organisationZone(context.tx), context.now)
  const count = await context.nextNumber(`credit-note-${issuedOn.slice(0, 4)}`)
  await context.others.create('credit-notes', {
    ...noteOf(refund, credited, { ...ledger, noted: await notedOf(refund, context) }),
    number: noteNumber(issuedOn, count),
    issuedOn,
  })
}
