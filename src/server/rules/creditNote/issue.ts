/** Issues a credit note for a refund that has succeeded. */
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { Money } from '#schemas/define/fields.ts'
import { dayIn } from '#model/zone.ts'
import { organisationZone } from '../organisation/rules.ts'
import type { RuleContext, ValuesIn } from '../types.ts'
import type { Ledger, SubjectField } from '../paymentTransaction/ledger.ts'

/**
 * Tax in a refund of `amount`, all in minor units: its share of the tax of the whole. Computed from
 * sums, so that the notes of a complete refund together have the whole tax.
 */
export const taxIn = (
  amount: number,
  { refunded }: Pick<Ledger, 'refunded'>,
  { total, tax }: { readonly total: number; readonly tax: number },
): number => {
  if (total <= 0) return 0
  const until = (sum: number): number => {
    const doubled = BigInt(tax) * BigInt(Math.min(sum, total)) * 2n
    return Number((doubled + BigInt(total)) / (BigInt(total) * 2n))
  }
  return until(refunded) - until(refunded - amount)
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

type Refunded = Pick<PaymentTransaction, 'id' | 'amount' | 'note' | SubjectField>

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

/** Content of the note of a refund; the sums in `ledger` include the refund. */
export const noteOf = (
  refund: Refunded,
  credited: Credited,
  ledger: Pick<Ledger, 'refunded'>,
): ValuesIn<'credit-notes'> => {
  const { currency, amount } = refund.amount
  const whole = { total: credited.total?.amount ?? 0, tax: credited.tax?.amount ?? 0 }
  const tax = { amount: taxIn(amount, ledger, whole), currency }
  return {
    refund: refund.id,
    invoice: refund.invoice,
    order: refund.order,
    booking: refund.booking,
    vendor: credited.vendor,
    customer: credited.customer,
    lines: [{ title: credited.title, amount: refund.amount, tax }],
    tax,
    total: refund.amount,
    reason: refund.note?.slice(0, 500) ?? null,
  }
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
    ...noteOf(refund, credited, ledger),
    number: noteNumber(issuedOn, count),
    issuedOn,
  })
}
