import type { Money } from '#schemas/define/fields.ts'
import type { Order } from '#schemas/order.ts'
import type { RuleContext } from '../types.ts'
import { shareOf } from '../booking/money.ts'

type Facts = Pick<Order, 'kind' | 'state' | 'vendor' | 'job'>

/** Our share of an order: the rate in basis points and the amount it makes of the lines before tax. */
export interface Commission {
  readonly commissionRate: number | null
  readonly commission: Money | null
}

/** The rate of the category of the job that an order came from, else that of its vendor; vendors' own subscriptions have none. */
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

/** What is left of an amount when `refunded` of `total` was paid back; half up. */
const leftOf = (amount: number, total: number, refunded: number): number =>
  refunded <= 0 || total <= 0
    ? amount
    : Number(
        (BigInt(amount) * BigInt(Math.max(total - refunded, 0)) * 2n + BigInt(total)) /
          (BigInt(total) * 2n),
      )

/**
 * Amount of a rate: of what the lines come to less discount, before tax, and less the share of the total that was paid back
 * (`refunded`, minor units). A cancelled order earns nothing.
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

/** The rate that holds for an order: agreed once it is placed, that of today before. */
export const agreedRate = async (
  order: Facts,
  before: Pick<Order, 'state' | 'commissionRate'> | null,
  context: RuleContext,
): Promise<number | null> =>
  before && before.state !== 'draft' ? (before.commissionRate ?? null) : rateNow(order, context)
