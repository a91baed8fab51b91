import {
  bps,
  choice,
  code,
  day,
  defineResource,
  instant,
  int,
  money,
  ref,
  text,
  z,
  type Row,
} from './define/index.ts'

/**
 * A vendor's subscription to a plan, at the plan's price at that time. Days are UTC; a period ends
 * on the day the next one begins.
 */
export const subscription = defineResource({
  name: 'subscriptions',
  permission: 'subscription',
  label: { one: 'Subscription', many: 'Subscriptions' },
  title: 'code',
  shape: z.object({
    code: code({ unique: true, codePrefix: 'SUB-' }),
    vendor: ref('vendors', { immutable: true }),
    plan: ref('subscription-plans', { immutable: true, hint: 'Changed later by “Change plan”' }),
    revision: int(1, 10_000, { label: 'Plan version', derived: true }).optional(),
    price: money({
      derived: true,
      hint: 'As agreed; a later price of the plan does not change it',
    }).optional(),
    interval: choice(['month', 'year'], { derived: true }).optional(),
    intervalCount: int(1, 24, { label: 'Every', derived: true }).optional(),
    tax: bps(10_000, { derived: true }).optional(),
    credit: money({
      derived: true,
      hint: 'Credit from a change of plan; it reduces the next invoices',
    }).optional(),
    periodStart: day({ label: 'Period from', immutable: true }),
    periodEnd: day({ label: 'Period until', derived: true }).optional(),
    trialEndsOn: day({ label: 'Trial ends on', derived: true }).optional(),
    card: text(60, {
      label: 'Saved card',
      derived: true,
      hint: 'Charged automatically once an invoice is due',
    }).optional(),
    cancelAt: day({ label: 'Cancel at', hint: 'Ends automatically on this day' }).optional(),
    anchoredOn: day({ label: 'Counted from', derived: true, hidden: true }).optional(),
    graceUntil: instant({ label: 'Grace until', derived: true, hidden: true }).optional(),
    /** When paid use began and ended: past-due time still counts. */
    payingSince: instant({ label: 'Paying since', derived: true, hidden: true }).optional(),
    payingUntil: instant({ label: 'Paying until', derived: true, hidden: true }).optional(),
    renewsAt: instant({ label: 'Renews at', derived: true, hidden: true }).optional(),
  }),
  scope: 'vendor',
  states: {
    trialing: { to: { active: 'Activate', cancelled: 'Cancel subscription' }, tone: 'info' },
    active: {
      to: { past_due: 'Mark past due', paused: 'Pause', cancelled: 'Cancel subscription' },
      tone: 'success',
      entry: true,
    },
    past_due: {
      to: { active: 'Mark as paid', unpaid: 'Mark unpaid', cancelled: 'Cancel subscription' },
      tone: 'warning',
    },
    unpaid: { to: { active: 'Mark as paid', cancelled: 'Cancel subscription' }, tone: 'danger' },
    paused: { to: { active: 'Resume' }, tone: 'warning' },
    cancelled: { final: true, reason: true },
  },
  actions: {
    changePlan: {
      label: 'Change plan',
      from: ['trialing', 'active', 'past_due'],
      hint: 'The rest of the period is credited and charged again, by the day',
      preview: 'proration',
      outside: 'money',
      input: z.object({ plan: ref('subscription-plans') }),
    },
    forgetCard: {
      label: 'Remove saved card',
      tone: 'danger',
      while: 'card',
      hint: 'Invoices are no longer charged automatically',
    },
  },
  check(row, fail) {
    if (row.cancelAt && row.periodStart && row.cancelAt < row.periodStart) {
      fail('cancelAt', 'It cannot end before it begins')
    }
  },
  list: {
    columns: ['code', 'vendor', 'plan', 'price', 'periodStart', 'periodEnd', 'cancelAt', 'state'],
    search: ['code'],
    filters: ['vendor', 'plan', 'state'],
    sort: '-createdAt',
  },
  form: {
    sections: { Subscription: ['vendor', 'plan', 'code'], Period: ['periodStart', 'cancelAt'] },
  },
  metrics: {
    mrr: {
      label: 'Monthly recurring revenue',
      tenantLabel: 'Your subscription per month',
      since: 'payingSince',
      until: 'payingUntil',
      sum: 'price',
      monthly: ['interval', 'intervalCount'],
      good: 'more',
    },
  },
  detail: {
    tabs: ['subscription-invoices'],
    summary: [
      'vendor',
      'plan',
      'price',
      'interval',
      { next: 'trialEndsOn', in: ['trialing'] },
      { next: 'cancelAt', in: ['trialing', 'active', 'past_due', 'unpaid', 'paused'] },
      { next: 'periodEnd', in: ['active', 'past_due'] },
    ],
    strip: ['price', 'credit', 'periodEnd', 'trialEndsOn'],
    aside: { Period: ['vendor', 'periodStart', 'cancelAt'], Payment: ['card'] },
  },
  timeline: {
    related: ['subscription-invoices'],
    payments: ['payment-transactions.invoice.subscription'],
  },
  nav: { group: 'Commerce', icon: 'repeat' },
})

export type Subscription = Row<typeof subscription>
