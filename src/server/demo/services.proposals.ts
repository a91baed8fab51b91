import type { Proposal } from '#schemas/proposal.ts'
import type { ServiceJob } from '#schemas/serviceJob.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import { amountOf } from '../rules/proposal/rules.ts'
import type { Random } from './random.ts'
import { pitches } from './services.catalogue.ts'
import type { SubRow } from './services.ts'
import type { ServiceVendor } from './services.vendors.ts'

const DAY_MS = 86_400_000

/** A row of `proposals`. `decidedAt` (ms) is when the job was, or may be, decided. */
export interface OfferRow extends SeedRow {
  readonly id: string
  readonly createdAt: Date
  readonly vendor: string
  readonly state: Proposal['state']
  readonly decidedAt: number
  readonly lines: Proposal['lines']
}

interface About {
  readonly job: string
  readonly state: ServiceJob['state']
  readonly wasAwarded: boolean
  readonly sub: SubRow
  readonly bidders: readonly ServiceVendor[]
  readonly currency: string
  readonly createdAt: Date
  readonly from: Date
  readonly to: Date
}

const howMany = (random: Random, { state, wasAwarded }: About): number => {
  if (state === 'draft') return 0
  const n = Number(
    random.weighted(
      state === 'expired' ? { 0: 50, 1: 35, 2: 15 } : { 0: 8, 1: 18, 2: 24, 3: 24, 4: 15, 5: 11 },
    ),
  )
  return wasAwarded ? Math.max(1, n) : n
}

/**
 * Draws the state of a proposal that was not accepted: pending ones only for a job that is still
 * open.
 */
const otherState = (random: Random, { state }: About): Proposal['state'] =>
  state === 'open'
    ? random.weighted({
        submitted: 56,
        shortlisted: 16,
        draft: 12,
        withdrawn: 7,
        rejected: 6,
        expired: 3,
      })
    : random.weighted({ rejected: 82, withdrawn: 10, expired: 8 })

const linesOf = (random: Random, { sub, currency }: About): Proposal['lines'] => {
  const dear = random.int(80, 130)
  const [first, ...more] = sub.said.parts
  return [first!, ...more.filter(() => random.chance(0.65))].map(([label, most, price]) => ({
    label,
    quantity: most === 1 ? 1 : random.int(Math.ceil(most / 2), most),
    unit: { amount: Math.round((price * dear) / 50) * 50, currency },
  }))
}

/**
 * Returns how long it is valid: past for expired ones, future for pending ones, and always after
 * the decision.
 */
const validUntil = (
  random: Random,
  state: Proposal['state'],
  createdAt: Date,
  decidedAt: number,
): string | null => {
  const now = random.now.getTime()
  if (state === 'expired') {
    return new Date(
      Math.min(createdAt.getTime() + random.int(1, 5) * DAY_MS, (createdAt.getTime() + now) / 2),
    ).toISOString()
  }
  if (random.chance(0.25)) return null
  const usual = createdAt.getTime() + random.int(14, 45) * DAY_MS
  return new Date(
    Math.max(
      usual,
      (state === 'draft' || state === 'submitted' || state === 'shortlisted' ? now : decidedAt) +
        random.int(1, 10) * DAY_MS,
    ),
  ).toISOString()
}

/**
 * Creates the vendors' proposals for a job, one per vendor; one is accepted if the job was awarded.
 */
export const makeOffers = (random: Random, about: About): OfferRow[] => {
  const { wasAwarded, createdAt, from } = about
  const now = random.now.getTime()
  // Decided some days after the request, before the work begins and before now.
  const decidedAt = Math.min(
    createdAt.getTime() + random.int(60, 120) * 3_600_000,
    from.getTime() - 3_600_000,
    now - random.int(600, 28_800) * 1000,
  )
  const latest = decidedAt - createdAt.getTime()
  const chosen = random.some(about.bidders, howMany(random, about))
  const winner = wasAwarded ? random.int(0, chosen.length - 1) : -1
  return chosen.map((vendor, i) =>
    offer(random, about, vendor, i === winner ? 'accepted' : otherState(random, about), {
      createdAt: new Date(createdAt.getTime() + (latest * random.int(50, 950)) / 1000),
      decidedAt,
    }),
  )
}

const offer = (
  random: Random,
  about: About,
  vendor: ServiceVendor,
  state: Proposal['state'],
  { createdAt, decidedAt }: { readonly createdAt: Date; readonly decidedAt: number },
): OfferRow => {
  const lines = linesOf(random, about)
  const days = random.int(1, 4)
  return {
    id: random.id(createdAt),
    createdAt,
    job: about.job,
    vendor: vendor.id,
    lines,
    amount: amountOf(lines),
    state,
    decidedAt,
    message: random.chance(0.8) ? random.one(pitches) : null,
    startOn: new Date(about.from.getTime() + random.int(0, 2) * DAY_MS).toISOString().slice(0, 10),
    durationDays: days,
    validUntil: validUntil(random, state, createdAt, decidedAt),
  }
}
