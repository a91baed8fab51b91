import type { Ticket } from '#schemas/ticket.ts'
import { organisationDefaults } from '../organisation/organisation.ts'
import { addBusinessTime, calendarOf } from '../rules/ticket/hours.ts'
import {
  CLOSES_AFTER_DAYS,
  nextReplyDue,
  nextReplyMet,
  promised,
  resumed,
  standing,
  type Standing,
  type Terms,
} from '../rules/ticket/sla.ts'
import type { LaterStep, SeedHistory } from './later.ts'
import type { Random } from './random.ts'
import { staffNotes, thanks, type Matter } from './tickets.talk.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** SLA targets and business hours of an installation that has changed neither. */
export const TERMS: Terms = {
  targets: organisationDefaults.sla,
  calendar: calendarOf(organisationDefaults.timeZone),
}

/** A message of a conversation. */
export interface Said {
  readonly at: Date
  readonly kind: 'incoming' | 'outgoing' | 'note'
  readonly body: string
}
/** The messages of a ticket, and when it waits for the customer. */
export interface Plan {
  readonly said: readonly Said[]
  readonly waits: { readonly from: Date; readonly to: Date } | undefined
}

/** When a ticket was opened, how urgent it is, until when it is seen, and whether we replied. */
interface Talk {
  readonly opened: Date
  readonly priority: Ticket['priority']
  readonly until: Date
  readonly answered: boolean
}

/**
 * Creates the messages of both sides, alternating, from the first question on; none after `until`.
 */
export const talk = (
  random: Random,
  matter: Matter,
  fill: (text: string) => string,
  { opened, priority, until, answered }: Talk,
): Plan => {
  const said: Said[] = [{ at: opened, kind: 'incoming', body: fill(matter.asks) }]
  let waits: Plan['waits']
  if (!answered) {
    const at = new Date(opened.getTime() + random.int(20, 180) * MINUTE_MS)
    return {
      said: at < until ? [...said, { at, kind: 'incoming', body: 'Is there any news?' }] : said,
      waits,
    }
  }
  // Most replies meet their SLA target.
  let at = addBusinessTime(
    opened,
    TERMS.targets[priority].reply *
      3_600_000 *
      (random.chance(0.88) ? 0.15 + (0.7 * random.int(0, 100)) / 100 : 1.4),
    TERMS.calendar,
  )
  const wanted = random.int(2, 12)
  for (let n = 1; n < wanted && at < until; n++) {
    const ours = n % 2 === 1
    if (ours && n > 1 && random.chance(0.2)) {
      said.push({
        at: new Date(at.getTime() - 3 * MINUTE_MS),
        kind: 'note',
        body: random.one(staffNotes),
      })
    }
    const theirs = n === wanted - 1 ? thanks : matter.more
    const body = n === 1 ? fill(matter.reply) : random.one(ours ? matter.steps : theirs)
    said.push({ at, kind: ours ? 'outgoing' : 'incoming', body })
    const next = ours
      ? new Date(at.getTime() + random.int(15, 900) * MINUTE_MS)
      : addBusinessTime(at, random.int(5, 240) * MINUTE_MS, TERMS.calendar)
    if (ours && !waits && n + 1 < wanted && next < until && random.chance(0.3)) {
      waits = { from: new Date(at.getTime() + MINUTE_MS), to: next }
    }
    at = next
  }
  return { said, waits }
}

/** Draws how far a ticket of this age has come. */
export const stateFor = (random: Random, ageDays: number): 'new' | 'open' | 'pending' | 'over' => {
  if (ageDays < 1.5) return random.weighted({ new: 50, open: 35, pending: 15 })
  if (ageDays < 8) return random.weighted({ open: 40, pending: 25, over: 35 })
  return random.weighted({ open: 3, pending: 3, over: 94 })
}

type NextReply = Pick<Ticket, 'nextReplyDueAt' | 'nextReplyMissedAt'>

