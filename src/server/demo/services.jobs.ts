import type { Proposal } from '#schemas/proposal.ts'
import type { ServiceJob } from '#schemas/serviceJob.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import { amountOf } from '../rules/proposal/rules.ts'
import type { LaterStep } from './later.ts'
import { demoOrder, type DemoOrder } from './orders.ts'
import type { Random } from './random.ts'
import { AWARDED, endOf, stateOf, stepsOf } from './services.jobs.life.ts'
import { currencyIn, type ServiceRow, type SubRow } from './services.ts'
import { makeOffers, type OfferRow } from './services.proposals.ts'
import type { ServiceVendor } from './services.vendors.ts'
import { streetIn } from './vendors.ts'

export const JOBS = 600
/** One of this many newest jobs is a draft, if none was drawn before. */
const NEWEST = 5
const DAY_MS = 86_400_000
const PAST_DAYS = 690

type State = ServiceJob['state']
export interface JobRow extends SeedRow {
  readonly id: string
  readonly createdAt: Date
  readonly state: State
  readonly customer: string
  readonly later?: readonly LaterStep[]
}

interface Customer extends SeedRow {
  readonly state: string
  readonly createdAt: Date
  readonly addresses?: unknown
}
interface Given {
  readonly customers: readonly Customer[]
  readonly vendors: readonly ServiceVendor[]
  readonly services: readonly ServiceRow[]
  readonly subCategories: readonly SubRow[]
  readonly count?: number
}

const orderState: Readonly<Partial<Record<State, DemoOrder['state']>>> = {
  awarded: 'confirmed',
  in_progress: 'in_progress',
  disputed: 'in_progress',
  completed: 'completed',
  closed: 'completed',
  cancelled: 'cancelled',
}

/** Picks an active customer that existed then; undefined when none is found. */
const asker = (
  random: Random,
  customers: readonly Customer[],
  made: Date,
): Customer | undefined => {
  for (let tried = 0; tried < 40; tried++) {
    const chosen = random.one(customers)
    if (chosen.createdAt < made && chosen.state === 'active') return chosen
  }
  return undefined
}

/** Returns the place of work: the customer's home, or a town in a country where a vendor works. */
const addressOf = (
  random: Random,
  customer: Customer,
  vendors: readonly ServiceVendor[],
): { country: string; city?: string } & Record<string, unknown> => {
  const home = (customer.addresses as { address: { country: string } }[] | undefined)?.[0]?.address
  if (home && random.chance(0.7)) return home
  const { country, address } = random.one(vendors)
  const { city } = address as { city: string }
  return {
    line: streetIn(random, country),
    city,
    postalCode: random.in(country).location.zipCode(),
    country,
  }
}

/** Draws when a job was requested; increasingly often over two years. */
const requestedAt = (random: Random): Date =>
  new Date(
    random.now.getTime() - DAY_MS / 2 - PAST_DAYS * DAY_MS * (random.int(1, 9999) / 10_000) ** 1.4,
  )

export interface Bidding {
  readonly jobs: JobRow[]
  readonly proposals: OfferRow[]
  readonly orders: DemoOrder[]
}

/** Returns the vendors who bid: those of the country, and some from abroad. */
const biddersOf = (
  random: Random,
  vendors: readonly ServiceVendor[],
  sub: SubRow,
  country: string,
  at: Date,
): readonly ServiceVendor[] => {
  const able = vendors.filter((v) => v.branches.includes(sub.branch) && v.createdAt < at)
  const near = able.filter((v) => v.country === country)
  if (near.length < 2) return able
  return near.concat(able.filter((v) => v.country !== country && random.chance(0.3)))
}

/** Draws when the customer would like the work to be done. */
const periodOf = (random: Random, asked: Date): { readonly from: Date; readonly to: Date } => {
  const from = new Date(
    Math.ceil((asked.getTime() + random.int(5, 40) * DAY_MS) / DAY_MS) * DAY_MS +
      random.int(7, 16) * 3_600_000,
  )
  return { from, to: new Date(from.getTime() + random.int(1, 14) * DAY_MS + 3 * 3_600_000) }
}

/** Draws the state of a job, and whether somebody was awarded it. */
const outcomeOf = (
  random: Random,
  { from, to }: { readonly from: Date; readonly to: Date },
  mayBeDraft: boolean,
  hasBidders: boolean,
): { readonly state: State; readonly wasAwarded: boolean } => {
  const drawn = stateOf(random, from, to)
  const hoped = mayBeDraft ? 'draft' : drawn
  const wasAwarded =
    AWARDED.includes(hoped) || (hoped === 'cancelled' && from < random.now && random.chance(0.2))
  return {
    state: wasAwarded && !hasBidders ? 'cancelled' : hoped,
    wasAwarded: wasAwarded && hasBidders,
  }
}

type Sources = Omit<Given, 'count'>

