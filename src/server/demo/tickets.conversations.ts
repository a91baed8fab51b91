import type { SeedRow } from '../store/fill/insert.ts'
import type { SeedHistory } from './later.ts'
import type { Random } from './random.ts'
import type { Said } from './tickets.life.ts'
import { vendorTalks } from './tickets.talk.ts'

const MINUTE_MS = 60_000

/** Conversations as rows, with their messages. */
export interface Conversations {
  readonly conversations: readonly SeedRow[]
  readonly messages: readonly SeedRow[]
}

const ofTicket: Readonly<Record<string, string>> = { new: 'open', open: 'open', pending: 'pending' }
const finalState = (row: SeedHistory): string =>
  String(row.later?.at(-1)?.values.state ?? row.state)

const messageState = (random: Random, { kind }: Said, later: readonly Said[]): string => {
  if (later.some((m) => m.kind !== kind && m.kind !== 'note')) return 'read'
  if (kind !== 'outgoing') return 'delivered'
  return random.weighted({ delivered: 60, sent: 25, read: 15 })
}

/** Returns the messages of a conversation as rows: those followed by a reply are marked as read. */
const messagesOf = (
  random: Random,
  conversation: string,
  said: readonly Said[],
  sender: (kind: Said['kind']) => { type: string; id: string },
): SeedRow[] =>
  said.map((message, i) => ({
    id: random.id(message.at),
    createdAt: message.at,
    conversation,
    sequence: i + 1,
    kind: message.kind,
    body: message.body,
    sender: sender(message.kind),
    attachments: [],
    state: messageState(random, message, said.slice(i + 1)),
  }))

/** Creates the conversation of each ticket; a ticket without messages begins with its description. */
export const ticketConversations = (
  random: Random,
  tickets: readonly SeedHistory[],
  talks: ReadonlyMap<string, readonly Said[]>,
  agents: readonly SeedRow[],
): Conversations => {
  const conversations: SeedRow[] = []
  const messages: SeedRow[] = []
  for (const t of tickets) {
    const said = talks.get(t.id) ?? [
      { at: t.createdAt!, kind: 'incoming', body: String(t.description) },
    ]
    const agent = t.assignee ?? random.one(agents).id
    const id = random.id(t.createdAt!)
    conversations.push({
      id,
      createdAt: t.createdAt!,
      subject: t.subject,
      kind: 'ticket',
      customer: t.customer,
      ticket: t.id,
      assignee: t.assignee ?? null,
      priority: t.priority,
      state: ofTicket[finalState(t)] ?? 'resolved',
      lastMessageAt: said.findLast((m) => m.kind !== 'note')!.at.toISOString(),
    })
    messages.push(
      ...messagesOf(random, id, said, (kind) =>
        kind === 'incoming'
          ? { type: 'customers', id: String(t.customer) }
          : { type: 'employees', id: String(agent) },
      ),
    )
  }
  return { conversations, messages }
}

/** Subjects that an agent raised; vendors begin the others. */
const RAISED_BY_AGENT: readonly string[] = ['Insurance certificate', 'Opening hours of the pool']

/** Draws the times of a conversation whose sides take turns. */
const turnsOf = (
  random: Random,
  subject: string,
  lines: readonly string[],
  began: Date,
): readonly Said[] =>
  lines
    .map((body, n): Said => ({
      at: new Date(began.getTime() + n * random.int(10, 25) * MINUTE_MS),
      kind: (n % 2 === 0) === !RAISED_BY_AGENT.includes(subject) ? 'incoming' : 'outgoing',
      body,
    }))
    .sort((a, b) => Number(a.at) - Number(b.at))

/** Creates conversations of vendors with agents. */
export const vendorConversations = (
  random: Random,
  vendors: readonly SeedRow[],
  agents: readonly SeedRow[],
): Conversations => {
  const conversations: SeedRow[] = []
  const messages: SeedRow[] = []
  for (const [i, [subject, ...lines]] of vendorTalks.entries()) {
    for (const vendor of [vendors[0]!, vendors[i + 1]!]) {
      const made = random.ago(60, 1)
      const [id, agent] = [random.id(made), random.one(agents).id]
      const said = turnsOf(random, subject, lines, made)
      conversations.push({
        id,
        createdAt: made,
        subject,
        kind: 'direct',
        vendor: vendor.id,
        assignee: agent,
        priority: 'normal',
        state: random.weighted({ open: 30, pending: 20, resolved: 50 }),
        lastMessageAt: said.at(-1)!.at.toISOString(),
      })
      messages.push(
        ...messagesOf(random, id, said, (kind) =>
          kind === 'incoming'
            ? { type: 'vendors', id: vendor.id }
            : { type: 'employees', id: agent },
        ),
      )
    }
  }
  return { conversations, messages }
}
