import { english, messageOf, say, type Param, type Said } from '#model/message.ts'
import type { ticket, Ticket } from '#schemas/ticket.ts'
import type { ChatMessage } from '#schemas/chatMessage.ts'
import type { Change, RuleContext } from '../types.ts'

/** Id of a ticket's conversation, the oldest one; undefined when there is none. */
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

/** A ticket's conversation, created if missing. Concurrent callers get the same one. */
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

/** The actor as sender of messages; null for the scheduler. */
export const doer = ({ access: { actor } }: RuleContext): ChatMessage['sender'] => {
  if (actor.personId === null) return null
  if (actor.tenant !== null) return { type: 'vendors', id: actor.tenant }
  return { type: 'employees', id: actor.personId }
}

/**
 * Adds an event line to a conversation. It names nobody: readers see its sender and the colleagues
 * it mentions as far as they may.
 */
export const tell = async (
  conversation: string,
  line: Said,
  context: RuleContext,
  mentions: readonly string[] = [],
): Promise<void> => {
  await context.others.create('chat-messages', {
    conversation,
    kind: 'activity',
    body: english(line),
    message: messageOf(line),
    mentions: [...mentions],
    sender: doer(context),
  })
}

const labelOf = (
  field: 'state' | 'priority',
  value: unknown,
  { resource }: RuleContext,
): Param => ({
  label:
    (field === 'state'
      ? resource.states
      : (resource.fields.find((f) => f.name === field)?.options ?? [])
    ).find((o) => o.value === value)?.label ?? String(value),
})

interface Line {
  readonly said: Said
  readonly mentions?: readonly string[]
}

/** Lines that the thread shows for a change; each sentence is in the `problems` catalogues. */
const linesOf = (
  { before, after, changed }: Change<typeof ticket>,
  context: RuleContext,
): readonly Line[] => {
  if (!before || !after) return []
  const lines: Line[] = []
  // Merging writes a more detailed line itself.
  if (changed.has('state') && after.state !== 'merged') {
    lines.push({ said: say('State: {{state}}', { state: labelOf('state', after.state, context) }) })
  }
  if (changed.has('priority')) {
    lines.push({
      said: say('Priority: {{priority}}', {
        priority: labelOf('priority', after.priority, context),
      }),
    })
  }
  if (changed.has('assignee')) {
    lines.push(
      after.assignee
        ? { said: 'Assigned', mentions: [after.assignee] }
        : { said: 'Assigned to nobody' },
    )
  }
  if (changed.has('breachedAt') && after.breachedAt && !before.breachedAt) {
    lines.push({ said: 'A service target was missed' })
  }
  if (changed.has('satisfaction') && after.satisfaction) {
    lines.push({ said: say('Rated with {{n}} of 5', { n: after.satisfaction }) })
  }
  return lines
}

/** Writes changes of a ticket into its thread, if there is one. */
export const tellChanges = async (
  change: Change<typeof ticket>,
  context: RuleContext,
): Promise<void> => {
  if (context.channel === 'import' || !change.after || change.after.deletedAt !== null) return
  const lines = linesOf(change, context)
  const conversation = lines.length ? await conversationOf(change.after.id, context) : undefined
  if (!conversation) return
  for (const { said, mentions } of lines) await tell(conversation, said, context, mentions)
}

/**
 * Numbers the messages of a conversation by their time of writing; otherwise merged threads would
 * follow one another.
 */
const inTime = async (conversation: string, context: RuleContext): Promise<void> => {
  const { rows } = await context.tx.query<{ id: string; place: number }>(
    'SELECT id, place FROM (SELECT id, sequence, row_number() OVER (ORDER BY created_at, id)::int AS place FROM chat_messages WHERE conversation = $1) m WHERE sequence IS DISTINCT FROM place',
    [conversation],
  )
  for (const { id, place } of rows) {
    await context.others.update('chat-messages', id, { sequence: place })
  }
}

/**
 * Moves the messages of a conversation from an instant on into another; returns the number of those
 * written by people, notes included.
 */
export const moveMessages = async (
  from: string,
  to: string,
  context: RuleContext,
  since?: { readonly at: string; readonly id: string },
): Promise<number> => {
  // Locks out writers of both, in a fixed order, so that two merges never deadlock.
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
