import type { ChatMessage } from '#schemas/chatMessage.ts'
import type { Ticket } from '#schemas/ticket.ts'
import type { Database, Tx } from '../../database/pool.ts'
import type { FileLinks } from '../../files/links.ts'
import type { DeskFile, DeskMessage } from '../../portal/desk.ts'

/** A ticket and its customer, as the portal reads them. */
export interface Found {
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

/** The live ticket of an id; follows merged tickets to their target. `lock` is added to the SQL. */
export const findTicket = async (
  { query }: Pick<Tx, 'query'>,
  id: string,
  lock: '' | 'FOR NO KEY UPDATE OF t' = '',
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

/** Reads what was said in the conversations of tickets, with links to the files. */
export const createDeskMessages = (db: Database, links: FileLinks) => {
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

  /** The latest messages of a ticket, oldest first; `organisation` signs for unnamed staff. */
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
  return { said }
}
