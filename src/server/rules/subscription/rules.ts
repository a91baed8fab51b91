import { say, type Said } from '#model/message.ts'
import type { subscription, Subscription } from '#schemas/subscription.ts'
import type { SubscriptionPlan } from '#schemas/subscriptionPlan.ts'
import type { Json } from '#model/types.ts'
import { invalid, Problem } from '../../base/problem.ts'
import type { EntityRules, RuleContext, RuleValues } from '../types.ts'
import { addDays, dayOf, midnight, periodEnd } from './calendar.ts'
import { invoicePeriod, issue } from './invoicing.ts'
import { proration, type Proration } from './proration.ts'

const planOf = async (id: string, context: RuleContext): Promise<SubscriptionPlan | undefined> =>
  await context.load('subscription-plans', id)

/** Days a subscription stays past due before it becomes unpaid. */
const GRACE_DAYS = 14
/** States that the scheduler renews. */
const RENEWING: readonly Subscription['state'][] = ['trialing', 'active', 'past_due']
/** States in which a period is charged. */
const CHARGED: readonly string[] = ['active', 'past_due']

/** The version of a plan that a subscription signs up to. */
const signed = ({ revision, price, interval, intervalCount, tax }: SubscriptionPlan) => ({
  revision,
  price,
  interval,
  intervalCount,
  tax,
})

const endOf = (row: Subscription, before: Subscription | null): string => {
  if (row.state === 'trialing') return row.trialEndsOn!
  const samePeriod =
    before &&
    before.periodStart === row.periodStart &&
    before.anchoredOn === row.anchoredOn &&
    before.state !== 'trialing'
  if (samePeriod) return row.periodEnd!
  const { interval, intervalCount } = row
  return periodEnd(row.anchoredOn!, row.periodStart, {
    interval: interval!,
    intervalCount: intervalCount!,
  })
}

/** Paying restarts after an interruption; the earlier start is not kept. */
const payingTimes = (
  { state, payingSince, payingUntil }: Subscription,
  now: string,
): Pick<Subscription, 'payingSince' | 'payingUntil'> => {
  if (CHARGED.includes(state)) {
    return { payingSince: (payingUntil ? null : payingSince) ?? now, payingUntil: null }
  }
  return { payingSince, payingUntil: payingSince ? (payingUntil ?? now) : null }
}

const derive: EntityRules<typeof subscription>['derive'] = async (
  given,
  { before },
  context,
): Promise<RuleValues<typeof subscription>> => {
  let row = given
  if (!before) {
    const plan = (await planOf(row.plan, context))!
    const trialEndsOn = plan.trialDays ? addDays(row.periodStart, plan.trialDays) : null
    const state = row.state === 'trialing' && !trialEndsOn ? 'active' : row.state
    row = {
      ...row,
      ...signed(plan),
      credit: { amount: 0, currency: plan.price.currency },
      trialEndsOn,
      state,
      anchoredOn: state === 'trialing' ? trialEndsOn : row.periodStart,
    }
  }
  const end = endOf(row, before)
  return {
    ...row,
    ...payingTimes(row, context.now.toISOString()),
    periodEnd: end,
    renewsAt: RENEWING.includes(row.state) ? midnight(end) : null,
  }
}

/**
 * A trial ends today or on its planned day. A paused or unpaid subscription continues, with a new
 * period if the old one is over.
 */
const activated = (given: Subscription, context: RuleContext): RuleValues<typeof subscription> => {
  const { state, trialEndsOn, periodEnd: end } = given
  const today = dayOf(context.now)
  if (state === 'trialing') {
    const start = trialEndsOn! < today ? trialEndsOn! : today
    return { periodStart: start, anchoredOn: start }
  }
  return {
    graceUntil: null,
    ...((state === 'paused' || state === 'unpaid') && end! <= today
      ? { periodStart: today, anchoredOn: today }
      : {}),
  }
}

const CANCELLED = 'The cancellation date was reached'

/** Scheduled at the end of a period: cancels, starts charging, or renews. */
const turn = async (
  row: Subscription,
  context: RuleContext,
): Promise<RuleValues<typeof subscription> | undefined> => {
  const { id, state, cancelAt, periodEnd: end } = row
  const cancelled = cancelAt && cancelAt <= end!
  if (!cancelled && state !== 'trialing') return { periodStart: end }
  const to = cancelled ? 'cancelled' : 'active'
  await context.others.transition(
    'subscriptions',
    id,
    to,
    cancelled ? CANCELLED : 'The trial ended',
  )
  return undefined
}

