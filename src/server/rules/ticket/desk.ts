import { v7 as uuidv7 } from 'uuid'
import type { ChatMessage } from '#schemas/chatMessage.ts'
import type { Ticket } from '#schemas/ticket.ts'
import type { Json, Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Database, Tx } from '../../database/pool.ts'
import type { Files, Received } from '../../files/files.ts'
import type { FileLinks } from '../../files/links.ts'
import { invalid, notFound, Problem } from '../../problem.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { Desk, DeskFile, DeskMessage, DeskReply, SentFile } from '../../portal/desk.ts'
import type { TransactionalWriter, TxWriteContext } from '../../store/write/writer.ts'
import { organisationTerms } from '../organisation/rules.ts'

interface Parts {
  readonly db: Database
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly files: Files
  readonly links: FileLinks
}
interface Found {
  id: string
  version: number
  number: string
  subject: string
  state: Ticket['state']
  satisfaction: number | null
  customer: string
  assignee: string | null
  priority: Ticket['priority']
  category: Ticket['category']
  merged_into: string | null
  email: string
  name: string
  locale: string | null
  timezone: string | null
}

const SHOWN = 200
const MAX_HOPS = 20

/** Holder of a ticket link: the customer at the address it is sent to. */
export const holderOf = (customer: string, email: string): string =>
  `${customer} ${email.toLowerCase()}`

/**
 * What customers can see and do with their tickets without an account. Trusts the id it receives:
 * check the link first.
 */
