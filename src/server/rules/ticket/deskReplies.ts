import type { Json, Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Database, Tx } from '../../database/pool.ts'
import type { Files, Received } from '../../files/files.ts'
import { notFound, Problem } from '../../problem.ts'
import type { Access } from '../../permissions/types.ts'
import type { DeskReply, SentFile } from '../../portal/desk.ts'
import type { TransactionalWriter, TxWriteContext } from '../../store/write/writer.ts'
import { findTicket, type Found } from './deskTickets.ts'

interface Parts {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly files: Files
  readonly access: Access
  readonly context: (more?: Partial<TxWriteContext>) => TxWriteContext
}

/** Ticket of a stored reply, by the reply's key. */
export const repliedTicket = async (
  { query }: Pick<Tx, 'query'>,
  key: string,
): Promise<string | undefined> =>
  (
    await query<{ ticket: string }>(
      'SELECT v.ticket FROM chat_messages m JOIN conversations v ON v.id = m.conversation WHERE m.client_id = $1',
      [key],
    )
  ).rows[0]?.ticket

/** Stores replies of customers, and the tickets and conversations that take them. */
export const createDeskReplies = ({ db, model, writer, files, access, context }: Parts) => {
  const [tickets, conversations, messages] = [
    byCollection(model, 'tickets'),
    byCollection(model, 'conversations'),
    byCollection(model, 'chat-messages'),
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
  /** Receives one file of a reply; a refusal names the file, since there may be several. */
  const receive = async (file: SentFile): Promise<Received> => {
    try {
      return await files.receive({ ...file, collection: messages.collection }, access)
    } catch (error) {
      throw error instanceof Problem
        ? new Problem(error.status, error.code, error.message, {
            ...error.extra,
            members: { ...error.extra.members, file: file.name },
          })
        : error
    }
  }

  /** Stores a reply once: a key that is stored already returns its ticket, with `again`. */
  const enter = (ticket: string, { body, key }: DeskReply, received: readonly Received[]) =>
    db.transaction(async (tx) => {
      // When the same reply is sent twice at once, the second waits here and finds the first.
      const found = await findTicket(tx, ticket, 'FOR NO KEY UPDATE OF t')
      if (!found) throw notFound('ticket')
      const known = await repliedTicket(tx, key)
      if (known) return { ticket: known, again: true }
      const to = await taking(found, tx)
      for (const r of received) await files.enter(r, tx.query)
      const attachments = received.map(({ row }) => ({ file: row.id, name: row.name }))
      await writer.create(
        messages,
        {
          conversation: await conversationOf(to, tx),
          kind: 'incoming',
          body,
          attachments,
          clientId: key,
        } as Record<string, Json>,
        context({ tx, set: { sender: { type: 'customers', id: found.customer } } }),
      )
      return { ticket: to.id, again: false }
    })
  return { receive, enter }
}
