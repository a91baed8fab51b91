import { say } from '#model/message.ts'
import type { Money } from '#schemas/define/fields.ts'
import { MAX_AMOUNT } from '#schemas/define/amounts.ts'
import { sumsOf } from '#model/charge.ts'
import type { proposal, Proposal } from '#schemas/proposal.ts'
import type { ServiceJob } from '#schemas/serviceJob.ts'
import { forbidden, invalid, Problem } from '../../base/problem.ts'
import type { Change, EntityRules, RuleContext } from '../types.ts'
import { LIVE, liveAt } from './live.ts'

type Held = Proposal & { readonly deletedAt: string | null }
const isLive = (p: Held | null): p is Held =>
  p !== null && p.deletedAt === null && LIVE.includes(p.state)

/**
 * Sum of the lines in the currency of the first; null without lines. Throws 422 if it exceeds a
 * money field.
 */
export const amountOf = (lines: Proposal['lines']): Money | null => {
  const [first] = lines
  if (!first) return null
  const { total: amount } = sumsOf(
    lines.map(({ quantity, unit }) => ({ quantity, unit: unit.amount, discount: 0, tax: 0 })),
  )
  if (amount > MAX_AMOUNT) {
    throw invalid([{ path: 'lines', code: 'too_big', message: 'The amount would be too large' }])
  }
  return { amount, currency: first.unit.currency }
}

/**
 * Allows a vendor one live proposal per job, and a job one accepted proposal. Concurrent writers
 * wait for the job's lock.
 */
const keepPlaces = async (
  { before, after }: Change<typeof proposal>,
  context: RuleContext,
): Promise<void> => {
  const [was, now] = [before, after]
  if (!isLive(now)) return
  const enters = !isLive(was)
  const wins = now.state === 'accepted' && was?.state !== 'accepted'
  if (!enters && !wins) return
  await context.lock('service-jobs', now.job)
  const others = (await liveAt(context.tx, now.job)).filter((p) => p.id !== now.id)
  if (enters && others.some((p) => p.vendor === now.vendor)) {
    const message =
      'This vendor already has a proposal in play for this job; withdraw it or change it'
    throw new Problem(
      409,
      'already_proposed',
      'This vendor already has a proposal in play for this job; withdraw it or change it.',
      { errors: [{ path: 'vendor', code: 'already_proposed', message }] },
    )
  }
  if (wins && others.some((p) => p.state === 'accepted')) {
    throw new Problem(409, 'already_awarded', 'Another proposal for this job was already accepted.')
  }
}

const jobState: Readonly<Partial<Record<ServiceJob['state'], string>>> = {
  draft: 'This job is not published yet, so it takes no proposals.',
  awarded: 'This job was already awarded, so it takes no proposals.',
  in_progress: 'This job was already awarded, so it takes no proposals.',
  expired: 'This job has expired, so it takes no proposals.',
  cancelled: 'This job was cancelled, so it takes no proposals.',
}

/** Throws 409 unless the job still takes proposals. */
const requireOpen = async (row: Held, context: RuleContext): Promise<void> => {
  const job = await context.lock('service-jobs', row.job)
  if (job?.state !== 'open') {
    throw new Problem(
      409,
      'job_not_open',
      (job && jobState[job.state]) ?? 'This job is over, so it takes no proposals.',
    )
  }
}

const requireApproved = async (row: Held, context: RuleContext): Promise<void> => {
  const vendor = await context.load('vendors', row.vendor)
  if (vendor?.state !== 'approved') {
    throw new Problem(
      409,
      'vendor_not_approved',
      vendor
        ? say('{{name}} is not an approved vendor now.', { name: vendor.displayName })
        : 'This vendor is not an approved vendor now.',
    )
  }
}

const requireInTime = (row: Held, context: RuleContext): void => {
  const { validUntil } = row
  if (validUntil && Date.parse(validUntil) <= context.now.getTime()) {
    throw new Problem(409, 'expired', 'This proposal is no longer valid.')
  }
}

/** Vendors never choose among proposals, whatever their role allows. */
const requireOurs = ({ access }: RuleContext): void => {
  if (access.actor.tenant !== null) {
    throw forbidden('Vendors submit and withdraw proposals; they cannot choose among them.')
  }
}

/**
 * Rules of proposals: the amount, one live proposal per job and vendor, and acceptance, which
 * awards the job in the same transaction.
 */
export const proposalRules: EntityRules<typeof proposal> = {
  async holdFirst(id, context) {
    const { rows } = await context.tx.query<{ job: string }>(
      'SELECT job FROM proposals WHERE id = $1',
      [id],
    )
    if (rows[0]) await context.lock('service-jobs', rows[0].job)
  },
  derive: (row) => ({ amount: amountOf(row.lines) }),
  async beforeWrite(change, context) {
    if (
      change.kind === 'update' &&
      change.changed.has('lines') &&
      change.before!.state === 'accepted'
    ) {
      throw new Problem(
        409,
        'accepted',
        'This proposal was accepted; what it offers can no longer change.',
      )
    }
    await keepPlaces(change, context)
  },
  async afterWrite({ kind, after }, context) {
    const accepted = kind === 'transition' ? after : null
    if (accepted?.state === 'accepted') {
      await context.others.transition('service-jobs', accepted.job, 'awarded')
    }
  },
  invariants: {
    async submitted(row, context) {
      await requireOpen(row, context)
      await requireApproved(row, context)
      requireInTime(row, context)
    },
    shortlisted: requireOpen,
  },
  guards: {
    shortlisted: (_row, context) => requireOurs(context),
    async accepted(row, context) {
      requireOurs(context)
      await requireOpen(row, context)
      await requireApproved(row, context)
      requireInTime(row, context)
    },
    async rejected(row, context) {
      requireOurs(context)
      if (row.state !== 'draft') return
      const job = await context.load('service-jobs', row.job)
      if (job?.state === 'open' || job?.state === 'draft') {
        throw new Problem(
          409,
          'not_submitted',
          'This proposal was not submitted yet, so there is nothing to reject.',
        )
      }
    },
  },
  scheduled: [{ from: ['submitted', 'shortlisted'], to: 'expired', due: 'validUntil' }],
}
