import type { Subscription } from '#schemas/subscription.ts'
import type { RecordOf, RuleContext } from '../types.ts'
import { totalsOf } from '../order/money.ts'
import { writtenDay } from './calendar.ts'
import type { InvoiceLine } from './proration.ts'

/** Creates an invoice and issues it, which gives it its number. */
export const issue = async (
  context: RuleContext,
  subscription: Pick<Subscription, 'id'>,
  period: { readonly periodStart: string; readonly periodEnd: string },
  lines: readonly InvoiceLine[],
): Promise<RecordOf<'subscription-invoices'>> => {
  const made = await context.others.create('subscription-invoices', {
    subscription: subscription.id,
    ...period,
    currency: lines[0]!.unit.currency,
    lines: [...lines],
  })
  return context.others.transition('subscription-invoices', made.id, 'open')
}

/**
 * Invoices a subscription's current period at the agreed price, less its credit. Creates no invoice
 * if nothing is left to pay.
 */
export const invoicePeriod = async (
  subscription: Subscription,
  context: RuleContext,
): Promise<void> => {
  const { price, tax, credit, periodStart, periodEnd } = subscription
  if (!price?.amount || !periodEnd) return
  const plan = await context.load('subscription-plans', subscription.plan)
  const line: InvoiceLine = {
    title: `${plan?.name ?? 'Subscription'}, ${writtenDay(periodStart)} to ${writtenDay(periodEnd)}`,
    quantity: 1,
    unit: price,
    tax: tax ?? 0,
  }
  const used = Math.min(credit?.amount ?? 0, totalsOf([line], price.currency).total.amount)
  const lines = used
    ? [
        line,
        {
          title: 'Credit from before',
          quantity: 1,
          unit: { amount: -used, currency: price.currency },
          tax: 0,
        },
      ]
    : [line]
  await issue(context, subscription, { periodStart, periodEnd }, lines)
  if (used) {
    await context.others.update('subscriptions', subscription.id, {
      credit: { amount: credit!.amount - used, currency: price.currency },
    })
  }
}
