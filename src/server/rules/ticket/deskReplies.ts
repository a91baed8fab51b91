import type { Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Database, Tx } from '../../database/pool.ts'
import { notFound } from '../../base/problem.ts'
import type { TransactionalWriter, TxWriteContext } from '../../store/write/writer.ts'
import type { TakingOf } from '../conversation/deskReplies.ts'
import { findTicket, type Found } from './deskTickets.ts'

interface Parts {
  readonly db: Pick<Database, 'query'>
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly context: (more?: Partial<TxWriteContext>) => TxWriteContext
}

/** Finds, and creates where missing, the tickets and conversations that take customers' replies. */
export const createTicketTaking = ({ db, model, writer, context }: Parts) => {
  const [tickets, conversations] = [
    byCollection(model, 'tickets'),
    byCollection(model, 'conversations'),
  ]

  /** Returns the locked ticket that takes the reply: itself, or the follow-up of a closed one. */
  const taking = async (found: Found, tx: Tx): Promise<Found> => {
    if (found.state !== 'closed') return found
    // A second reply to a closed ticket goes to the same follow-up.
    const {
      rows: [next],
    } = await tx.query<{ id: string }>(
      "SELECT id FROM tickets WHERE origin = $1 AND customer = $2 AND state NOT IN ('closed', 'merged') AND deleted_at IS NULL ORDER BY created_at DESC LIMIT 1",
      [found.id, found.customer],
    )
    if (next) return (await findTicket(tx, next.id, 'FOR NO KEY UPDATE OF t')) ?? found
    const made = await writer.create(
      tickets,
      {
        subject: found.subject,
        customer: found.customer,
        priority: found.priority,
        category: found.category,
        ...(found.assignee ? { assignee: found.assignee } : {}),
      },
      context({ tx, set: { origin: found.id } }),
    )
    return (await findTicket(tx, made.id))!
  }
  const conversationOf = async (t: Found, tx: Tx): Promise<string> => {
    const {
      rows: [known],
    } = await tx.query<{ id: string }>(
      'SELECT id FROM conversations WHERE ticket = $1 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1',
      [t.id],
    )
    return (
      known?.id ??
      (
        await writer.create(
          conversations,
          {
            subject: t.subject,
            kind: 'ticket',
            ticket: t.id,
            customer: t.customer,
            priority: t.priority,
            ...(t.assignee ? { assignee: t.assignee } : {}),
          },
          context({ tx }),
        )
      ).id
    )
  }

  /** Where replies to a ticket go. */
  return (ticket: string): TakingOf => ({
    async customer() {
      const found = await findTicket(db, ticket)
      if (!found) throw notFound('ticket')
      return found.customer
    },
    async lock(tx) {
      if (!(await findTicket(tx, ticket, 'FOR NO KEY UPDATE OF t'))) throw notFound('ticket')
    },
    async take(tx) {
      const found = (await findTicket(tx, ticket))!
      const to = await taking(found, tx)
      return {
        id: to.id,
        conversation: await conversationOf(to, tx),
        customer: found.customer,
      }
    },
  })
}
