import type { Money } from '#schemas/define/fields.ts'
import type { Order } from '#schemas/order.ts'
import type { RuleContext } from '../types.ts'
import { shareOf } from '#model/charge.ts'

type Facts = Pick<Order, 'kind' | 'state' | 'vendor' | 'job'>

/** Our share of an order: the rate in basis points, and its amount from the lines before tax. */
export interface Commission {
  readonly commissionRate: number | null
  readonly commission: Money | null
}

/**
 * Rate of the category of the order's job, else of its vendor; subscriptions sold to vendors have
 * none.
 */
const rateNow = async (
  { kind, vendor, job }: Facts,
  context: RuleContext,
): Promise<number | null> => {
  if (kind === 'subscription') return null
  const from = job && (await context.load('service-jobs', job))
  const category = from && (await context.load('service-categories', from.category))
  if (category?.commission != null) return category.commission
  return (await context.load('vendors', vendor))?.commission ?? null
}

/** Remainder of an amount when `refunded` of `total` was refunded; rounds half up. */
export const leftOf = (amount: number, total: number, refunded: number): number =>
  refunded <= 0 || total <= 0
    ? amount
    : Number(
        (BigInt(amount) * BigInt(Math.max(total - refunded, 0)) * 2n + BigInt(total)) /
          (BigInt(total) * 2n),
      )

/**
 * Commission at a rate: on the lines less discount, before tax, less the refunded share of the
 * total (`refunded`, minor units). A cancelled order earns nothing.
 */
export const commissionOf = (
  state: Order['state'],
  rate: number | null,
  {
    subtotal,
    discount,
    total,
  }: { readonly subtotal: Money; readonly discount: Money; readonly total: Money },
  refunded: number,
): Commission => ({
  commissionRate: rate,
  commission:
    rate === null
      ? null
      : {
          amount:
            state === 'cancelled'
              ? 0
              : shareOf(leftOf(subtotal.amount - discount.amount, total.amount, refunded), rate),
          currency: subtotal.currency,
        },
})

/** Rate that applies to an order: fixed once it is placed, today's rate before. */
export const agreedRate = async (
  order: Facts,
  before: Pick<Order, 'state' | 'commissionRate'> | null,
  context: RuleContext,
): Promise<number | null> =>
  before && before.state !== 'draft' ? (before.commissionRate ?? null) : rateNow(order, context)
