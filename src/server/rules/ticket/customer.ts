import type { ticket } from '#schemas/ticket.ts'
import { invalid } from '../../base/problem.ts'
import type { Change, RuleContext } from '../types.ts'

/**
 * Refuses another customer for a ticket with messages: its page and mails would show that customer
 * what was written with the first one.
 */
export const keepCustomer = async (
  { before, after, changed }: Change<typeof ticket>,
  context: RuleContext,
): Promise<void> => {
  if (!before || !after || !changed.has('customer') || before.customer === after.customer) return
  const { rowCount } = await context.tx.query(
    "SELECT 1 FROM chat_messages m JOIN conversations v ON v.id = m.conversation WHERE v.ticket = $1 AND m.kind IN ('incoming', 'outgoing') LIMIT 1",
    [after.id],
  )
  if (!rowCount) return
  const message =
    'This ticket has messages, which another customer must not read. Create a new ticket for the other customer.'
  throw invalid([{ path: 'customer', code: 'other_customer', message }])
}

/** A ticket without messages takes its conversations along to another customer. */
export const moveConversations = async (
  { before, after, changed }: Change<typeof ticket>,
  { tx, others }: RuleContext,
): Promise<void> => {
  if (!before || !after || !changed.has('customer')) return
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM conversations WHERE ticket = $1 AND customer IS DISTINCT FROM $2::uuid AND deleted_at IS NULL ORDER BY id',
    [after.id, after.customer],
  )
  for (const { id } of rows) await others.update('conversations', id, { customer: after.customer })
}