/** Returns a service of that kind which the customer had seen; null for a job of its own. */
const seenService = (
  random: Random,
  services: readonly ServiceRow[],
  sub: SubRow,
  at: Date,
): string | null => {
  const fitting = services.filter(
    (s) => s.subCategory === sub.id && s.state === 'active' && s.createdAt < at,
  )
  return random.chance(0.35) && fitting.length ? random.one(fitting).id : null
}

/** Draws a job with its proposals; undefined when no customer existed then. */
const drawJob = (
  random: Random,
  { customers, vendors, services, subCategories }: Sources,
  createdAt: Date,
  code: string,
  mayBeDraft: boolean,
): Drawn | undefined => {
  const customer = asker(random, customers, createdAt)
  if (!customer) return undefined
  const address = addressOf(random, customer, vendors)
  const sub = random.one(subCategories)
  const bidders = biddersOf(random, vendors, sub, address.country, createdAt)
  const [title, description] = random.one(sub.said.wishes)
  const { from, to } = periodOf(random, createdAt)
  const { state, wasAwarded } = outcomeOf(random, { from, to }, mayBeDraft, bidders.length > 0)
  const id = random.id(createdAt)
  const currency = currencyIn(address.country)
  const offers = makeOffers(random, {
    job: id,
    state,
    wasAwarded,
    sub,
    bidders,
    currency,
    createdAt,
    from,
    to,
  })
  const job = {
    id,
    createdAt,
    code,
    title,
    description,
    customer: customer.id,
    category: sub.category,
    address,
    preferredFrom: from.toISOString(),
    preferredTo: to.toISOString(),
    attachments: [],
    service: seenService(random, services, sub, createdAt),
    budget: random.chance(0.7) ? budgetOf(random, offers, currency) : null,
  }
  return { job, state, from, to, offers }
}

/** A job before its states. */
interface Drawn {
  readonly job: SeedRow & Pick<JobRow, 'id' | 'createdAt' | 'customer'>
  readonly state: State
  readonly from: Date
  readonly to: Date
  readonly offers: readonly OfferRow[]
}

/** Gives a job its states, and its order if one of the proposals was accepted. */
const settle = (
  random: Random,
  { job, state, from, to, offers }: Drawn,
): { readonly row: JobRow; readonly order?: DemoOrder } => {
  const winner = offers.find((o) => o.state === 'accepted')
  if (!winner) {
    const end = endOf(random, state, job.createdAt, to)
    return { row: { ...job, state: end.length ? 'open' : state, later: end } }
  }
  const at = new Date(winner.decidedAt)
  const order = demoOrder(random, {
    at,
    kind: 'service',
    customer: job.customer,
    vendor: winner.vendor,
    job: job.id,
    proposal: winner.id,
    address: job.address as never,
    lines: winner.lines.map(({ label, ...line }) => ({ title: label, ...line })),
    state: state === 'awarded' && random.chance(0.4) ? 'placed' : orderState[state]!,
  })
  const awarded = { awardedProposal: winner.id, order: order.id }
  const later = stepsOf(random, { state, from, to, at, awarded })
  return { row: { ...job, state: 'open', later }, order }
}

/** Creates jobs of two years with vendors' proposals, and the orders of those that were awarded. */
export const makeJobs = (random: Random, { count = JOBS, ...given }: Given): Bidding => {
  const sources = { ...given, vendors: given.vendors.filter((v) => v.state === 'approved') }
  const times = Array.from({ length: count }, () => requestedAt(random)).sort(
    (a, b) => Number(a) - Number(b),
  )
  const jobs: JobRow[] = []
  const proposals: OfferRow[] = []
  const orders: DemoOrder[] = []
  for (const [i, createdAt] of times.entries()) {
    // The newest begin in the future, so any of them may be a draft.
    const mayBeDraft = i >= times.length - NEWEST && !jobs.some((j) => j.state === 'draft')
    const drawn = drawJob(random, sources, createdAt, `JOB-${100_001 + jobs.length}`, mayBeDraft)
    if (!drawn) continue
    const { row, order } = settle(random, drawn)
    jobs.push(row)
    proposals.push(...drawn.offers)
    if (order) orders.push(order)
  }
  return {
    jobs,
    proposals: proposals
      .sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
      .map((p, i) => ({ ...p, code: `PRO-${100_001 + i}` })),
    orders,
  }
}

/** Returns the customer's budget: a round amount near the average of the offers. */
const budgetOf = (random: Random, offers: readonly OfferRow[], currency: string): Money => {
  const amounts = offers.map((o) => amountOf(o.lines as Proposal['lines'])!.amount)
  const middle = amounts.length
    ? amounts.reduce((sum, a) => sum + a, 0) / amounts.length
    : random.int(80, 900) * 100
  return {
    amount: Math.max(2000, Math.round((middle * random.int(75, 115)) / 100 / 1000) * 1000),
    currency,
  }
}
