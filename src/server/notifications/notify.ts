import { v7 as uuidv7 } from 'uuid'
import { cut } from '#model/cut.ts'
import { english, messageOf, type Message } from '#model/message.ts'
import type { Channel } from '#model/notices.ts'
import type { Tx } from '../database/pool.ts'
import { insertJob } from '../jobs/store.ts'
import { SYSTEM_JOB } from '../jobs/types.ts'
import { gatheredUnder } from './gather.ts'
import { DELIVER_JOB } from './kinds.ts'
import { wantedChannels } from './preferences.ts'
import { heldUntil, quietNow } from './quiet.ts'
import type { Notice, NoticeMessages } from './types.ts'

/**
 * After this many unread notifications of a type within the window, further ones are grouped into
 * one.
 */
const MANY = 5
const WINDOW = "interval '10 minutes'"
/** E-mails about the same record within this time are combined. */
const GATHER_MS = 15_000

const TITLE_LENGTH = 200
const BODY_LENGTH = 500
const short = (text: string, length: number): string =>
  text.length > length ? `${cut(text, length - 1).trimEnd()}…` : text

/** The body of a notification as it is stored. */
export const storedBody = (body: string): string => short(body, BODY_LENGTH)

/** Values of a message, cut like the text they are part of. */
const cutValues = ({ text, params }: Message): Message => ({
  text,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? short(value, TITLE_LENGTH) : value,
    ]),
  ),
})

const messagesOf = ({ title, body }: Pick<Notice, 'title' | 'body'>): NoticeMessages => ({
  title: cutValues(messageOf(title)),
  ...(typeof body === 'object' ? { body: cutValues(body) } : {}),
})

/**
 * Enqueues a job that sends pending deliveries; one is enough for all that would begin at the same
 * time.
 */
const sendAt = async (tx: Tx, at: number): Promise<void> => {
  const runAt = new Date(at).toISOString()
  if (
    (
      await tx.query(
        "SELECT 1 FROM jobs WHERE kind = $1 AND state = 'queued' AND run_at = $2 LIMIT 1",
        [DELIVER_JOB, runAt],
      )
    ).rowCount
  ) {
    return
  }
  await insertJob(tx.query, uuidv7(), { kind: DELIVER_JOB, payload: {}, actor: SYSTEM_JOB, runAt })
}

const busy = async (
  tx: Tx,
  people: readonly string[],
  type: string,
): Promise<ReadonlySet<string>> => {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT recipient_id AS id FROM deliveries WHERE recipient_id = ANY($1::uuid[]) AND channel = 'in_app' AND state = 'delivered' AND read_at IS NULL AND type = $2 AND at > now() - ${WINDOW} GROUP BY 1 HAVING count(*) >= ${MANY}`,
    [people, type],
  )
  return new Set(rows.map((r) => r.id))
}

/**
 * Notifies people of the back-office of an event, in the transaction of the event: both are
 * committed or neither. Everyone gets it once, by their chosen channels; never the person who
 * caused it. An unread notification about the same record is renewed instead of repeated, and of
 * many similar ones only the first few are sent separately. During quiet hours it arrives without a
 * sound, and is sent by e-mail and push at their end.
 *
 * ```ts
 * await notify(tx, { type: 'assignment', employees: [ticket.assignee], title: say('Ticket {{number}} was assigned to you', { number }), link: `/ticket_chat/${id}`, resource: { type: 'tickets', id }, by: actor.personId })
 * ```
 */
export const notify = async (tx: Tx, notice: Notice): Promise<void> => {
  const { type, body, link, resource, by, urgent = false, needs = [], apart, times = 1 } = notice
  // In a fixed order: two transactions that notify the same people would otherwise deadlock.
  const people = [...new Set(notice.employees)].filter((id) => id !== by).sort()
  if (!people.length) return
  const [wanted, many, quiet] = [
    await wantedChannels(tx.query, people, type),
    await busy(tx, people, type),
    await quietNow(tx.query, people),
  ]
  const now = Date.now()
  const gathered = gatheredUnder(tx)
  const subject = resource ? `${resource.type}:${resource.id}` : link
  const group = (person: string): string =>
    `${type}:${apart ?? gathered ?? (many.has(person) ? 'many' : subject)}`
  const row = (person: string, channel: Channel) => {
    const held = heldUntil(quiet.get(person), urgent)
    return {
      id: uuidv7(),
      type,
      channel,
      person,
      urgent,
      held: held !== undefined,
      group: group(person),
      title: short(english(notice.title), TITLE_LENGTH),
      body: body ? storedBody(english(body)) : null,
      said: messagesOf(notice),
      link,
      resource_type: resource?.type ?? null,
      resource_id: resource?.id ?? null,
      needs,
      times,
      state: channel === 'in_app' ? 'delivered' : 'waiting',
      due: new Date(
        channel === 'in_app' ? now : Math.max(held ?? 0, now + GATHER_MS),
      ).toISOString(),
    }
  }
  const rows = people.flatMap((person) =>
    (wanted.get(person) ?? []).map((channel) => row(person, channel)),
  )
  if (!rows.length) return
  await tx.query(
    `INSERT INTO deliveries AS d (id, type, channel, recipient_type, recipient_id, state, due_at, title, body, said, link, resource_type, resource_id, needs, times, group_key, urgent, held, delivered_at)
SELECT r.id, r.type, r.channel, 'person', r.person, r.state, r.due, r.title, r.body, r.said, r.link, r.resource_type, r.resource_id, r.needs, r.times, r."group", r.urgent, r.held, CASE WHEN r.state = 'delivered' THEN now() END
FROM json_to_recordset($1::json) AS r(id uuid, type text, channel text, person uuid, "group" text, title text, body text, said jsonb, link text, resource_type text, resource_id uuid, needs text[], times int, state text, due timestamptz, urgent boolean, held boolean)
ON CONFLICT (recipient_id, channel, group_key) WHERE group_key IS NOT NULL AND read_at IS NULL
DO UPDATE SET times = d.times + excluded.times, title = excluded.title, body = excluded.body, said = excluded.said, link = excluded.link, resource_type = excluded.resource_type, resource_id = excluded.resource_id, needs = excluded.needs, urgent = d.urgent OR excluded.urgent, held = d.held AND excluded.held, due_at = least(d.due_at, excluded.due_at), at = now(), xid = pg_current_xact_id()`,
    [JSON.stringify(rows)],
  )
  for (const due of new Set(rows.flatMap((r) => (r.state === 'waiting' ? [r.due] : [])))) {
    await sendAt(tx, Date.parse(due))
  }
}
