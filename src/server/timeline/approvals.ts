import { approvalSteps } from '#model/approvals.ts'
import { revisionRows, shownRevisions, type AuditRow } from '../store/read/history.ts'
import { literal } from '../store/read/statement.ts'
import type { TimelineRequest, Source } from './sources.ts'

const PREFIX = 'approval.'
/** The vote that completes a request is an entry already. */
const STEPS = approvalSteps.filter((step) => step !== 'approved')

/**
 * Source of the steps of requests for approval, from the audit: for those who may approve changes
 * of the entity and read the fields in question, and for people since their own first request about
 * the record. Undefined for everybody of entities without approvals.
 */
export const approvals = ({
  db,
  model,
  resource,
  id,
  access,
}: TimelineRequest): Source | undefined => {
  if (!resource.approvals) return undefined
  const readable = access.readable(resource)
  const reviews = resource.approvals.every(
    ({ on, name, by }) =>
      access.can(`${resource.entity}.${by}`) && (on !== 'field' || readable.has(name)),
  )
  const person = access.actor.personId
  if (!reviews && person === null) return undefined
  const own = `a.at >= (select min(r.at) from approval_requests r where r.entity = ${literal(resource.entity)} and r.record_id = a.record_id and r.requester_id = ${literal(String(person))}::uuid)`
  const where = `a.action in (${STEPS.map((step) => literal(PREFIX + step)).join(', ')}) and ${reviews ? 'true' : own}`
  return {
    name: 'approvals',
    async read(before, limit) {
      const rows = await revisionRows(db, resource, id, { limit, before, where })
      return rows.map((row) => ({ at: row.at, place: row.seq, row }))
    },
    async show(found) {
      const rows = found.map(({ row }) => row as AuditRow)
      const { data } = await shownRevisions({ db, model, access }, resource, id, rows)
      return {
        entries: data.map(({ at, actor }, i) => ({
          kind: 'approval',
          id: `approval:${rows[i]!.seq}`,
          at: at!,
          actor: actor!,
          step: rows[i]!.action.slice(PREFIX.length),
        })),
        included: {},
      }
    },
  }
}
