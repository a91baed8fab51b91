/** What one order or stay has earned its vendor so far. */
import type { Booking } from '#schemas/booking.ts'
import type { Order } from '#schemas/order.ts'
import type { VendorEntry } from '#schemas/vendorEntry.ts'
import { shareOf } from '#model/charge.ts'
import { leftOf } from '../order/commission.ts'

/** Parts of the money of one order or stay in minor units; `amount` is what the vendor gets. */
export type Share = Readonly<
  Record<keyof Pick<VendorEntry, 'received' | 'commission' | 'fees' | 'advance' | 'amount'>, number>
>

/** The parts of a share in the order in which statements list them. */
export const PARTS = ['received', 'commission', 'fees', 'advance', 'amount'] as const

/** Fees and payouts that the ledger of payments has for one order or stay, in minor units. */
export interface Costs {
  readonly fees: number
  readonly advance: number
}

/** Splits received money: what is not commission, fee or advance is the vendor's. */
const split = (received: number, commission: number, { fees, advance }: Costs): Share => ({
  received,
  commission,
  fees,
  advance,
  amount: received - commission - fees - advance,
})

/** Nothing is earned before completion, so nothing is shared. */
const notYet: Share = split(0, 0, { fees: 0, advance: 0 })

/**
 * Share of an order: of what was received and not refunded, with commission on its part before tax.
 * Paid in full, the commission is the order's own.
 */
export const shareOfOrder = (
  {
    state,
    kind,
    paid,
    subtotal,
    discount,
    total,
  }: Pick<Order, 'state' | 'kind' | 'paid' | 'subtotal' | 'discount' | 'total'>,
  rate: number,
  costs: Costs,
): Share => {
  if (!['completed', 'cancelled'].includes(state) || kind === 'subscription') return notYet
  const received = state === 'completed' ? (paid?.amount ?? 0) : 0
  const net = (subtotal?.amount ?? 0) - (discount?.amount ?? 0)
  const whole = total?.amount ?? 0
  return split(received, shareOf(leftOf(net, whole, whole - received), rate), costs)
}

/**
 * Share of a stay: of what was received and is kept. Of a cancelled stay that is at most the fee; the
 * rest goes back to the guest.
 */
export const shareOfStay = (
  { state, paid, cancellationFee }: Pick<Booking, 'state' | 'paid' | 'cancellationFee'>,
  rate: number,
  costs: Costs,
): Share => {
  const kept = paid?.amount ?? 0
  const fee = Math.min(kept, cancellationFee?.amount ?? 0)
  const received: Partial<Record<Booking['state'], number>> = {
    checked_out: kept,
    no_show: kept,
    cancelled: fee,
    expired: 0,
  }
  const now = new Map(Object.entries(received)).get(state)
  return now === undefined ? notYet : split(now, shareOf(now, rate), costs)
}

/** The amounts of a share in a currency, as an entry of the ledger has them. */
export const moneyOf = (
  { received, commission, fees, advance, amount }: Share,
  currency: string,
): Pick<VendorEntry, keyof Share> => ({
  received: { amount: received, currency },
  commission: { amount: commission, currency },
  fees: { amount: fees, currency },
  advance: { amount: advance, currency },
  amount: { amount, currency },
})

/** The change from what is in the ledger to a share; undefined when nothing changed. */
export const changeOf = (share: Share, posted: Share): Share | undefined => {
  const change = { ...share }
  for (const part of PARTS) change[part] = share[part] - posted[part]
  return PARTS.some((part) => change[part] !== 0) ? change : undefined
}
