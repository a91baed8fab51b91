import {
  bps,
  choice,
  code,
  defineResource,
  int,
  money,
  rows,
  text,
  z,
  type Row,
} from './define/index.ts'

/**
 * What vendors subscribe to. A change of price, interval or tax of an active plan creates a new
 * version: `revision` increases, and later subscribers get it. A subscription carries the version
 * it was signed with (revision, price, interval, tax) and keeps it until its plan is changed, so
 * existing subscribers pay what they agreed to; earlier versions are in the plan's history. A
 * retired plan takes no new subscribers and keeps its price.
 */
export const subscriptionPlan = defineResource({
  name: 'subscription-plans',
  path: '/subscription_plans',
  permission: 'subscriptionPlan',
  label: { one: 'Subscription plan', many: 'Subscription plans' },
  title: 'name',
  subtitle: 'code',
  shape: z.object({
    name: text(120),
    code: code({ unique: true }),
    price: money(),
    interval: choice(['month', 'year']).default('month'),
    intervalCount: int(1, 24, { label: 'Every', hint: 'Number of months or years' }).default(1),
    trialDays: int(0, 365, { label: 'Trial', unit: 'days' }).default(0),
    features: rows(
      {
        label: text(120),
        limit: int(0, 1_000_000, { hint: 'Empty means without limit' }).optional(),
      },
      { max: 40 },
    ),
    tax: bps(10_000).default(0),
    revision: int(1, 10_000, {
      hint: 'Counts the prices of a plan; subscribers keep theirs',
      derived: true,
    }).default(1),
  }),
  scope: 'shared',
  states: {
    draft: { to: { active: 'Activate' } },
    active: { to: { retired: 'Retire' }, tone: 'success' },
    retired: { final: true },
  },
  list: {
    columns: ['name', 'code', 'price', 'interval', 'trialDays', 'revision', 'state'],
    search: ['name', 'code'],
    filters: ['interval', 'state'],
    sort: 'name',
  },
  form: {
    sections: {
      Plan: ['name', 'code'],
      Price: ['price', 'interval', 'intervalCount', 'tax', 'trialDays'],
      Features: ['features'],
    },
  },
  detail: { tabs: ['subscriptions'] },
  nav: { group: 'Commerce', icon: 'star' },
})

export type SubscriptionPlan = Row<typeof subscriptionPlan>
