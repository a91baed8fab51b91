import type { customer } from '#schemas/customer.ts'
import { scrubAudit } from '../../store/write/scrub.ts'
import { Problem, type FieldProblem } from '../../base/problem.ts'
import type { FieldOf } from '#schemas/define/rows.ts'
import type { Change, EntityRules, RuleValues } from '../types.ts'
import { eraseTraces } from './erasure.ts'
import { refuseWhileServed, stillServed } from './open.ts'
import { overview } from './overview.ts'
import { timeline } from './timeline.ts'

const PERSONAL: readonly FieldOf<typeof customer>[] = [
  'name',
  'email',
  'phone',
  'locale',
  'timezone',
  'addresses',
  'tags',
  'marketingConsent',
  'internalNote',
]

const FINAL = 'An anonymised customer cannot be changed.'

const anonymous = (id: string): RuleValues<typeof customer> => ({
  name: 'Anonymised customer',
  email: `${id}@anonymised.invalid`,
  phone: null,
  locale: null,
  timezone: null,
  addresses: [],
  tags: [],
  marketingConsent: null,
  internalNote: null,
})

const becomesAnonymous = ({ before, after }: Change<typeof customer>): boolean =>
  after?.state === 'anonymised' && before?.state !== 'anonymised'

/** Text of the confirmation; translated in the `problems` catalogues. */
const CONFIRMATION =
  'Name, e-mail, phone, addresses and notes are removed permanently, here and everywhere else: in bookings, orders, jobs, tickets, messages, files and histories. Amounts, dates, codes, states and what was bought stay. The reason you give stays too.'

/**
 * Rules of customers: anonymising permanently removes personal data from the record, its history
 * and all related texts; the money trail stays.
 */
export const customerRules: EntityRules<typeof customer> = {
  previews: {
    overview: { needs: [], run: overview },
    timeline: { needs: [], run: timeline },
    anonymising: { needs: [], run: () => CONFIRMATION },
  },
  guards: { anonymised: refuseWhileServed },
  // Applies to every path to the anonymised state, including imports.
  derive: (row, { before }) =>
    row.state === 'anonymised' && before?.state !== 'anonymised' ? anonymous(row.id) : {},
  beforeWrite({ kind, before }) {
    if (before?.state === 'anonymised' && (kind === 'update' || kind === 'import')) {
      throw new Problem(409, 'anonymised', FINAL)
    }
  },
  async checkMany(changes, context) {
    const served = await stillServed(
      changes.filter(becomesAnonymous).map((c) => c.after!.id),
      context,
    )
    const problem = ({ before, after }: Change<typeof customer>): FieldProblem | undefined => {
      if (before?.state === 'anonymised') return { path: '', code: 'anonymised', message: FINAL }
      const message = served.get(after!.id)
      return message === undefined ? undefined : { path: 'state', code: 'still_served', message }
    }
    return new Map(
      changes.flatMap((c) => {
        const found = problem(c)
        return found ? [[c, [found]] as const] : []
      }),
    )
  },
  redact: (change) => (becomesAnonymous(change) ? PERSONAL : []),
  async afterWrite(change, context) {
    if (!becomesAnonymous(change) || !change.before) return
    const { id, version } = change.after!
    await scrubAudit(context.tx, context.resource.entity, [id], PERSONAL, version)
    await eraseTraces(change.before, context)
  },
}
