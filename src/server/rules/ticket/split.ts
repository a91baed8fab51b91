import { say } from '#model/message.ts'
import type { ticket } from '#schemas/ticket.ts'
import { invalid } from '../../base/problem.ts'
import type { Action } from '../types.ts'
import { conversationOf, moveMessages, talkOf, tell } from './talk.ts'

/**
 * Splits a message and those after it into a new ticket of the same customer and context; both
 * threads record it. Returns `{ ticket }`.
 */
export const split: Action<typeof ticket, 'split'> = async (
  row,
  { message: id, subject },
  context,
) => {
  const from = await conversationOf(row.id, context)
  if (from) await context.lock('conversations', from)
  const message = await context.lock('chat-messages', id)
  if (!message || !from || message.conversation !== from) {
    throw invalid([
      { path: 'message', code: 'other_ticket', message: 'Choose a message of this ticket' },
    ])
  }
  if (message.kind === 'activity') {
    throw invalid([
      { path: 'message', code: 'not_said', message: 'Choose something that was written' },
    ])
  }
  const { customer, category, priority, assignee, team, order, booking, tags } = row
  const made = await context.others.create('tickets', {
    subject,
    customer,
    category,
    priority,
    assignee,
    team,
    order,
    booking,
    tags,
    origin: row.id,
    state: 'open',
  })
  const to = await talkOf(made, context)
  const moved = await moveMessages(from, to, context, {
    at: String(message.createdAt),
    id: message.id,
  })
  await tell(
    to,
    say('Split from ticket {{number}}, with {{n}} messages', { number: row.number, n: moved }),
    context,
  )
  await tell(
    from,
    say('{{n}} messages went on as ticket {{number}}', { n: moved, number: made.number }),
    context,
  )
  return { result: { ticket: made.id } }
}
