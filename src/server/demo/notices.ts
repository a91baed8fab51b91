import { v7 as uuidv7 } from 'uuid'
import { english, say, type Message } from '#model/message.ts'
import type { Tx } from '../database/pool.ts'
import { demoAccounts } from './people.ts'

interface Said {
  readonly person: string
  readonly type: string
  readonly title: Message
  readonly body: string | Message
  readonly link: string
  readonly resource: readonly [string, string] | null
  readonly at: string
}

const DAY_MS = 86_400_000
/** Older notifications are marked as read. */
const READ_AFTER_MS = 1.5 * DAY_MS

/**
 * Queries for the latest notifications of each person: their tickets, SLA targets, failed payments.
 */
const ofTickets = `SELECT t.assignee AS person, 'assignment' AS type, t.number, t.subject AS body, '/ticket_chat/' || t.id AS link, t.id AS about, t.created_at + interval '20 minutes' AS at, row_number() OVER (PARTITION BY t.assignee ORDER BY t.created_at DESC) AS n FROM tickets t WHERE t.assignee IS NOT NULL AND t.created_at < $1
UNION ALL SELECT t.assignee, 'breach', t.number, t.subject, '/ticket_chat/' || t.id, t.id, t.breached_at, 10 + row_number() OVER (PARTITION BY t.assignee ORDER BY t.breached_at DESC) FROM tickets t WHERE t.assignee IS NOT NULL AND t.breached_at < $1`
const ofNotes = `SELECT c.ticket, c.subject, m.created_at AS at FROM chat_messages m JOIN conversations c ON c.id = m.conversation WHERE m.kind = 'note' AND c.ticket IS NOT NULL AND m.created_at < $1 ORDER BY m.created_at DESC LIMIT 6`
const ofPayments = `SELECT id, number, updated_at AS at FROM payment_transactions WHERE state = 'failed' AND updated_at < $1 ORDER BY updated_at DESC LIMIT 3`

const said = async (tx: Tx, now: Date): Promise<Said[]> => {
  const ids = new Map(
    (
      await tx.query<{ id: string; email: string }>(
        'SELECT id, email FROM employees WHERE email = ANY($1)',
        [demoAccounts.map((a) => a.email)],
      )
    ).rows.map((r) => [r.email.split('@')[0]!, r.id]),
  )
  const tickets = (
    await tx.query<Omit<Said, 'resource' | 'title'> & { number: string; about: string; n: number }>(
      ofTickets,
      [now.toISOString()],
    )
  ).rows
  const notes = (
    await tx.query<{ ticket: string; subject: string; at: string }>(ofNotes, [now.toISOString()])
  ).rows
  const payments = (
    await tx.query<{ id: string; number: string; at: string }>(ofPayments, [now.toISOString()])
  ).rows
  const support = demoAccounts.find((a) => a.email.startsWith('support'))!.name
  const readers = ['admin', 'manager', 'support']
  return [
    ...tickets
      .filter(({ n }) => n <= 3 || (n > 10 && n <= 12))
      .map(({ about, n: _, number, ...row }): Said => ({
        ...row,
        title:
          row.type === 'breach'
            ? say('A service target of ticket {{number}} was missed', { number })
            : say('Ticket {{number}} was assigned to you', { number }),
        resource: ['tickets', about],
      })),
    ...notes.map(({ ticket, subject, at }, i): Said => {
      const person = readers[i % readers.length]!
      const by =
        person === 'support'
          ? demoAccounts.find((a) => a.email.startsWith('manager'))!.name
          : support
      return {
        person: ids.get(person)!,
        type: 'mention',
        title: say('{{name}} mentioned you in “{{subject}}”', { name: by, subject }),
        body: 'Can you have a look at this one before we answer?',
        link: `/ticket_chat/${ticket}`,
        resource: ['tickets', ticket],
        at,
      }
    }),
    ...payments.flatMap(({ id, number, at }) =>
      ['finance', 'manager'].map((person): Said => ({
        person: ids.get(person)!,
        type: 'payment_failed',
        title: say('Payment {{number}} failed', { number }),
        body: 'The card was declined',
        link: `/payment-transactions/${id}`,
        resource: ['payment-transactions', id],
        at,
      })),
    ),
    {
      person: ids.get('admin')!,
      type: 'import_finished',
      title: say('The import of {{many}} is finished', {
        many: { label: 'Bookings', inside: true },
      }),
      body: say('{{created}} created, {{updated}} updated, {{refused}} refused', {
        created: 214,
        updated: 3,
        refused: 2,
      }),
      link: '/bookings',
      resource: null,
      at: new Date(now.getTime() - 3 * 3_600_000).toISOString(),
    },
  ]
}

/**
 * Creates the demo users' inbox notifications. Due notifications are sent by the scheduler after
 * the first start.
 */
export const tellDemo = async (tx: Tx, now: Date): Promise<void> => {
  const rows = (await said(tx, now)).map(({ resource, title, body, ...row }) => ({
    ...row,
    title: english(title),
    body: english(body),
    said: { title, ...(typeof body === 'string' ? {} : { body }) },
    id: uuidv7(),
    resource_type: resource?.[0] ?? null,
    resource_id: resource?.[1] ?? null,
    read_at:
      now.getTime() - Date.parse(row.at) > READ_AFTER_MS
        ? new Date(Date.parse(row.at) + 3_600_000).toISOString()
        : null,
  }))
  await tx.query(
    `INSERT INTO deliveries (id, type, channel, recipient_type, recipient_id, state, title, body, said, link, resource_type, resource_id, at, delivered_at, read_at)
SELECT r.id, r.type, 'in_app', 'person', r.person, 'delivered', left(r.title, 200), r.body, r.said, r.link, r.resource_type, r.resource_id, r.at, r.at, r.read_at
FROM json_to_recordset($1::json) AS r(id uuid, type text, person uuid, title text, body text, said jsonb, link text, resource_type text, resource_id uuid, at timestamptz, read_at timestamptz)`,
    [JSON.stringify(rows)],
  )
}
