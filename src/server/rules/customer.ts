import { scrubAudit } from '../audit/scrub.ts'
import { Problem } from '../http/problem.ts'
import type { Change, EntityRules, Values } from '../store/write/rules.ts'
import { overview } from './customer.overview.ts'
import { timeline } from './customer.timeline.ts'

const PERSONAL = ['name', 'email', 'phone', 'locale', 'timezone', 'addresses', 'tags', 'marketingConsent', 'internalNote']

const FINAL = 'An anonymised customer cannot be changed.'

const anonymous = (id: string): Values => ({
  name: 'Anonymised customer', email: `${id}@anonymised.invalid`, phone: null, locale: null, timezone: null, addresses: [], tags: [], marketingConsent: null, internalNote: null,
})

const becomesAnonymous = ({ before, after }: Change): boolean => after?.state === 'anonymised' && before?.state !== 'anonymised'

/** Rules of customers: anonymising takes personal data out of the record and out of its history, for good; bookings stay. */
export const customer: EntityRules = {
  previews: { overview, timeline },
  // By whatever way somebody becomes anonymous, an import too.
  derive: (row, { before }) => (row.state === 'anonymised' && before?.state !== 'anonymised' ? anonymous(row.id) : {}),
  beforeWrite({ kind, before }) {
    if (before?.state === 'anonymised' && (kind === 'update' || kind === 'import')) throw new Problem(409, 'anonymised', FINAL)
  },
  async checkMany(changes) {
    return new Map(changes.filter((c) => c.before?.state === 'anonymised').map((c) => [c, [{ path: '', code: 'anonymised', message: FINAL }]]))
  },
  redact: (change) => (becomesAnonymous(change) ? PERSONAL : []),
  async afterWrite(change, { tx, resource }) {
    if (becomesAnonymous(change)) await scrubAudit(tx, resource.entity, change.after!.id, PERSONAL)
  },
}
