import type { Booking } from '#schemas/booking.ts'
import type { Order } from '#schemas/order.ts'
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import type { RuleContext } from '../types.ts'
import { takenOf } from './lineRefunds.ts'
import {
  EMPTY,
  keptOf,
  ledgerOf,
  settlementOf,
  type Ledger,
  type Owed,
  type Settlement,
  type SubjectField,
} from './ledger.ts'

/** Subject of a payment: its field, its record, its label and number, and the total to pay. */
export interface Subject extends Owed {
  readonly field: SubjectField
  readonly id: string
  readonly label: string
  /** Null until it has one. */
  readonly number: string | null
  readonly state: string
}

type Facts = Omit<Subject, 'field' | 'id'>

/** What a record of each kind of subject owes. */
export const facts = {
  order: ({ number, total, currency, state }: Order): Facts => ({
    label: 'Order',
    number,
    total: total ?? { amount: 0, currency },
    kept: 0,
    open: !['draft', 'cancelled'].includes(state),
    state,
  }),
  // A cancelled booking owes the fee, a no-show the whole stay.
  booking: ({ code, total: price, cancellationFee, state }: Booking): Facts => {
    const total =
      state === 'cancelled' ? (cancellationFee ?? (price && { ...price, amount: 0 })) : price
    return {
      label: 'Booking',
      number: code,
      total,
      kept: ['cancelled', 'no_show'].includes(state) ? (total?.amount ?? 0) : 0,
      open: state !== 'expired',
      state,
    }
  },
  invoice: ({ number, total, currency, state }: SubscriptionInvoice): Facts => ({
    label: 'Invoice',
    number,
    total: total ?? { amount: 0, currency },
    kept: 0,
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

type Owes = Pick<Owed, 'total' | 'kept' | 'open'>

const owesSame = (a: Owes, b: Owes): boolean =>
  a.total?.amount === b.total?.amount &&
  a.total?.currency === b.total?.currency &&
  a.kept === b.kept &&
  a.open === b.open

const SETTLED = ['paid', 'refunded', 'due', 'refundable', 'paymentState'] as const

/**
 * Settlement of a subject about to be written; undefined while what is on the record is current.
 * Whatever changes the ledger updates the record in the same transaction (`settleSubject`), so only
 * a change of what is owed or settled needs the ledger, and with it a transaction.
 */
export const settled = async (
  field: SubjectField,
  { id, now, before }: { id: string; now: Owes; before: Owes | null },
  changed: ReadonlySet<string>,
  context: RuleContext,
): Promise<Settlement | undefined> => {
  if (before && owesSame(now, before) && !SETTLED.some((name) => changed.has(name))) {
    return undefined
  }
  return settlementOf(now, before ? await ledgerOf(context.tx, field, id) : EMPTY)
}

/** Writes the ledger's current sums to the subject, which the caller has locked. */
export const settleSubject = async (subject: Subject, context: RuleContext): Promise<void> => {
  const { field, id, total } = subject
  if (!total) return
  const refundedLines = await takenOf(context.tx, field, id)
  const values = { ...settlementOf(subject, await ledgerOf(context.tx, field, id)), refundedLines }
  if (field === 'order') await context.others.update('orders', id, values)
  else if (field === 'booking') await context.others.update('bookings', id, values)
  else await context.others.update('subscription-invoices', id, values)
}
