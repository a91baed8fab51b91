import { cut } from '#model/cut.ts'
import type { ticket, Ticket } from '#schemas/ticket.ts'
import type { ChatMessage } from '#schemas/chatMessage.ts'
import type { Change, RuleContext } from '../types.ts'

/** Id of the conversation of a ticket: the first one made; undefined where nothing was said yet. */
export const conversationOf = async (
  ticket: string,
  context: RuleContext,
): Promise<string | undefined> =>
  (
    await context.tx.query<{ id: string }>(
      'SELECT id FROM conversations WHERE ticket = $1 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1',
      [ticket],
    )
  ).rows[0]?.id

/** The conversation of a ticket, made where there is none. Two who ask at once get the same. */
export const talkOf = async (row: Ticket, context: RuleContext): Promise<string> => {
  await context.lock('tickets', row.id)
  const known = await conversationOf(row.id, context)
  if (known) return known
  const { subject, customer, assignee, priority } = row
  return (
    await context.others.create('conversations', {
      subject,
      kind: 'ticket',
      ticket: row.id,
      customer,
      assignee,
      priority,
    })
  ).id
}

/** Who does it, as sender of what it writes; nobody for the clock. */
export const doer = ({ access: { actor } }: RuleContext): ChatMessage['sender'] =>
  actor.personId === null
    ? null
    : actor.tenant === null
      ? { type: 'employees', id: actor.personId }
      : { type: 'vendors', id: actor.tenant }

/** Enters a line of what happened into a conversation. */
export const tell = async (
  conversation: string,
  body: string,
  context: RuleContext,
): Promise<void> => {
  await context.others.create('chat-messages', {
    conversation,
    kind: 'activity',
    body: cut(body, 10_000),
    sender: doer(context),
  })
}

const labelOf = (field: 'state' | 'priority', value: unknown, { resource }: RuleContext): string =>
  (field === 'state'
    ? resource.states
    : (resource.fields.find((f) => f.name === field)?.options ?? [])
  ).find((o) => o.value === value)?.label ?? String(value)

/** The sentences the thread shows of a change; each is in the catalogues of `problems`. */
const sentences = async (
  { before, after, changed }: Change<typeof ticket>,
  context: RuleContext,
): Promise<string[]> => {
  if (!before || !after) return []
  const who = context.access.actor.personId === null ? undefined : context.access.actor.name
  const [was, now] = [before, after]
  const lines: string[] = []
  // Merging says more itself.
  if (changed.has('state') && now.state !== 'merged') {
    lines.push(
      who
        ? `${who} set the state to ${labelOf('state', now.state, context)}`
        : `State: ${labelOf('state', now.state, context)}`,
    )
  }
  if (changed.has('priority')) {
    lines.push(
      who
        ? `${who} set the priority to ${labelOf('priority', now.priority, context)}`
        : `Priority: ${labelOf('priority', now.priority, context)}`,
    )
  }
  if (changed.has('assignee')) {
    const name = now.assignee
      ? String((await context.load('employees', now.assignee))?.name ?? '')
      : ''
    lines.push(
      name
        ? `${who ?? 'The system'} assigned this to ${name}`
        : `${who ?? 'The system'} took this from everybody`,
    )
  }
  if (changed.has('breachedAt') && now.breachedAt && !was.breachedAt) {
    lines.push('A promised time has passed')
  }
  if (changed.has('satisfaction') && now.satisfaction) {
    lines.push(`Rated with ${now.satisfaction} of 5`)
  }
  return lines
}

/** Writes what changes on a ticket into its thread, where there is one. */
export const tellChanges = async (
  change: Change<typeof ticket>,
  context: RuleContext,
): Promise<void> => {
  if (context.channel === 'import' || !change.after || change.after.deletedAt !== null) return
  const lines = await sentences(change, context)
  const conversation = lines.length ? await conversationOf(change.after.id, context) : undefined
  if (conversation) for (const line of lines) await tell(conversation, line, context)
}

/** Gives the messages of a conversation their places by when they were written: of two that became one they would stand one after the other. */
const inTime = async (conversation: string, context: RuleContext): Promise<void> => {
  const { rows } = await context.tx.query<{ id: string; place: number }>(
    'SELECT id, place FROM (SELECT id, sequence, row_number() OVER (ORDER BY created_at, id)::int AS place FROM chat_messages WHERE conversation = $1) m WHERE sequence IS DISTINCT FROM place',
    [conversation],
  )
  for (const { id, place } of rows) {
    await context.others.update('chat-messages', id, { sequence: place })
  }
}

/** Moves messages of one conversation, from an instant on, into another; returns how many were said, notes included. */
export const moveMessages = async (
  from: string,
  to: string,
  context: RuleContext,
  since?: { readonly at: string; readonly id: string },
): Promise<number> => {
  // Nobody writes into either meanwhile; both are taken in one order, so that two merges do not wait for each other.
  for (const id of [from, to].sort()) await context.lock('conversations', id)
  const { rows } = await context.tx.query<{ id: string; kind: string }>(
    `SELECT id, kind FROM chat_messages WHERE conversation = $1 ${since ? 'AND (created_at, id) >= ($2::timestamptz, $3::uuid)' : ''} ORDER BY created_at, id`,
    since ? [from, since.at, since.id] : [from],
  )
  for (const { id } of rows) await context.others.update('chat-messages', id, { conversation: to })
  await inTime(to, context)
  for (const id of [from, to]) {
    const {
      rows: [last],
    } = await context.tx.query<{ at: Date | string | null }>(
      "SELECT max(created_at) AS at FROM chat_messages WHERE conversation = $1 AND kind IN ('incoming', 'outgoing')",
      [id],
    )
    await context.others.update('conversations', id, {
      lastMessageAt: last?.at ? new Date(last.at).toISOString() : null,
    })
  }
  return rows.filter((m) => m.kind !== 'activity').length
}
