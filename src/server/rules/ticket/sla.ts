import type { Ticket } from '#schemas/ticket.ts'
import { addBusinessTime, businessTime } from './hours.ts'

const HOUR_MS = 3_600_000
/** Business hours in which a ticket is answered first, and resolved, by priority. */
export type Targets = Readonly<
  Record<Ticket['priority'], { readonly reply: number; readonly resolve: number }>
>
/** The targets where the organisation has set no others. */
export const SLA_HOURS: Targets = {
  urgent: { reply: 1, resolve: 8 },
  high: { reply: 4, resolve: 24 },
  normal: { reply: 8, resolve: 72 },
  low: { reply: 24, resolve: 120 },
}
/** A solved ticket closes after this many days. */
export const CLOSES_AFTER_DAYS = 7

/** What a ticket promises, as stored. */
export interface Promised {
  readonly firstReplyDueAt: string | null
  readonly resolveDueAt: string | null
}
type Clocked = Pick<
  Ticket,
  'priority' | 'firstReplyDueAt' | 'resolveDueAt' | 'firstRepliedAt' | 'pendingSince'
>
/** How a ticket keeps its promises, as stored: lists, boards and metrics ask for it. */
export type Standing = Pick<Ticket, 'sla' | 'slaDueAt' | 'breachedAt'>

/** What a new ticket of a priority promises. */
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

/** The same promises under another priority, from the same start and with the same pauses. What was answered keeps its date. */
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

/** The promises after a wait for the customer: later by the business time it took. */
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
 * How it stands at an instant. It follows from the stored times alone, so that a clock that jumped is fixed by the next
 * write: a promise is broken once its time came while the clock ran and what was promised was not there.
 */
export const standing = (
  t: Clocked & Pick<Ticket, 'state' | 'solvedAt' | 'breachedAt'>,
  now: Date,
): Standing => {
  if (t.state === 'merged') return { sla: null, slaDueAt: null, breachedAt: t.breachedAt }
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
  const ahead = [...(replied === undefined ? [t.firstReplyDueAt] : []), t.resolveDueAt]
    .filter((due) => due !== null && Date.parse(due) > until)
    .sort()
  const over = t.state === 'solved' || t.state === 'closed'
  return {
    sla: broken.length ? 'breached' : over ? 'kept' : stopped ? 'paused' : 'running',
    slaDueAt: stopped || over ? null : (ahead[0] ?? null),
    breachedAt: broken[0] ?? null,
  }
}
