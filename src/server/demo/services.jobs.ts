import type { Proposal } from '#schemas/proposal.ts'
import type { ServiceJob } from '#schemas/serviceJob.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import { amountOf } from '../rules/proposal/rules.ts'
import type { LaterStep } from './later.ts'
import { demoOrder, type DemoOrder } from './orders.ts'
import type { Random } from './random.ts'
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

/** Draws the state of a job as of now. */
const stateOf = (random: Random, from: Date, to: Date): State => {
  const now = random.now.getTime()
  if (from.getTime() > now) {
    return random.weighted({ draft: 8, open: 48, awarded: 32, cancelled: 12 })
  }
  if (to.getTime() > now) {
    return random.weighted({
      open: 20,
      awarded: 14,
      in_progress: 48,
      disputed: 6,
      completed: 6,
      cancelled: 6,
    })
  }
  if (now - to.getTime() < 20 * DAY_MS) {
    return random.weighted({
      completed: 48,
      in_progress: 12,
      closed: 15,
      expired: 12,
      cancelled: 8,
      disputed: 5,
    })
  }
  // Old disputes or unpaid bills would look bad in a demo.
  if (now - to.getTime() < 60 * DAY_MS) {
    return random.weighted({ closed: 66, expired: 14, cancelled: 11, completed: 4, disputed: 5 })
  }
  return random.weighted({ closed: 75, expired: 14, cancelled: 11 })
}

const AWARDED: readonly State[] = ['awarded', 'in_progress', 'completed', 'closed', 'disputed']
const orderState: Readonly<Partial<Record<State, DemoOrder['state']>>> = {
  awarded: 'confirmed',
  in_progress: 'in_progress',
  disputed: 'in_progress',
  completed: 'completed',
  closed: 'completed',
  cancelled: 'cancelled',
}

/** Returns the steps of an awarded job after it was published, each with its time. */
const stepsOf = (
  random: Random,
  {
    state,
    from,
    to,
    at,
    awarded,
  }: { state: State; from: Date; to: Date; at: Date; awarded: Readonly<Record<string, string>> },
): LaterStep[] => {
  const within = (time: Date): Date =>
    new Date(
      Math.min(Math.max(time.getTime(), at.getTime() + 60_000), random.now.getTime() - 60_000),
    )
  const started = { at: within(from), values: { state: 'in_progress' } }
  const completed = { at: within(to), values: { state: 'completed' } }
  const more: Readonly<Partial<Record<State, LaterStep[]>>> = {
    in_progress: [started],
    completed: [started, completed],
    closed: [
      started,
      completed,
      { at: within(new Date(to.getTime() + 5 * DAY_MS)), values: { state: 'closed' } },
    ],
    disputed: [
      started,
      {
        at: within(new Date(from.getTime() + DAY_MS)),
        values: { state: 'disputed' },
        reason: random.one(disputes),
      },
    ],
    cancelled: [
      { at: within(from), values: { state: 'disputed' }, reason: random.one(disputes) },
      {
        at: within(new Date(from.getTime() + 3 * DAY_MS)),
        values: { state: 'cancelled' },
        reason: 'Both sides agreed to leave it',
      },
    ],
  }
  return [{ at, values: { ...awarded, state: 'awarded' } }, ...(more[state] ?? [])]
}

const disputes: readonly string[] = [
  'The customer says that half of it was not done',
  'A window was broken during the work',
  'Nobody came on the agreed day',
  'More hours were charged than agreed',
]
const cancelled: readonly string[] = [
  'The plans have changed',
  'Found somebody among friends',
  'The date does not work any more',
]

