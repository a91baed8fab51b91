import type { Ticket } from '#schemas/ticket.ts'
import { builtInRole } from '../rules/userRole/builtin.ts'
import { promised } from '../rules/ticket/sla.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { SeedHistory } from './later.ts'
import type { Random } from './random.ts'
import { lifeOf, stateFor, talk, withStanding, TERMS, type Said } from './tickets.life.ts'
import {
  ticketConversations,
  vendorConversations,
  type Conversations,
} from './tickets.conversations.ts'
import { matters, type Matter } from './tickets.talk.ts'

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
const byCustomer = (rows: readonly SeedRow[]): ReadonlyMap<string, SeedRow[]> => {
  const found = new Map<string, SeedRow[]>()
  for (const row of rows) {
    const customer = String(row.customer)
    found.set(customer, [...(found.get(customer) ?? []), row])
  }
  return found
}

/** What a ticket is drawn from. */
interface Sources {
  readonly guests: readonly Person[]
  readonly agents: readonly Person[]
  readonly staysOf: ReadonlyMap<string, readonly SeedRow[]>
  readonly ordersOf: ReadonlyMap<string, readonly SeedRow[]>
  /** Names of hotels by id. */
  readonly houses: ReadonlyMap<string, string>
}

const sourcesOf = (
  random: Random,
  { customers, employees, hotels, bookings, orders }: Given,
): Sources => ({
  agents: employees.filter(
    (e) =>
      e.state === 'active' &&
      !e.vendor &&
      (e.roles as string[]).includes(builtInRole('support agent').id),
  ),
  staysOf: byCustomer(bookings),
  ordersOf: byCustomer(orders.filter((o) => o.state !== 'draft')),
  houses: new Map(hotels.map((h) => [h.id, String(h.name)])),
  guests: customers.filter(
    (c) =>
      c.state === 'active' && (c.createdAt?.getTime() ?? 0) < random.now.getTime() - 3 * DAY_MS,
  ),
})

/** Returns the stay or, failing that, the order of a customer that a ticket is about. */
const subjectOf = (
  { staysOf, ordersOf }: Sources,
  matter: Matter,
  customer: Person,
  made: Date,
): { readonly stay?: SeedRow; readonly order?: SeedRow } => {
  const isOfStay =
    matter.category === 'booking' ||
    matter.category === 'billing' ||
    matter.asks.includes('{place}')
  const stay = isOfStay ? staysOf.get(customer.id)?.find((b) => b.createdAt! < made) : undefined
  if (stay) return { stay }
  const order = ordersOf.get(customer.id)?.findLast((o) => o.createdAt! < made)
  return order ? { order } : {}
}

/** Draws a ticket with its messages; undefined when the customer did not exist yet. */
const drawTicket = (
  random: Random,
  sources: Sources,
): { readonly ticket: SeedHistory; readonly said: readonly Said[] } | undefined => {
  const customer = random.one(sources.guests)
  const recent = random.chance(0.3)
  const made = random.ago(recent ? 12 : 420, 0.1)
  if (made <= customer.createdAt!) return undefined
  const matter = random.one(matters)
  const { stay, order } = subjectOf(sources, matter, customer, made)
  const priority = random.weighted({ normal: 58, low: 16, high: 19, urgent: 7 })
  const wanted = stateFor(random, (random.now.getTime() - made.getTime()) / DAY_MS)
  const house = (stay && sources.houses.get(String(stay.hotel))) ?? 'the house'
  const fill = (text: string): string =>
    text.replace('{place}', house).replace('{name}', String(customer.name).split(' ')[0]!)
  const plan = talk(random, matter, fill, {
    opened: made,
    priority,
    until: new Date(random.now.getTime() - 10 * MINUTE_MS),
    answered: wanted !== 'new',
  })
  const ticket: SeedHistory = {
    id: random.id(made),
    createdAt: made,
    subject: matter.subject,
    description: fill(matter.asks),
    customer: customer.id,
    category: matter.category,
    priority,
    tags: matter.tags,
    booking: stay?.id ?? null,
    order: order?.id ?? null,
    state: 'new',
    assignee: wanted === 'new' ? null : random.one(sources.agents).id,
    team: matter.category === 'billing' ? 'Finance desk' : 'Guest care',
    ...promised(priority, made, TERMS),
    later: lifeOf(random, { made, priority }, plan, wanted, random.now),
  }
  return { ticket, said: plan.said }
}

const byCreation = (a: SeedHistory, b: SeedHistory): number =>
  Number(a.createdAt) - Number(b.createdAt)

/** Creates tickets of more than a year with their messages, and some conversations with vendors. */
export const makeTickets = (
  random: Random,
  given: Given,
): Conversations & { readonly tickets: readonly SeedHistory[] } => {
  const { vendors, count = TICKETS } = given
  const sources = sourcesOf(random, given)
  const drawn: SeedHistory[] = []
  const talks = new Map<string, readonly Said[]>()
  while (drawn.length < count) {
    const one = drawTicket(random, sources)
    if (!one) continue
    drawn.push(one.ticket)
    talks.set(one.ticket.id, one.said)
  }
  drawn.sort(byCreation)
  const twins = mergeTwins(random, drawn)
  const tickets = [...drawn, ...twins].sort(byCreation).map((t, i): SeedHistory => ({
    ...withStanding(t, random.now),
    number: `T-${String(i + 1).padStart(6, '0')}`,
  }))
  const ofTickets = ticketConversations(random, tickets, talks, sources.agents)
  const ofVendors = vendorConversations(random, vendors, sources.agents)
  return {
    tickets,
    conversations: [...ofTickets.conversations, ...ofVendors.conversations],
    messages: [...ofTickets.messages, ...ofVendors.messages],
  }
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
