import type { Subscription } from '#schemas/subscription.ts'
import type { SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import type { SubscriptionPlan } from '#schemas/subscriptionPlan.ts'
import { totalsOf } from '../rules/order/money.ts'
import { settlementOf } from '../rules/paymentTransaction/ledger.ts'
import { addDays, addMonths, dayOf, midnight, periodEnd } from '../rules/subscription/calendar.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { DemoLedger } from './payments.ts'
import type { Random } from './random.ts'

const TAX = 2300
const TRIAL_DAYS = 14
const DUE_DAYS = 14
const eur = (amount: number) => ({ amount, currency: 'EUR' })

interface PlanRow extends SeedRow {
  readonly id: string
  readonly name: string
  readonly price: { amount: number; currency: string }
  readonly interval: 'month' | 'year'
  readonly intervalCount: number
  readonly revision: number
  readonly state: SubscriptionPlan['state']
  /** Price of the first version. */
  readonly was: number
}

/** Name, code, monthly price, features. */
const offers: readonly (readonly [
  string,
  string,
  number,
  readonly (readonly [string, number?])[],
])[] = [
  ['Starter', 'STARTER', 2900, [['Properties', 2], ['Staff accounts', 3], ['E-mail support']]],
  [
    'Professional',
    'PRO',
    7900,
    [['Properties', 10], ['Staff accounts', 15], ['Channel manager'], ['Priority support']],
  ],
  [
    'Enterprise',
    'ENTERPRISE',
    24_900,
    [
      ['Properties'],
      ['Staff accounts'],
      ['Channel manager'],
      ['Own contact person'],
      ['API access'],
    ],
  ],
]

/** Creates three plans, each monthly and yearly, one that is discontinued and one draft. */
export const makePlans = (random: Random): PlanRow[] => {
  const at = random.ago(735, 734)
  const plan = (
    name: string,
    code: string,
    price: number,
    features: readonly (readonly [string, number?])[],
    more: Partial<PlanRow> = {},
  ): PlanRow => ({
    id: random.id(at),
    createdAt: at,
    name,
    code,
    price: eur(price),
    was: price,
    interval: 'month',
    intervalCount: 1,
    trialDays: TRIAL_DAYS,
    tax: TAX,
    revision: 1,
    state: 'active',
    features: features.map(([label, limit]) => ({
      label,
      ...(limit === undefined ? {} : { limit }),
    })),
    ...more,
  })
  return [
    // Ten per cent above the initial price; earlier subscribers keep theirs.
    ...offers.map(([name, code, price, features]) =>
      plan(name, code, price, features, { revision: 2, was: Math.round(price / 110) * 100 }),
    ),
    ...offers.map(([name, code, price, features]) =>
      plan(`${name}, yearly`, `${code}-YEAR`, price * 10, features, { interval: 'year' }),
    ),
    plan('Launch offer', 'LAUNCH', 900, [['Properties', 1]], { state: 'retired' }),
    plan('Seasonal', 'SEASON', 5900, [['Properties', 5]], {
      state: 'draft',
      intervalCount: 3,
      trialDays: 0,
    }),
  ]
}

type Fate = 'steady' | 'trialing' | 'past_due' | 'unpaid' | 'paused' | 'cancelled'
const fates: readonly Fate[] = [
  'steady',
  'steady',
  'past_due',
  'steady',
  'trialing',
  'steady',
  'cancelled',
  'steady',
  'paused',
  'steady',
  'unpaid',
  'steady',
]

export interface SubscriptionRow extends SeedRow {
  readonly state: Subscription['state']
}
export interface InvoiceRow extends SeedRow {
  readonly createdAt: Date
  readonly state: SubscriptionInvoice['state']
}
interface VendorLike extends SeedRow {
  readonly createdAt?: Date
  readonly state?: unknown
}

/** Returns the first day of the paid period, chosen so that the current period matches the fate. */
const beginning = (fate: Fate, since: string, today: string): string => {
  if (fate !== 'past_due' && fate !== 'unpaid') return since
  const daysAgo = fate === 'past_due' ? 20 : 45
  const recent = addDays(today, -daysAgo)
  for (let months = 24; months > 0; months--) {
    if (addMonths(recent, -months) >= since) return addMonths(recent, -months)
  }
  return recent
}

/** Returns the day on which payments stop; today for those that never do. */
const stoppedOn = (random: Random, fate: Fate, today: string): string => {
  if (fate === 'unpaid') return addDays(today, -44)
  if (fate === 'paused' || fate === 'cancelled') return addDays(today, -random.int(30, 120))
  return today
}

interface Made {
  readonly subscription: SubscriptionRow
  readonly invoices: InvoiceRow[]
}

const subscribe = (
  random: Random,
  ledger: DemoLedger,
  { vendor, plan, fate, n }: { vendor: VendorLike; plan: PlanRow; fate: Fate; n: number },
): Made => {
  const today = dayOf(random.now)
  const since =
    fate === 'trialing'
      ? addDays(today, -random.int(2, 10))
      : addDays(dayOf(vendor.createdAt!), random.int(1, 20))
  const anchor =
    fate === 'trialing'
      ? addDays(since, TRIAL_DAYS)
      : beginning(fate, addDays(since, TRIAL_DAYS), today)
  const began = addDays(anchor, -TRIAL_DAYS)
  const createdAt = new Date(
    `${began}T${String(random.int(8, 17)).padStart(2, '0')}:${String(random.int(10, 59))}:00Z`,
  )
  const early = plan.revision > 1 && began < addDays(today, -200)
  const agreed = {
    revision: early ? 1 : plan.revision,
    price: eur(early ? plan.was : plan.price.amount),
    interval: plan.interval,
    intervalCount: plan.intervalCount,
    tax: TAX,
  }
  const id = random.id(createdAt)
  const stopped = stoppedOn(random, fate, today)
  const invoices: InvoiceRow[] = []
  let [start, end] = [anchor, periodEnd(anchor, anchor, agreed)]
  const bill = (): void =>
    void invoices.push(
      invoice(random, ledger, {
        subscription: id,
        vendor: vendor.id,
        plan: plan.name,
        agreed,
        start,
        end,
        today,
        last: end > stopped,
        fate,
        // Alternates, so that there is one of each.
        writtenOff: Math.floor(n / fates.length) % 2 ? 'void' : 'uncollectible',
      }),
    )
  if (fate !== 'trialing') {
    bill()
    while (end <= stopped) {
      ;[start, end] = [end, periodEnd(anchor, end, agreed)]
      bill()
    }
  }
  const state: Subscription['state'] = fate === 'steady' ? 'active' : fate
  const renewing = ['trialing', 'active', 'past_due'].includes(state)
  const period =
    state === 'trialing'
      ? { periodStart: began, periodEnd: anchor }
      : { periodStart: start, periodEnd: end }
  const overdueAt = midnight(addDays(start, DUE_DAYS + 1))
  const cancelling = state === 'active' && n % 9 === 0 ? end : null
  const subscription: SubscriptionRow = {
    id,
    createdAt,
    code: `SUB-${10_001 + n}`,
    vendor: vendor.id,
    plan: plan.id,
    ...agreed,
    credit: eur(0),
    ...period,
    trialEndsOn: addDays(began, TRIAL_DAYS),
    anchoredOn: anchor,
    state,
    payingSince: state === 'trialing' ? null : midnight(anchor),
    payingUntil: ['unpaid', 'paused', 'cancelled'].includes(state)
      ? midnight(stopped > anchor ? stopped : addDays(anchor, 1))
      : null,
    cancelAt: state === 'cancelled' ? stopped : cancelling,
    graceUntil: state === 'past_due' ? midnight(addDays(overdueAt.slice(0, 10), 14)) : null,
    renewsAt: renewing ? midnight(period.periodEnd) : null,
  }
  return { subscription, invoices }
}

interface Billed {
  readonly subscription: string
  readonly vendor: string
  readonly plan: string
  readonly agreed: { readonly price: { amount: number; currency: string } }
  readonly start: string
  readonly end: string
  readonly today: string
  readonly last: boolean
  readonly fate: Fate
  /** What becomes of the last invoice of a cancelled subscription. */
  readonly writtenOff: 'void' | 'uncollectible'
}

const invoice = (
  random: Random,
  ledger: DemoLedger,
  { subscription, vendor, plan, agreed, start, end, today, last, fate, writtenOff }: Billed,
): InvoiceRow => {
  const createdAt = new Date(`${start}T00:01:00Z`)
  const lines = [
    { title: `${plan}, ${start} to ${end}`, quantity: 1, unit: agreed.price, tax: TAX },
  ]
  const { subtotal, tax, total } = totalsOf(lines, 'EUR')
  const id = random.id(createdAt)
  const dueOn = addDays(start, DUE_DAYS)
  const owed = last && (fate === 'past_due' || fate === 'unpaid')
  const fresh = fate === 'steady' && last && dueOn >= today
  const stateNow = (): InvoiceRow['state'] => {
    if (owed || (fresh && random.chance(0.6))) return 'open'
    if (last && fate === 'cancelled') return writtenOff
    return random.chance(0.02) && !fresh ? 'uncollectible' : 'paid'
  }
  const state = stateNow()
  const unpaid = owed ? 'declined' : 'none'
  ledger.pay({
    field: 'invoice',
    id,
    total,
    since: new Date(createdAt.getTime() + 3_600_000),
    until: new Date(`${dueOn}T12:00:00Z`),
    course: state === 'paid' ? 'paid' : unpaid,
  })
  const overdue = state === 'open' && dueOn < today
  return {
    id,
    createdAt,
    subscription,
    vendor,
    periodStart: start,
    periodEnd: end,
    currency: 'EUR',
    lines,
    subtotal,
    tax,
    total,
    ...settlementOf({ total, kept: 0, open: state !== 'paid' && state !== 'void' }, ledger.of(id)),
    issuedOn: start,
    dueOn,
    overdue,
    overdueAt: state === 'open' && !overdue ? midnight(addDays(dueOn, 1)) : null,
    state,
  }
}

/**
 * Numbers invoices in the order of issue, counted per year, as the product does. Drafts have no
 * number.
 */
const numberInvoices = (invoices: readonly InvoiceRow[]): InvoiceRow[] => {
  const last: Record<string, number> = {}
  return [...invoices]
    .sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
    .map((row) => {
      if (row.state === 'draft') return row
      const year = String(row.issuedOn).slice(0, 4)
      last[year] = (last[year] ?? 0) + 1
      return { ...row, number: `INV-${year}-${String(last[year]).padStart(6, '0')}` }
    })
}

/**
 * Creates vendors' subscriptions over two years with an invoice for each period, and a few drafts.
 */
export const makeSubscriptions = (
  random: Random,
  ledger: DemoLedger,
  vendors: readonly VendorLike[],
): { plans: SeedRow[]; subscriptions: SubscriptionRow[]; invoices: InvoiceRow[] } => {
  const plans = makePlans(random)
  const sold = plans.filter((p) => p.state === 'active')
  const monthly = sold.filter((p) => p.interval === 'month')
  const subscribers = vendors.filter((v) => v.state === 'approved' || v.state === 'suspended')
  const made = subscribers.map((vendor, n) => {
    const fate = fates[n % fates.length]!
    // Only monthly plans have a last period where these fates need it.
    return subscribe(random, ledger, {
      vendor,
      fate,
      n,
      plan: random.one(fate === 'past_due' || fate === 'unpaid' ? monthly : sold),
    })
  })
  const drafts = made
    .filter(({ subscription }) => subscription.state === 'active')
    .slice(0, 3)
    .map(({ subscription }): InvoiceRow => {
      const createdAt = new Date(random.now.getTime() - random.int(60, 2000) * 60_000)
      const lines = [
        {
          title: 'Setting up and training',
          quantity: random.int(1, 3),
          unit: eur(15_000),
          tax: TAX,
        },
      ]
      const { subtotal, tax, total } = totalsOf(lines, 'EUR')
      return {
        id: random.id(createdAt),
        createdAt,
        subscription: subscription.id,
        vendor: subscription.vendor,
        periodStart: subscription.periodStart,
        periodEnd: subscription.periodEnd,
        currency: 'EUR',
        lines,
        subtotal,
        tax,
        total,
        ...settlementOf({ total, kept: 0, open: true }, ledger.of('')),
        overdue: false,
        state: 'draft',
      }
    })
  return {
    plans: plans.map(({ was: _, ...plan }) => plan as SeedRow),
    subscriptions: made.map((m) => m.subscription),
    invoices: numberInvoices([...made.flatMap((m) => m.invoices), ...drafts]),
  }
}
