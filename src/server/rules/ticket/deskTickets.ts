import type { Ticket } from '#schemas/ticket.ts'
import type { Tx } from '../../database/pool.ts'

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