export const createDesk = ({ db, model, writer, files, links }: Parts): Desk => {
  const access = compileAccess(model, systemActor)
  const [tickets, conversations, messages] = [
    byCollection(model, 'tickets'),
    byCollection(model, 'conversations'),
    byCollection(model, 'chat-messages'),
  ]
  const context = (more: Partial<TxWriteContext> = {}): TxWriteContext => ({
    access,
    channel: 'system',
    requestId: 'desk',
    operationId: uuidv7(),
    ...more,
  })

  // Follows merged tickets to their target.
  const find = async (
    id: string,
    { query } = db as Pick<Tx, 'query'>,
    lock = '',
  ): Promise<Found | undefined> => {
    let at: string | null = id
    for (let hops = 0; at && hops < MAX_HOPS; hops++) {
      const {
        rows: [row],
      }: { rows: Found[] } = await query<Found>(
        `SELECT t.id, t.version, t.number, t.subject, t.state, t.satisfaction, t.customer, t.assignee, t.priority, t.category, t.merged_into, c.email, c.name, c.locale, c.timezone
FROM tickets t JOIN customers c ON c.id = t.customer WHERE t.id = $1 AND t.deleted_at IS NULL AND c.deleted_at IS NULL AND c.state <> 'anonymised' ${lock}`,
        [at],
      )
      if (row?.state !== 'merged') return row
      at = row.merged_into
    }
    return undefined
  }
  const filesOf = async (attachments: ChatMessage['attachments']): Promise<DeskFile[]> => {
    if (!attachments.length) return []
    const { rows } = await db.query<Omit<DeskFile, 'url'>>(
      'SELECT id, name, type, size FROM files WHERE id = ANY($1::uuid[])',
      [attachments.map((a) => a.file)],
    )
    return attachments.flatMap((a) =>
      rows
        .filter((r) => r.id === a.file)
        .map((r) => ({ ...r, name: a.name ?? r.name, size: Number(r.size), url: links.of(r.id) })),
    )
  }
  const said = async (ticket: string, organisation: string): Promise<DeskMessage[]> => {
    const { rows } = await db.query<{
      id: string
      kind: string
      body: string | null
      at: Date | string
      attachments: ChatMessage['attachments']
      who: string | null
    }>(
      `SELECT m.id, m.kind, m.body, m.created_at AS at, m.attachments, e.name AS who FROM chat_messages m JOIN conversations v ON v.id = m.conversation
LEFT JOIN employees e ON m.sender->>'type' = 'employees' AND e.id = (m.sender->>'id')::uuid
WHERE v.ticket = $1 AND v.deleted_at IS NULL AND m.kind IN ('incoming', 'outgoing') AND m.state NOT IN ('sending', 'failed') AND m.deleted_at IS NULL ORDER BY m.sequence DESC NULLS LAST, m.id DESC LIMIT ${SHOWN}`,
      [ticket],
    )
    return Promise.all(
      rows.reverse().map(async (m) => ({
        id: m.id,
        ours: m.kind === 'outgoing',
        who: m.who ?? organisation,
        at: new Date(m.at).toISOString(),
        body: m.body ?? '',
        files: await filesOf(m.attachments ?? []),
      })),
    )
  }

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
    if (next) return (await find(next.id, tx, 'FOR NO KEY UPDATE OF t')) ?? found
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
    return (await find(made.id, tx))!
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
  const receive = async (file: SentFile): Promise<Received> => {
    try {
      return await files.receive({ ...file, collection: messages.collection }, access)
    } catch (error) {
      // Names the file that failed, since several may be uploaded.
      throw error instanceof Problem
        ? new Problem(error.status, error.code, error.message, {
            ...error.extra,
            members: { ...error.extra.members, file: file.name },
          })
        : error
    }
  }
  const stored = async (
    key: string,
    { query } = db as Pick<Tx, 'query'>,
  ): Promise<string | undefined> =>
    (
      await query<{ ticket: string }>(
        'SELECT v.ticket FROM chat_messages m JOIN conversations v ON v.id = m.conversation WHERE m.client_id = $1',
        [key],
      )
    ).rows[0]?.ticket

  const enter = (ticket: string, { body, key }: DeskReply, received: readonly Received[]) =>
    db.transaction(async (tx) => {
      // When the same reply is sent twice at once, the second waits here and finds the first.
      const found = await find(ticket, tx, 'FOR NO KEY UPDATE OF t')
      if (!found) throw notFound('ticket')
      const known = await stored(key, tx)
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

  return {
    async holder(id) {
      const t = await find(id)
      return t && holderOf(t.customer, t.email)
    },
    async view(id) {
      const t = await find(id)
      if (!t) return undefined
      const { name: organisation, timeZone } = await organisationTerms({ query: db.query })
      return {
        id: t.id,
        number: t.number,
        subject: t.subject,
        state: t.state,
        rating: t.satisfaction,
        ratable: t.state === 'solved' || t.state === 'closed',
        organisation,
        customer: { name: t.name, locale: t.locale, timeZone: t.timezone ?? timeZone },
        messages: await said(t.id, organisation),
      }
    },
    async reply(ticket, reply) {
      if (!reply.body.trim() && !reply.files.length) {
        throw invalid([
          { path: 'body', code: 'required', message: 'Write something or attach a file' },
        ])
      }
      const known = await stored(reply.key)
      if (known) return { ticket: known, again: true }
      const received: Received[] = []
      let again = true
      try {
        for (const file of reply.files) received.push(await receive(file))
        const answer = await enter(ticket, reply, received)
        again = answer.again
        return answer
      } finally {
        if (again) await Promise.all(received.map((r) => files.discard(r)))
      }
    },
    async rate(ticket, points) {
      const t = await find(ticket)
      if (!t || (t.state !== 'solved' && t.state !== 'closed')) return false
      if (t.satisfaction !== points) {
        await writer.act(tickets, t.id, t.version, 'rate', { satisfaction: points }, context())
      }
      return true
    },
    byNumber: async (number) =>
      (
        await db.query<{ id: string; email: string }>(
          "SELECT t.id, c.email FROM tickets t JOIN customers c ON c.id = t.customer WHERE t.number = $1 AND t.deleted_at IS NULL AND c.deleted_at IS NULL AND c.state <> 'anonymised'",
          [number],
        )
      ).rows[0],
  }
}