/** The target of each reply after the first, from the messages; and how it is after the last. */
const nextReplies = (
  priority: Ticket['priority'],
  said: readonly Said[],
): { readonly steps: LaterStep[]; readonly target: NextReply } => {
  const steps: LaterStep[] = []
  let target: NextReply = { nextReplyDueAt: null, nextReplyMissedAt: null }
  let replied = false
  for (const { at, kind } of said) {
    if (kind === 'incoming' && replied && !target.nextReplyDueAt) {
      target = { ...target, nextReplyDueAt: nextReplyDue(priority, at, TERMS) }
      steps.push({ at, values: target })
    }
    if (kind !== 'outgoing') continue
    replied = true
    if (!target.nextReplyDueAt) continue
    target = nextReplyMet({ ...target, pendingSince: null }, at.toISOString())
    steps.push({ at, values: target })
  }
  return { steps, target }
}

/** Derives the later steps of a ticket from its messages. */
export const lifeOf = (
  random: Random,
  base: { made: Date; priority: Ticket['priority'] },
  plan: Plan,
  wanted: 'new' | 'open' | 'pending' | 'over',
  now: Date,
): LaterStep[] => {
  const first = plan.said.find((m) => m.kind === 'outgoing')
  if (!first || wanted === 'new') return []
  const steps: LaterStep[] = [
    { at: first.at, values: { state: 'open', firstRepliedAt: first.at.toISOString() } },
  ]
  let due = promised(base.priority, base.made, TERMS)
  if (plan.waits) {
    const pendingSince = plan.waits.from.toISOString()
    due = resumed(
      { priority: base.priority, ...due, firstRepliedAt: first.at.toISOString(), pendingSince },
      plan.waits.to,
      TERMS.calendar,
    )
    steps.push(
      { at: plan.waits.from, values: { state: 'pending', pendingSince } },
      {
        at: plan.waits.to,
        values: { state: 'open', pendingSince: null, resolveDueAt: due.resolveDueAt },
      },
    )
  }
  const next = nextReplies(base.priority, plan.said)
  steps.push(...next.steps)
  // A customer's message at the end of a wait comes after that end.
  steps.sort((a, b) => Number(a.at) - Number(b.at))
  const ends = new Date(plan.said.at(-1)!.at.getTime() + 2 * MINUTE_MS)
  if (ends >= now || wanted === 'open') return steps
  if (wanted === 'pending') {
    return [...steps, { at: ends, values: { state: 'pending', pendingSince: ends.toISOString() } }]
  }
  const closes = new Date(ends.getTime() + CLOSES_AFTER_DAYS * DAY_MS)
  const satisfaction = random.chance(0.45)
    ? Number(random.weighted({ 5: 52, 4: 28, 3: 11, 2: 5, 1: 4 }))
    : null
  steps.push({
    at: ends,
    values: {
      state: 'solved',
      solvedAt: ends.toISOString(),
      ...nextReplyMet({ ...next.target, pendingSince: null }, ends.toISOString()),
      closesAt: closes.toISOString(),
      satisfaction,
    },
  })
  if (closes < now) {
    steps.push({ at: closes, values: { state: 'closed', closesAt: null } })
  }
  return steps
}

/**
 * Adds the SLA status to each step of the history, and the moments at which the scheduler found a
 * target missed.
 */
export const withStanding = (ticket: SeedHistory, now: Date): SeedHistory => {
  let row = {
    firstRepliedAt: null,
    nextReplyMissedAt: null,
    pendingSince: null,
    solvedAt: null,
    breachedAt: null,
    slaDueAt: null,
    slaCheckAt: null,
    ...ticket,
  } as unknown as Ticket
  const later: LaterStep[] = []
  const stand = (at: Date): Standing => {
    const s = standing(row, at)
    row = { ...row, ...s }
    return s
  }
  const pass = (until: Date): void => {
    while (row.slaCheckAt && Date.parse(row.slaCheckAt) <= until.getTime()) {
      const at = new Date(row.slaCheckAt)
      later.push({ at, values: { ...stand(at) } })
    }
  }
  const first = stand(ticket.createdAt!)
  for (const step of ticket.later ?? []) {
    pass(step.at)
    row = { ...row, ...step.values } as Ticket
    later.push({ ...step, values: { ...step.values, ...stand(step.at) } })
  }
  pass(now)
  return { ...ticket, ...first, later }
}
