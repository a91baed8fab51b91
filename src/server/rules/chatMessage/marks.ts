/** How far messages got, as confirmed by the recipients' devices. */
import type { chatMessage, ChatMessage } from '#schemas/chatMessage.ts'
import type { ActionResult, RuleContext } from '../types.ts'

/** Maximum per call; the next call marks the rest. */
const AT_ONCE = 200

const BEFORE = { delivered: ['sent'], read: ['sent', 'delivered'] } as const

/** Kind of the messages written by the other side. */
const theirs = (context: RuleContext): ChatMessage['kind'] =>
  context.access.actor.tenant === null ? 'incoming' : 'outgoing'

/**
 * Marks this message and earlier ones of the other side. A message's state only moves forward, and
 * notes are not confirmed.
 */
export const mark = async (
  message: ChatMessage,
  to: keyof typeof BEFORE,
  context: RuleContext,
): Promise<ActionResult<typeof chatMessage>> => {
  const kind = theirs(context)
  const { rows } = await context.tx.query<{ id: string }>(
    'SELECT id FROM chat_messages WHERE conversation = $1 AND sequence < $2 AND kind = $3 AND state = ANY($4::text[]) AND deleted_at IS NULL ORDER BY sequence DESC LIMIT $5',
    [message.conversation, message.sequence, kind, BEFORE[to], AT_ONCE],
  )
  for (const { id } of rows) await context.others.update('chat-messages', id, { state: to })
  return message.kind === kind && (BEFORE[to] as readonly string[]).includes(message.state)
    ? { values: { state: to } }
    : {}
}

/** Stores how far the person has read; reading an older message again does not move it back. */
export const keepRead = async (
  row: ChatMessage,
  { tx, access: { actor } }: RuleContext,
): Promise<void> => {
  if (actor.personId === null) return
  await tx.query(
    'INSERT INTO reads AS r (record_id, person_id, up_to) VALUES ($1, $2, $3) ON CONFLICT (record_id, person_id) DO UPDATE SET up_to = greatest(r.up_to, excluded.up_to)',
    [row.conversation, actor.personId, row.sequence],
  )
}
