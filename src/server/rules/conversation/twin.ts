import type { Conversation } from '#schemas/conversation.ts'
import { Problem } from '../../base/problem.ts'
import type { RuleContext } from '../types.ts'

/**
 * Conversations begun within this time of each other count as the same; a later one may be
 * intended.
 */
const AT_ONCE_MS = 60_000

/**
 * Refuses a duplicate conversation, so that two people who begin the same one at once get one; the
 * error names the existing one. Duplicates are about the same ticket, or were just begun by
 * somebody else with the same party and subject.
 */
export const refuseTwin = async (row: Conversation, context: RuleContext): Promise<void> => {
  if (context.access.actor.kind !== 'person') return
  const { ticket, customer, vendor, kind, subject, order, job } = row
  if (ticket) await context.lock('tickets', ticket)
  else await context.lock(customer ? 'customers' : 'vendors', (customer ?? vendor)!)
  const { rows } = ticket
    ? await context.tx.query<{ id: string }>(
        'SELECT id FROM conversations WHERE ticket = $1 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1',
        [ticket],
      )
    : await context.tx.query<{ id: string }>(
        `SELECT id FROM conversations WHERE ${customer ? 'customer' : 'vendor'} = $1 AND customer IS NOT DISTINCT FROM $2::uuid AND vendor IS NOT DISTINCT FROM $3::uuid AND kind = $4 AND lower(subject) = lower($5)
       AND "order" IS NOT DISTINCT FROM $6::uuid AND job IS NOT DISTINCT FROM $7::uuid AND ticket IS NULL AND created_by IS DISTINCT FROM $8::uuid AND created_at > $9 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1`,
        [
          customer ?? vendor,
          customer ?? null,
          vendor ?? null,
          kind,
          subject,
          order ?? null,
          job ?? null,
          context.access.actor.personId,
          new Date(context.now.getTime() - AT_ONCE_MS).toISOString(),
        ],
      )
  if (rows[0]) {
    throw new Problem(409, 'conversation_exists', 'This conversation already exists.', {
      members: { existing: rows[0].id },
    })
  }
}
