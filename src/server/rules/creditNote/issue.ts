/** Issues a credit note for a refund that has succeeded. */
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { Money } from '#schemas/define/fields.ts'
import { dayIn } from '#model/zone.ts'
import { organisationZone } from '../organisation/rules.ts'
import type { RuleContext } from '../types.ts'
import type { Ledger } from '../paymentTransaction/ledger.ts'

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

interface Credited {
  readonly name: string
  readonly vendor: string | null
  readonly customer: string | null
  readonly total: Money | null
  readonly tax: Money | null
}

/** What a refund is about. */
const creditedOf = async (
  { invoice, order, booking }: PaymentTransaction,
  context: RuleContext,
): Promise<Credited | undefined> => {
  if (invoice) {
    const row = await context.load('subscription-invoices', invoice)
    return row && { ...row, name: `Invoice ${row.number}`, customer: null }
  }
  if (order) {
    const row = await context.load('orders', order)
    return row && { ...row, name: `Order ${row.number}`, vendor: null }
  }
  const row = booking ? await context.load('bookings', booking) : undefined
  return row && { ...row, name: `Booking ${row.code}`, vendor: null, tax: null }
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
  const { currency, amount } = refund.amount
  const money = (sum: number): Money => ({ amount: sum, currency })
  const whole = { total: credited.total?.amount ?? 0, tax: credited.tax?.amount ?? 0 }
  const tax = money(taxIn(amount, ledger, whole))
  const issuedOn = dayIn(await organisationZone(context.tx), context.now)
  const year = issuedOn.slice(0, 4)
  const count = await context.nextNumber(`credit-note-${year}`)
  await context.others.create('credit-notes', {
    number: `CN-${year}-${String(count).padStart(6, '0')}`,
    refund: refund.id,
    invoice: refund.invoice,
    order: refund.order,
    booking: refund.booking,
    vendor: credited.vendor,
    customer: credited.customer,
    lines: [{ title: credited.name, amount: refund.amount, tax }],
    tax,
    total: refund.amount,
    reason: refund.note?.slice(0, 500) ?? null,
    issuedOn,
  })
}
