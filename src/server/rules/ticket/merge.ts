import { inside, say } from '#model/message.ts'
import type { ticket } from '#schemas/ticket.ts'
import { conflict, invalid, Problem } from '../../base/problem.ts'
import type { Action } from '../types.ts'
import { conversationOf, moveMessages, talkOf, tell } from './talk.ts'

/**
 * Merges a ticket into another of the same customer, which continues with both threads; both record
 * the merge.
 */
export const merge: Action<typeof ticket, 'merge'> = async (row, { into }, context) => {
  if (into === row.id) throw conflict('cycle', 'into', 'A ticket cannot be merged into itself')
  // When two tickets are merged into each other at once, the second finds its target closed.
  const target = await context.lock('tickets', into as string)
  if (!target || target.deletedAt) {
    throw invalid([{ path: 'into', code: 'unknown_reference', message: 'There is no such ticket' }])
  }
  if (target.state === 'merged' || target.state === 'closed') {
    const state = inside(target.state === 'merged' ? 'Merged' : 'Closed')
    throw new Problem(
      409,
      'ticket_over',
      say('Ticket {{number}} is {{state}}; nothing can be merged into it.', {
        number: String(target.number),
        state,
      }),
      {
        errors: [
          {
            path: 'into',
            code: 'ticket_over',
            message: say('That ticket is {{state}}', { state }),
          },
        ],
      },
    )
  }
  // Messages of one customer must not reach another.
  if (target.customer !== row.customer) {
    throw new Problem(
      409,
      'other_customer',
      say('Ticket {{number}} is of another customer.', { number: String(target.number) }),
      {
        errors: [
          { path: 'into', code: 'other_customer', message: 'Choose a ticket of the same customer' },
        ],
      },
    )
  }
  const from = await conversationOf(row.id, context)
  if (from) {
    const to = await talkOf(target, context)
    const moved = await moveMessages(from, to, context)
    await tell(
      to,
      say('Ticket {{number}} was merged into this one, with {{n}} messages', {
        number: row.number,
        n: moved,
      }),
      context,
    )
    await tell(
      from,
      say('Merged into ticket {{number}}', { number: String(target.number) }),
      context,
    )
  }
  const tags = [...new Set([...(target.tags as string[]), ...(row.tags as string[])])].slice(0, 50)
  const firstRepliedAt =
    [target.firstRepliedAt, row.firstRepliedAt].filter((at) => typeof at === 'string').sort()[0] ??
    null
  await context.others.update('tickets', target.id, { tags, firstRepliedAt })
  return { values: { state: 'merged', mergedInto: target.id } }
}
