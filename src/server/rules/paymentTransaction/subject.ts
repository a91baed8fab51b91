import type { Booking } from '#schemas/booking.ts'
import type { Order } from '#schemas/order.ts'
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { RuleContext } from '../types.ts'
import { keptOf, ledgerOf, paymentStateOf, type Ledger, type SubjectField } from './ledger.ts'

/** Subject of a payment: its field, its record, its display name, and the total to pay. */
export interface Subject {
  readonly field: SubjectField
  readonly id: string
  readonly name: string
  readonly total: Money | null
  /** True when it accepts payments now. */
  readonly open: boolean
  readonly state: string
}

type Facts = Omit<Subject, 'field' | 'id'>

const facts = {
  order: ({ number, total, currency, state }: Order): Facts => ({
    name: `Order ${number}`,
    total: total ?? { amount: 0, currency },
    open: !['draft', 'cancelled'].includes(state),
    state,
  }),
  // A cancelled booking owes the fee, a no-show the whole stay.
  booking: ({ code, total, cancellationFee, state }: Booking): Facts => ({
    name: `Booking ${code}`,
    total: state === 'cancelled' ? (cancellationFee ?? (total && { ...total, amount: 0 })) : total,
    open: state !== 'expired',
    state,
  }),
  invoice: ({ number, total, currency, state }: SubscriptionInvoice): Facts => ({
    name: number ? `Invoice ${number}` : 'This invoice',
    total: total ?? { amount: 0, currency },
    open: ['open', 'uncollectible'].includes(state),
    state,
  }),
}

/** Identifies a subject: a transaction, or the id of one record. */
type Names = Partial<Pick<PaymentTransaction, SubjectField>> | Partial<Record<SubjectField, string>>

/**
 * Locks the subject until the transaction ends and returns its current state. Undefined when it
 * does not exist.
 */
export const lockSubject = async (
  { order, booking, invoice }: Names,
  context: RuleContext,
): Promise<Subject | undefined> => {
  if (order) {
    const row = await context.lock('orders', order)
    return row && { field: 'order', id: row.id, ...facts.order(row) }
  }
  if (booking) {
    const row = await context.lock('bookings', booking)
    return row && { field: 'booking', id: row.id, ...facts.booking(row) }
  }
  if (!invoice) return undefined
  const row = await context.lock('subscription-invoices', invoice)
  return row && { field: 'invoice', id: row.id, ...facts.invoice(row) }
}

/** Amount still to be paid, in minor units, less what is in processing. */
export const roomOf = ({ total }: Pick<Subject, 'total'>, ledger: Ledger): number =>
  Math.max(0, (total?.amount ?? 0) - keptOf(ledger) - ledger.processing)

/** Sentence that explains why nothing can be paid. */
export const nothingDue = ({ name }: Subject, { processing }: Ledger): string =>
  processing > 0
    ? `For ${name.replace(/^[A-Z]/, (c) => c.toLowerCase())} a payment is already on its way; nothing else is due.`
    : `${name} is paid; nothing is due any more.`

/** Writes the ledger's current sums to the subject, which the caller has locked. */
export const settleSubject = async (
  { field, id, total }: Subject,
  context: RuleContext,
): Promise<void> => {
  if (!total) return
  const ledger = await ledgerOf(context.tx, field, id)
  const paid = { amount: keptOf(ledger), currency: total.currency }
  if (field === 'order') {
    const paymentState = paymentStateOf(total.amount, ledger)
    await context.others.update('orders', id, { paid, paymentState })
  } else if (field === 'booking') {
    await context.others.update('bookings', id, { paid })
  } else {
    const due = { amount: Math.max(0, total.amount - paid.amount), currency: total.currency }
    await context.others.update('subscription-invoices', id, { paid, due })
  }
}
