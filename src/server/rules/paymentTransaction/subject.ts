import type { Booking } from '#schemas/booking.ts'
import type { Order } from '#schemas/order.ts'
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { Json } from '#model/types.ts'
import type { RecordData } from '../../store/types.ts'
import type { RuleContext, Values } from '../../store/write/rules.ts'
import {
  keptOf,
  ledgerOf,
  paymentStateOf,
  subjects,
  type Ledger,
  type SubjectField,
} from './ledger.ts'

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

const describe: Readonly<Record<SubjectField, (row: never) => Omit<Subject, 'field' | 'id'>>> = {
  order: ({ number, total, currency, state }: Order) => ({
    name: `Order ${number}`,
    total: total ?? { amount: 0, currency },
    open: !['draft', 'cancelled'].includes(state),
    state,
  }),
  // Whoever cancels owes the fee, who does not come the stay.
  booking: ({ code, total, cancellationFee, state }: Booking) => ({
    name: `Booking ${code}`,
    total: state === 'cancelled' ? (cancellationFee ?? (total && { ...total, amount: 0 })) : total,
    open: state !== 'expired',
    state,
  }),
  invoice: ({ number, total, currency, state }: SubscriptionInvoice) => ({
    name: number ? `Invoice ${number}` : 'This invoice',
    total: total ?? { amount: 0, currency },
    open: ['open', 'uncollectible'].includes(state),
    state,
  }),
}

/** Which subject a transaction names. */
export const fieldOf = (row: PaymentTransaction): SubjectField =>
  row.order ? 'order' : row.booking ? 'booking' : 'invoice'

/** The subject as it is after everyone who writes to it now is done; held until the transaction ends. Undefined when it does not exist. */
export const lockSubject = async (
  row: PaymentTransaction,
  context: RuleContext,
): Promise<Subject | undefined> => {
  const field = fieldOf(row)
  if (!row[field]) return undefined
  const found = await context.lock(subjects[field], row[field])
  return found && subjectOf(field, found)
}

export const subjectOf = (field: SubjectField, row: RecordData): Subject => ({
  field,
  id: row.id,
  ...describe[field](row as never),
})

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
  const values: Record<SubjectField, unknown> = {
    order: { paid, paymentState: paymentStateOf(total.amount, ledger) },
    booking: { paid },
    invoice: {
      paid,
      due: { amount: Math.max(0, total.amount - paid.amount), currency: total.currency },
    },
  }
  await context.others.update(subjects[field], id, values[field] as Values & Json)
}