/** Steps that end a job nobody was awarded: cancelled by its customer, or expired. */
const endOf = (random: Random, state: State, createdAt: Date, expiresAt: Date): LaterStep[] => {
  if (state === 'expired') return [{ at: expiresAt, values: { state } }]
  if (state !== 'cancelled') return []
  const days = random.int(2, 9)
  return [
    {
      at: new Date(Math.min(createdAt.getTime() + days * DAY_MS, random.now.getTime() - 60_000)),
      values: { state },
      reason: random.one(cancelled),
    },
  ]
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
const askedAt = (random: Random): Date =>
  new Date(
    random.now.getTime() - DAY_MS / 2 - PAST_DAYS * DAY_MS * (random.int(1, 9999) / 10_000) ** 1.4,
  )

export interface Bidding {
  readonly jobs: JobRow[]
  readonly proposals: OfferRow[]
  readonly orders: DemoOrder[]
}

/** Creates jobs of two years with vendors' proposals, and the orders of those that were awarded. */
export const makeJobs = (
  random: Random,
  { customers, vendors, services, subCategories, count = JOBS }: Given,
): Bidding => {
  const approved = vendors.filter((v) => v.state === 'approved')
  const times = Array.from({ length: count }, () => askedAt(random)).sort(
    (a, b) => Number(a) - Number(b),
  )
  const jobs: JobRow[] = []
  const proposals: OfferRow[] = []
  const orders: DemoOrder[] = []
  for (const [i, createdAt] of times.entries()) {
    const customer = asker(random, customers, createdAt)
    if (!customer) continue
    const address = addressOf(random, customer, approved)
    const sub = random.one(subCategories)
    const able = approved.filter((v) => v.branches.includes(sub.branch) && v.createdAt < createdAt)
    const near = able.filter((v) => v.country === address.country)
    const bidders =
      near.length > 1
        ? near.concat(able.filter((v) => v.country !== address.country && random.chance(0.3)))
        : able
    const [title, description] = random.one(sub.said.wishes)
    const from = new Date(
      Math.ceil((createdAt.getTime() + random.int(5, 40) * DAY_MS) / DAY_MS) * DAY_MS +
        random.int(7, 16) * 3_600_000,
    )
    const to = new Date(from.getTime() + random.int(1, 14) * DAY_MS + 3 * 3_600_000)
    const drawn = stateOf(random, from, to)
    // The newest begin in the future, so any of them may be a draft.
    const hoped =
      i >= times.length - NEWEST && !jobs.some((j) => j.state === 'draft') ? 'draft' : drawn
    const wasAwarded =
      AWARDED.includes(hoped) || (hoped === 'cancelled' && from < random.now && random.chance(0.2))
    const state: State = wasAwarded && !bidders.length ? 'cancelled' : hoped
    const id = random.id(createdAt)
    const currency = currencyIn(address.country)
    const offers = makeOffers(random, {
      job: id,
      state,
      wasAwarded: wasAwarded && bidders.length > 0,
      sub,
      bidders,
      currency,
      createdAt,
      from,
      to,
    })
    const winner = offers.find((o) => o.state === 'accepted')
    const fitting = services.filter(
      (s) => s.subCategory === sub.id && s.state === 'active' && s.createdAt < createdAt,
    )
    const common = {
      id,
      createdAt,
      code: `JOB-${100_001 + jobs.length}`,
      title,
      description,
      customer: customer.id,
      category: sub.category,
      address,
      preferredFrom: from.toISOString(),
      preferredTo: to.toISOString(),
      attachments: [],
      service: random.chance(0.35) && fitting.length ? random.one(fitting).id : null,
      budget: random.chance(0.7) ? budgetOf(random, offers, currency) : null,
    }
    proposals.push(...offers)
    if (!winner) {
      const end = endOf(random, state, createdAt, to)
      jobs.push({ ...common, state: end.length ? 'open' : state, later: end })
      continue
    }
    const at = new Date(winner.decidedAt)
    const order = demoOrder(random, {
      at,
      kind: 'service',
      customer: customer.id,
      vendor: winner.vendor,
      job: id,
      proposal: winner.id,
      address: address as never,
      lines: winner.lines.map(({ label, ...line }) => ({ title: label, ...line })),
      state: state === 'awarded' && random.chance(0.4) ? 'placed' : orderState[state]!,
    })
    orders.push(order)
    jobs.push({
      ...common,
      state: 'open',
      later: stepsOf(random, {
        state,
        from,
        to,
        at,
        awarded: { awardedProposal: winner.id, order: order.id },
      }),
    })
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
