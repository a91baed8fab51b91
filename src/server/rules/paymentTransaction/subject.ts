import type { Booking } from '#schemas/booking.ts'
import type { Order } from '#schemas/order.ts'
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { RuleContext } from '../types.ts'
import { keptOf, ledgerOf, paymentStateOf, type Ledger, type SubjectField } from './ledger.ts'

/** What a payment is for: its field, the record, its name for people, and what is to be paid in all. */
export interface Subject {
  readonly field: SubjectField
  readonly id: string
  readonly name: string
  readonly total: Money | null
  /** Money may come in now. */
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
  // Whoever cancels owes the fee, who does not come the stay.
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

/** What names a subject: a transaction, or the id of one record. */
type Names = Partial<Pick<PaymentTransaction, SubjectField>> | Partial<Record<SubjectField, string>>

/** The subject as it is after everyone who writes to it now is done; held until the transaction ends. Undefined when it does not exist. */
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

/** What is still to come, in minor units: without what is already on its way. */
export const roomOf = ({ total }: Pick<Subject, 'total'>, ledger: Ledger): number =>
  Math.max(0, (total?.amount ?? 0) - keptOf(ledger) - ledger.processing)

/** Why nothing can be paid, in a sentence. */
export const nothingDue = ({ name }: Subject, { processing }: Ledger): string =>
  processing > 0
    ? `For ${name.replace(/^[A-Z]/, (c) => c.toLowerCase())} a payment is already on its way; nothing else is due.`
    : `${name} is paid; nothing is due any more.`

/** Writes what the ledger now says onto the subject; the caller holds it. */
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
