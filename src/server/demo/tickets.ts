import type { Ticket } from '#schemas/ticket.ts'
import { builtInRole } from '../rules/userRole/builtin.ts'
import { promised } from '../rules/ticket/sla.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { SeedHistory } from './later.ts'
import type { Random } from './random.ts'
import { lifeOf, stateFor, talk, withStanding, TERMS, type Said } from './tickets.life.ts'
import { matters, vendorTalks } from './tickets.talk.ts'

export const TICKETS = 300
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

interface Person extends SeedRow {
  readonly name?: unknown
  readonly state?: unknown
  readonly createdAt?: Date
}
interface Given {
  readonly customers: readonly Person[]
  readonly employees: readonly Person[]
  readonly vendors: readonly Person[]
  readonly hotels: readonly (SeedRow & { readonly name?: unknown })[]
  readonly bookings: readonly SeedRow[]
  /** Orders of services; a ticket may be about one. */
  readonly orders: readonly SeedRow[]
  readonly count?: number
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

const byCustomer = (rows: readonly SeedRow[]): ReadonlyMap<string, SeedRow[]> => {
  const found = new Map<string, SeedRow[]>()
  for (const row of rows) {
    const customer = String(row.customer)
    found.set(customer, [...(found.get(customer) ?? []), row])
  }
  return found
}

/** Creates tickets of more than a year with their messages, and some conversations with vendors. */
export const makeTickets = (
  random: Random,
  { customers, employees, vendors, hotels, bookings, orders, count = TICKETS }: Given,
): {
  readonly tickets: readonly SeedHistory[]
  readonly conversations: readonly SeedRow[]
  readonly messages: readonly SeedRow[]
} => {
  const agents = employees.filter(
    (e) =>
      e.state === 'active' &&
      !e.vendor &&
      (e.roles as string[]).includes(builtInRole('support agent').id),
  )
  const staysOf = byCustomer(bookings)
  const ordersOf = byCustomer(orders.filter((o) => o.state !== 'draft'))
  const houses = new Map(hotels.map((h) => [h.id, String(h.name)]))
  const guests = customers.filter(
    (c) =>
      c.state === 'active' && (c.createdAt?.getTime() ?? 0) < random.now.getTime() - 3 * DAY_MS,
  )
  const tickets: SeedHistory[] = []
  const conversations: SeedRow[] = []
  const messages: SeedRow[] = []
  const talks = new Map<string, readonly Said[]>()
  while (tickets.length < count) {
    const customer = random.one(guests)
    const recent = random.chance(0.3)
    const made = random.ago(recent ? 12 : 420, 0.1)
    if (made <= customer.createdAt!) continue
    const matter = random.one(matters)
    const booking = staysOf.get(customer.id)?.find((b) => b.createdAt! < made)
    const isOfStay =
      matter.category === 'booking' ||
      matter.category === 'billing' ||
      matter.asks.includes('{place}')
    const about = isOfStay ? booking : undefined
    const order = about
      ? undefined
      : ordersOf.get(customer.id)?.findLast((o) => o.createdAt! < made)
    const priority = random.weighted({ normal: 58, low: 16, high: 19, urgent: 7 })
    const wanted = stateFor(random, (random.now.getTime() - made.getTime()) / DAY_MS)
    const fill = (text: string): string =>
      text
        .replace('{place}', about ? (houses.get(String(about.hotel)) ?? 'the house') : 'the house')
        .replace('{name}', String(customer.name).split(' ')[0]!)
    const plan = talk(
      random,
      matter,
      fill,
      made,
      priority,
      new Date(random.now.getTime() - 10 * MINUTE_MS),
      wanted !== 'new',
    )
    const id = random.id(made)
    tickets.push({
      id,
      createdAt: made,
      subject: matter.subject,
      description: fill(matter.asks),
      customer: customer.id,
      category: matter.category,
      priority,
      tags: matter.tags,
      booking: about?.id ?? null,
      order: order?.id ?? null,
      state: 'new',
      assignee: wanted === 'new' ? null : random.one(agents).id,
      team: matter.category === 'billing' ? 'Finance desk' : 'Guest care',
      ...promised(priority, made, TERMS),
      later: lifeOf(random, { made, priority }, plan, wanted, random.now),
    })
    talks.set(id, plan.said)
  }
  tickets.sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
  const twins = mergeTwins(random, tickets)
  const numbered = [...tickets, ...twins]
    .sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
    .map((t, i): SeedHistory => ({
      ...withStanding(t, random.now),
      number: `T-${String(i + 1).padStart(6, '0')}`,
    }))
  for (const t of numbered) {
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
  for (const [i, [subject, ...lines]] of vendorTalks.entries()) {
    for (const vendor of [vendors[0]!, vendors[i + 1]!]) {
      const made = random.ago(60, 1)
      const [id, agent] = [random.id(made), random.one(agents).id]
      const said = lines
        .map((body, n): Said => ({
          at: new Date(made.getTime() + n * random.int(10, 25) * MINUTE_MS),
          kind:
            (n % 2 === 0) ===
            (subject !== 'Insurance certificate' && subject !== 'Opening hours of the pool')
              ? 'incoming'
              : 'outgoing',
          body,
        }))
        .sort((a, b) => Number(a.at) - Number(b.at))
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
  return { tickets: numbered, conversations, messages }
}

/** Some customers open a second ticket about the same matter; an agent merges it into the first. */
const mergeTwins = (random: Random, tickets: readonly SeedHistory[]): SeedHistory[] =>
  random
    .some(
      tickets.filter((t) => t.later?.length && random.now.getTime() - Number(t.createdAt) > DAY_MS),
      8,
    )
    .map((first) => {
      const made = new Date(first.createdAt!.getTime() + random.int(5, 15) * MINUTE_MS)
      const merged = new Date(made.getTime() + 10 * MINUTE_MS)
      return {
        ...first,
        id: random.id(made),
        createdAt: made,
        description: `I have written already: ${String(first.description)}`,
        ...promised(first.priority as Ticket['priority'], made, TERMS),
        later: [
          {
            at: merged,
            values: { state: 'merged', mergedInto: first.id },
            reason: 'The same matter',
          },
        ],
      }
    })
