import type { Ticket } from '#schemas/ticket.ts'
import { addBusinessTime, businessTime } from './hours.ts'

const HOUR_MS = 3_600_000
/** Business hours until the first reply and until the solution, by priority. */
export type Targets = Readonly<
  Record<Ticket['priority'], { readonly reply: number; readonly resolve: number }>
>
/** Default targets, where the organisation has set no others. */
export const SLA_HOURS: Targets = {
  urgent: { reply: 1, resolve: 8 },
  high: { reply: 4, resolve: 24 },
  normal: { reply: 8, resolve: 72 },
  low: { reply: 24, resolve: 120 },
}
/** Days until a solved ticket closes. */
export const CLOSES_AFTER_DAYS = 7

/** SLA deadlines of a ticket, as stored. */
export interface Promised {
  readonly firstReplyDueAt: string | null
  readonly resolveDueAt: string | null
}
type Clocked = Pick<
  Ticket,
  'priority' | 'firstReplyDueAt' | 'resolveDueAt' | 'firstRepliedAt' | 'pendingSince'
>
/** SLA status of a ticket, as stored: used by lists, boards and metrics. */
export type Standing = Pick<Ticket, 'sla' | 'slaDueAt' | 'slaCheckAt' | 'breachedAt'>

/** Deadlines of a new ticket of a priority. */
export const promised = (
  priority: Ticket['priority'],
  from: Date,
  zone: string,
  targets: Targets = SLA_HOURS,
): Promised => ({
  firstReplyDueAt: addBusinessTime(from, targets[priority].reply * HOUR_MS, zone).toISOString(),
  resolveDueAt: addBusinessTime(from, targets[priority].resolve * HOUR_MS, zone).toISOString(),
})

const moved = (at: string | null, ms: number, zone: string): string | null =>
  at === null ? null : addBusinessTime(new Date(at), ms, zone).toISOString()

/**
 * Deadlines under another priority, from the same start and with the same pauses. A target already
 * met keeps its deadline.
 */
export const reprioritised = (
  ticket: Clocked,
  before: Ticket['priority'],
  zone: string,
  targets: Targets = SLA_HOURS,
): Promised => ({
  firstReplyDueAt: ticket.firstRepliedAt
    ? ticket.firstReplyDueAt
    : moved(
        moved(ticket.firstReplyDueAt, -targets[before].reply * HOUR_MS, zone),
        targets[ticket.priority].reply * HOUR_MS,
        zone,
      ),
  resolveDueAt: moved(
    moved(ticket.resolveDueAt, -targets[before].resolve * HOUR_MS, zone),
    targets[ticket.priority].resolve * HOUR_MS,
    zone,
  ),
})

/** Deadlines after waiting for the customer, extended by the business time of the wait. */
export const resumed = (ticket: Clocked, now: Date, zone: string): Promised => {
  const waited = ticket.pendingSince ? businessTime(new Date(ticket.pendingSince), now, zone) : 0
  return {
    firstReplyDueAt: ticket.firstRepliedAt
      ? ticket.firstReplyDueAt
      : moved(ticket.firstReplyDueAt, waited, zone),
    resolveDueAt: moved(ticket.resolveDueAt, waited, zone),
  }
}

/**
 * SLA status at an instant. Computed only from stored times, so that the next write corrects the
 * effects of a clock jump. A target is breached when its deadline passes unmet while the SLA clock
 * is running.
 */
export const standing = (
  t: Clocked & Pick<Ticket, 'state' | 'solvedAt' | 'breachedAt'>,
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
    ...(brokenBy(t.resolveDueAt) ? [t.resolveDueAt!] : []),
  ].sort()
  const unmet = [...(replied === undefined ? [t.firstReplyDueAt] : []), t.resolveDueAt]
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
