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

/** Amount of a rate: of what the lines come to less discount, before tax. A cancelled order earns nothing. */
export const commissionOf = (
  state: Order['state'],
  rate: number | null,
  { subtotal, discount }: { readonly subtotal: Money; readonly discount: Money },
): Commission => ({
  commissionRate: rate,
  commission:
    rate === null
      ? null
      : {
          amount: state === 'cancelled' ? 0 : shareOf(subtotal.amount - discount.amount, rate),
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
