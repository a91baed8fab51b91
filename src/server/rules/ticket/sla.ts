import type { Ticket } from '#schemas/ticket.ts'
import type { Target } from '../../organisation/organisation.ts'
import { addBusinessTime, businessTime, type Calendar } from './hours.ts'

const HOUR_MS = 3_600_000
/** Business hours until each reply and until the solution, by priority. */
export type Targets = Readonly<Record<Ticket['priority'], Target>>
/** Days until a solved ticket closes. */
export const CLOSES_AFTER_DAYS = 7

/** The organisation's SLA targets and the business hours they count in. */
export interface Terms {
  readonly targets: Targets
  readonly calendar: Calendar
}

/** SLA deadlines of a ticket, as stored. */
export interface Promised {
  readonly firstReplyDueAt: string | null
  readonly nextReplyDueAt: string | null
  readonly resolveDueAt: string | null
}
type Clocked = Pick<
  Ticket,
  | 'priority'
  | 'firstReplyDueAt'
  | 'nextReplyDueAt'
  | 'resolveDueAt'
  | 'firstRepliedAt'
  | 'pendingSince'
>
/** SLA status of a ticket, as stored: used by lists, boards and metrics. */
export type Standing = Pick<Ticket, 'sla' | 'slaDueAt' | 'slaCheckAt' | 'breachedAt'>

const after = (from: Date, hours: number, calendar: Calendar): string =>
  addBusinessTime(from, hours * HOUR_MS, calendar).toISOString()

/** Deadlines of a new ticket of a priority. */
export const promised = (
  priority: Ticket['priority'],
  from: Date,
  { targets, calendar }: Terms,
): Promised => ({
  firstReplyDueAt: after(from, targets[priority].reply, calendar),
  nextReplyDueAt: null,
  resolveDueAt: after(from, targets[priority].resolve, calendar),
})

/** Deadline of the reply to a customer who wrote again, in a ticket of a priority. */
export const nextReplyDue = (
  priority: Ticket['priority'],
  from: Date,
  { targets, calendar }: Terms,
): string => after(from, targets[priority].next, calendar)

const moved = (at: string | null, ms: number, calendar: Calendar): string | null =>
  at === null ? null : addBusinessTime(new Date(at), ms, calendar).toISOString()

/**
 * Deadlines under another priority, from the same start and with the same pauses. A target already
 * met keeps its deadline.
 */
export const reprioritised = (
  ticket: Clocked,
  before: Ticket['priority'],
  { targets, calendar }: Terms,
): Promised => {
  const from = (at: string | null, which: keyof Target): string | null =>
    moved(
      moved(at, -targets[before][which] * HOUR_MS, calendar),
      targets[ticket.priority][which] * HOUR_MS,
      calendar,
    )
  return {
    firstReplyDueAt: ticket.firstRepliedAt
      ? ticket.firstReplyDueAt
      : from(ticket.firstReplyDueAt, 'reply'),
    nextReplyDueAt: from(ticket.nextReplyDueAt, 'next'),
    resolveDueAt: from(ticket.resolveDueAt, 'resolve'),
  }
}

/** Deadlines after waiting for the customer, extended by the business time of the wait. */
export const resumed = (ticket: Clocked, now: Date, calendar: Calendar): Promised => {
  const waited = ticket.pendingSince
    ? businessTime(new Date(ticket.pendingSince), now, calendar)
    : 0
  return {
    firstReplyDueAt: ticket.firstRepliedAt
      ? ticket.firstReplyDueAt
      : moved(ticket.firstReplyDueAt, waited, calendar),
    nextReplyDueAt: moved(ticket.nextReplyDueAt, waited, calendar),
    resolveDueAt: moved(ticket.resolveDueAt, waited, calendar),
  }
}

/**
 * What a reply or the solution at an instant leaves of the target for the next reply: nothing due,
 * and the deadline it missed, if any. The first missed one is kept.
 */
export const nextReplyMet = (
  t: Pick<Ticket, 'nextReplyDueAt' | 'nextReplyMissedAt' | 'pendingSince'>,
  at: string,
): Pick<Ticket, 'nextReplyDueAt' | 'nextReplyMissedAt'> => {
  const { nextReplyDueAt: due, nextReplyMissedAt: missed, pendingSince } = t
  const until = Date.parse(pendingSince ?? at)
  const late = due !== null && Date.parse(due) < until ? due : null
  return { nextReplyDueAt: null, nextReplyMissedAt: missed ?? late }
}

/**
 * SLA status at an instant. Computed only from stored times, so that the next write corrects the
 * effects of a clock jump. A target is breached when its deadline passes unmet while the SLA clock
 * is running.
 */
export const standing = (
  t: Clocked & Pick<Ticket, 'state' | 'solvedAt' | 'breachedAt' | 'nextReplyMissedAt'>,
  now: Date,
): Standing => {
  if (t.state === 'merged') {
    return { sla: null, slaDueAt: null, slaCheckAt: null, breachedAt: t.breachedAt }
  }
  const stopped =
    t.pendingSince ?? (t.state === 'solved' || t.state === 'closed' ? t.solvedAt : null)
  const until = stopped ? Date.parse(stopped) : now.getTime()
  const replied = t.firstRepliedAt ? Date.parse(t.firstRepliedAt) : undefined
  const brokenBy = (due: string | null, kept?: number): boolean =>
    due !== null && (kept === undefined ? Date.parse(due) <= until : Date.parse(due) < kept)
  const broken = [
    ...(brokenBy(t.firstReplyDueAt, replied) ? [t.firstReplyDueAt!] : []),
    ...(brokenBy(t.nextReplyDueAt) ? [t.nextReplyDueAt!] : []),
    ...(t.nextReplyMissedAt ? [t.nextReplyMissedAt] : []),
    ...(brokenBy(t.resolveDueAt) ? [t.resolveDueAt!] : []),
  ].sort()
  const unmet = [
    ...(replied === undefined ? [t.firstReplyDueAt] : []),
    t.nextReplyDueAt,
    t.resolveDueAt,
  ]
    .filter((due) => due !== null)
    .sort()
  const ahead = unmet.find((due) => Date.parse(due) > until)
  const over = t.state === 'solved' || t.state === 'closed'
  const sla = (): Standing['sla'] => {
    if (broken.length) return 'breached'
    if (over) return 'kept'
    return stopped ? 'paused' : 'running'
  }
  const counts = !stopped && !over
  return {
    sla: sla(),
    slaDueAt: (counts && unmet[0]) || null,
    slaCheckAt: (counts && ahead) || null,
    breachedAt: broken[0] ?? null,
  }
}