const change = async (
  row: Subscription,
  id: Json | undefined,
  context: RuleContext,
): Promise<{ plan: SubscriptionPlan; result: Proration }> => {
  const subscription = row
  const plan =
    typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id) ? await planOf(id, context) : undefined
  const refuse = (message: Said, detail: Said): Problem =>
    new Problem(409, 'no_change', detail, {
      errors: [{ path: 'plan', code: 'invalid_value', message }],
    })
  if (!plan) {
    throw invalid([
      { path: 'plan', code: 'unknown_reference', message: 'There is no such subscription plan' },
    ])
  }
  const { name } = plan
  if (plan.state !== 'active') {
    throw refuse(
      say('“{{name}}” takes no subscribers', { name }),
      say('“{{name}}” takes no subscribers.', { name }),
    )
  }
  if (plan.id === subscription.plan && plan.revision === subscription.revision) {
    throw refuse(
      say('This subscription already has the plan “{{name}}” at its current price', { name }),
      say('This subscription already has the plan “{{name}}” at its current price.', { name }),
    )
  }
  if (plan.price.currency !== subscription.price?.currency) {
    const of = {
      name,
      currency: plan.price.currency,
      other: subscription.price?.currency ?? '',
    }
    throw refuse(
      say('“{{name}}” is in {{currency}}, this subscription in {{other}}', of),
      say('“{{name}}” is in {{currency}}, this subscription in {{other}}.', of),
    )
  }
  return {
    plan,
    result: proration(
      subscription,
      (await planOf(subscription.plan, context))!,
      plan,
      dayOf(context.now),
    ),
  }
}

/**
 * Rules of subscriptions: the plan's version as signed, consecutive periods with an invoice each,
 * and plan changes prorated by the day.
 */
export const subscriptionRules: EntityRules<typeof subscription> = {
  derive,
  async beforeWrite({ kind, after }, context) {
    if (kind !== 'create' || !after) return
    if ((await planOf(after.plan, context))?.state !== 'active') {
      throw invalid([{ path: 'plan', code: 'inactive', message: 'Choose a plan that is active' }])
    }
  },
  async afterWrite({ kind, before, after, changed }, context) {
    if (kind === 'purge') {
      await context.tx.query('DELETE FROM saved_cards WHERE record_id = $1', [before!.id])
    }
    if (!after || kind === 'import' || !CHARGED.includes(String(after.state))) return
    const begins = before
      ? changed.has('periodStart') || (before.state === 'trialing' && changed.has('state'))
      : after.state === 'active' && after.trialEndsOn === null
    if (begins) await invoicePeriod(after, context)
  },
  onTransition: {
    active: activated,
    past_due: (_row, context) => ({
      graceUntil: new Date(context.now.getTime() + GRACE_DAYS * 86_400_000).toISOString(),
    }),
  },
  actions: {
    async forgetCard({ id, card }, _input, { tx }) {
      if (!card) throw new Problem(409, 'no_card', 'There is no saved card.')
      await tx.query('DELETE FROM saved_cards WHERE record_id = $1', [id])
      return { values: { card: null } }
    },
    async changePlan(row, input, context) {
      const { plan, result } = await change(row, input.plan, context)
      const current = row
      const invoice = result.lines.length
        ? await issue(
            context,
            current,
            { periodStart: result.from, periodEnd: result.until },
            result.lines,
          )
        : null
      const credit = {
        amount: (current.credit?.amount ?? 0) + result.carried.amount,
        currency: plan.price.currency,
      }
      return {
        values: { plan: plan.id, ...signed(plan), credit },
        result: { invoice: invoice?.id ?? null, total: result.total },
      }
    },
  },
  previews: {
    /** `{ credit, charge, tax, total, carried }` for changing to `?plan=` now. */
    proration: {
      needs: [
        'plan',
        'plan.name',
        'plan.state',
        'plan.revision',
        'plan.price',
        'plan.interval',
        'plan.intervalCount',
        'plan.tax',
        'state',
        'revision',
        'price',
        'tax',
        'periodStart',
        'periodEnd',
      ],
      async run(row, context, input) {
        const { credit, charge, tax, total, carried } = (await change(row, input.plan, context))
          .result
        return { credit, charge, tax, total, carried }
      },
    },
  },
  scheduled: [
    {
      from: ['trialing', 'active', 'past_due', 'unpaid'],
      to: 'cancelled',
      due: 'cancelAt',
      reason: CANCELLED,
    },
    { from: RENEWING, due: 'renewsAt', run: turn },
    { from: ['past_due'], to: 'unpaid', due: 'graceUntil' },
  ],
}
