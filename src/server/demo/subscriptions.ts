import type { Subscription } from '#schemas/subscription.ts'
import { addDays, addMonths, dayOf, midnight, periodEnd } from '../rules/subscription/calendar.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { DemoLedger } from './payments.ts'
import type { Random } from './random.ts'
import {
  draftInvoice,
  DUE_DAYS,
  invoice,
  numberInvoices,
  type Fate,
  type InvoiceRow,
} from './subscriptions.invoices.ts'
import { eur, makePlans, TAX, TRIAL_DAYS, type PlanRow } from './subscriptions.plans.ts'

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

/** The dates of a subscription: `began` with a trial, paid since `anchor`. */
interface Dates {
  readonly today: string
  readonly began: string
  readonly anchor: string
  readonly createdAt: Date
  /** The day on which payments stop. */
  readonly stopped: string
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

const begun = (
  random: Random,
  vendor: VendorLike,
  fate: Fate,
  today: string,
): Omit<Dates, 'today' | 'stopped'> => {
  const since =
    fate === 'trialing'
      ? addDays(today, -random.int(2, 10))
      : addDays(dayOf(vendor.createdAt!), random.int(1, 20))
  const anchor =
    fate === 'trialing'
      ? addDays(since, TRIAL_DAYS)
      : beginning(fate, addDays(since, TRIAL_DAYS), today)
  const began = addDays(anchor, -TRIAL_DAYS)
  const time = `${twoDigits(random.int(8, 17))}:${random.int(10, 59)}:00`
  return { began, anchor, createdAt: new Date(`${began}T${time}Z`) }
}

/** Returns what a vendor agreed to: early subscribers have the first version of the plan. */
const agreedOf = (plan: PlanRow, { began, today }: Pick<Dates, 'began' | 'today'>) => {
  const early = plan.revision > 1 && began < addDays(today, -200)
  return {
    revision: early ? 1 : plan.revision,
    price: eur(early ? plan.was : plan.price.amount),
    interval: plan.interval,
    intervalCount: plan.intervalCount,
    tax: TAX,
  }
}
type Agreed = ReturnType<typeof agreedOf>

interface Period {
  readonly start: string
  readonly end: string
}

/** Returns the paid periods up to the one in which payments stop. */
const periodsOf = ({ anchor, stopped }: Dates, agreed: Agreed): readonly [Period, ...Period[]] => {
  const first = { start: anchor, end: periodEnd(anchor, anchor, agreed) }
  const later: Period[] = []
  let { end } = first
  while (end <= stopped) {
    const start = end
    end = periodEnd(anchor, start, agreed)
    later.push({ start, end })
  }
  return [first, ...later]
}

/** Returns the state of a subscription with the dates that follow from it. */
const standingOf = (fate: Fate, dates: Dates, { start, end }: Period, n: number) => {
  const { began, anchor, stopped } = dates
  const state: Subscription['state'] = fate === 'steady' ? 'active' : fate
  const renewing = ['trialing', 'active', 'past_due'].includes(state)
  const period =
    state === 'trialing'
      ? { periodStart: began, periodEnd: anchor }
      : { periodStart: start, periodEnd: end }
  const overdueAt = midnight(addDays(start, DUE_DAYS + 1))
  const cancelling = state === 'active' && n % 9 === 0 ? end : null
  return {
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
}

const subscribe = (
  random: Random,
  ledger: DemoLedger,
  { vendor, plan, fate, n }: { vendor: VendorLike; plan: PlanRow; fate: Fate; n: number },
): Made => {
  const today = dayOf(random.now)
  const begin = begun(random, vendor, fate, today)
  const agreed = agreedOf(plan, { ...begin, today })
  const id = random.id(begin.createdAt)
  const dates: Dates = { ...begin, today, stopped: stoppedOn(random, fate, today) }
  const [first, ...later] = periodsOf(dates, agreed)
  const billed = fate === 'trialing' ? [] : [first, ...later]
  const invoices = billed.map(({ start, end }) =>
    invoice(random, ledger, {
      subscription: id,
      vendor: vendor.id,
      plan: plan.name,
      agreed,
      start,
      end,
      today,
      last: end > dates.stopped,
      fate,
      // Alternates, so that there is one of each.
      writtenOff: Math.floor(n / fates.length) % 2 ? 'void' : 'uncollectible',
    }),
  )
  const subscription: SubscriptionRow = {
    id,
    createdAt: begin.createdAt,
    code: `SUB-${10_001 + n}`,
    vendor: vendor.id,
    plan: plan.id,
    ...agreed,
    credit: eur(0),
    ...standingOf(fate, dates, billed.at(-1) ?? first, n),
  }
  return { subscription, invoices }
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
    .map(({ subscription }) => draftInvoice(random, ledger, subscription))
  return {
    plans: plans.map(({ was: _, ...plan }) => plan as SeedRow),
    subscriptions: made.map((m) => m.subscription),
    invoices: numberInvoices([...made.flatMap((m) => m.invoices), ...drafts]),
  }
}
