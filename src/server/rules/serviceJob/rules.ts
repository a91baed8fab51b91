import type { Proposal } from '#schemas/proposal.ts'
import type { serviceJob, ServiceJob } from '#schemas/serviceJob.ts'
import { Problem, type FieldProblem } from '../../base/problem.ts'
import type { Change, EntityRules, RuleContext, RecordOf } from '../types.ts'
import { liveAt } from '../proposal/live.ts'
import { checkEach, refuseProblems } from '../service/choice.ts'

const wrongService = async (
  { after, changed }: Change<typeof serviceJob>,
  context: RuleContext,
): Promise<FieldProblem[]> => {
  const job = after
  if (!job?.service || !(changed.has('service') || changed.has('category'))) return []
  const service = await context.load('services', job.service)
  return service?.category === job.category
    ? []
    : [
        {
          path: 'service',
          code: 'wrong_category',
          message: 'This service belongs to another category',
        },
      ]
}

const acceptedOf = async (job: string, context: RuleContext): Promise<Proposal | undefined> => {
  const id = (await liveAt(context.tx, job)).find((p) => p.state === 'accepted')?.id
  return id === undefined ? undefined : await context.load('proposals', id)
}

/**
 * Places the order of an awarded job: the lines of the accepted proposal, for the job's customer.
 */
const placeOrder = async (
  job: ServiceJob,
  proposal: Proposal,
  context: RuleContext,
): Promise<RecordOf<'orders'>> => {
  const lines = proposal.lines.map(({ label, quantity, unit }) => ({
    title: label,
    quantity,
    unit,
  }))
  return context.others.create('orders', {
    kind: 'service',
    customer: job.customer,
    vendor: proposal.vendor,
    job: job.id,
    proposal: proposal.id,
    currency: lines[0]!.unit.currency,
    lines,
    state: 'placed',
    ...(job.address ? { address: job.address } : {}),
  })
}

/** Why the remaining proposals are rejected when a job stops taking them. */
const reasons: Readonly<Partial<Record<ServiceJob['state'], string>>> = {
  awarded: 'Another proposal was accepted',
  expired: 'The job expired',
  cancelled: 'The job was cancelled',
}

/**
 * Rules of jobs: awarded only by accepting a proposal, which places the order; remaining proposals
 * are rejected.
 */
export const serviceJobRules: EntityRules<typeof serviceJob> = {
  async beforeWrite(change, context) {
    refuseProblems(await wrongService(change, context))
  },
  checkMany: (changes, context) => checkEach(changes, (change) => wrongService(change, context)),
  async afterWrite({ before, after, changed }, context) {
    const job = after
    const reason = job && reasons[job.state]
    if (!job || !before || !reason || !changed.has('state')) return
    for (const left of await liveAt(context.tx, job.id)) {
      if (left.state !== 'accepted') {
        await context.others.transition('proposals', left.id, 'rejected', reason)
      }
    }
  },
  invariants: {
    open(row, context) {
      const { preferredTo } = row
      if (preferredTo && Date.parse(preferredTo) <= context.now.getTime()) {
        throw new Problem(409, 'too_late', 'The deadline of this job has passed; change it first.')
      }
    },
  },
  guards: {
    async awarded(row, context) {
      if (!(await acceptedOf(row.id, context))) {
        throw new Problem(409, 'no_proposal', 'A job is awarded by accepting one of its proposals.')
      }
    },
  },
  onTransition: {
    async awarded(row, context) {
      const proposal = (await acceptedOf(row.id, context))!
      return {
        awardedProposal: proposal.id,
        order: (await placeOrder(row, proposal, context)).id,
      }
    },
  },
  scheduled: [{ from: ['open'], to: 'expired', due: 'preferredTo' }],
}
