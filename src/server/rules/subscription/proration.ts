import type { Subscription } from '#schemas/subscription.ts'
import type { SubscriptionPlan } from '#schemas/subscriptionPlan.ts'
import type { Money } from '#schemas/define/fields.ts'
import { totalsOf, type ChargedLine } from '../order/money.ts'
import { daysBetween, periodEnd, writtenDay } from './calendar.ts'

export interface InvoiceLine extends ChargedLine {
  readonly title: string
}

/**
 * Cost of changing the plan today. `credit` and `charge` are net amounts; `total` is what the
 * invoice comes to, `carried` the credit left for the next ones.
 */
export type Proration = {
  readonly lines: readonly InvoiceLine[]
  readonly from: string
  readonly until: string
  readonly credit: Money
  readonly charge: Money
  readonly tax: Money
  readonly total: Money
  readonly carried: Money
}

/** `amount` × `part` / `whole`, rounded half away from zero, in integer arithmetic. */
const portion = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n))

const daysLeft = (count: number, kind = ''): string =>
  `${count}${kind} ${count === 1 ? 'day' : 'days'}`

/**
 * Credits the remaining days of the period at the agreed price and charges them at the new plan's,
 * prorated by the day. The period keeps its end; then the new plan's interval applies. In a trial
 * nothing is credited or charged. Used by the preview and by `changePlan`.
 */
export const proration = (
  subscription: Subscription,
  current: Pick<SubscriptionPlan, 'name'>,
  plan: Pick<SubscriptionPlan, 'name' | 'price' | 'interval' | 'intervalCount' | 'tax'>,
  today: string,
): Proration => {
  const { periodStart, periodEnd: until, price, tax, state } = subscription
  const { currency } = plan.price
  const money = (amount: number): Money => ({ amount, currency })
  const begun = today < periodStart ? periodStart : today
  const from = begun > until! ? until! : begun
  const left = daysBetween(from, until!)
  const nothing = state === 'trialing' || left === 0 || !price
  const credit = nothing ? 0 : portion(price.amount, left, daysBetween(periodStart, until!))
  const charge = nothing
    ? 0
    : portion(
        plan.price.amount,
        left,
        daysBetween(periodStart, periodEnd(periodStart, periodStart, plan)),
      )
  const lines: InvoiceLine[] = [
    ...(credit
      ? [
          {
            title: `${current.name}, ${daysLeft(left, ' unused')} until ${writtenDay(until!)}`,
            quantity: 1,
            unit: money(-credit),
            tax: tax ?? 0,
          },
        ]
      : []),
    ...(charge
      ? [
          {
            title: `${plan.name}, ${daysLeft(left)} until ${writtenDay(until!)}`,
            quantity: 1,
            unit: money(charge),
            tax: plan.tax,
          },
        ]
      : []),
  ]
  const sums = totalsOf(lines, currency)
  const carried = Math.max(0, -sums.total.amount)
  if (carried) {
    lines.push({
      title: 'Carried over to the next invoice',
      quantity: 1,
      unit: money(carried),
      tax: 0,
    })
  }
  return {
    lines,
    from,
    until: until!,
    credit: money(credit),
    charge: money(charge),
    tax: sums.tax,
    total: money(sums.total.amount + carried),
    carried: money(carried),
  }
}
