/** SLA state of a ticket, from the times the server returns. Pure. */

/**
 * `met` and `missed` are final, and `ms` is the margin; `running` and `overdue` continue; `stopped`
 * while waiting for the customer.
 */
export interface Term {
  readonly kind: 'met' | 'missed' | 'running' | 'overdue' | 'stopped'
  readonly ms: number
  readonly dueAt: string
}

interface Clocked {
  readonly [field: string]: unknown
}
const at = (v: unknown): number | undefined => (typeof v === 'string' ? Date.parse(v) : undefined)
const OVER: readonly unknown[] = ['solved', 'closed', 'merged']

/** Target of the first reply; undefined without a target. */
export const firstReply = (ticket: Clocked, now: number): Term | undefined => {
  const due = at(ticket.firstReplyDueAt)
  if (due === undefined) return undefined
  const dueAt = String(ticket.firstReplyDueAt)
  const replied = at(ticket.firstRepliedAt)
  if (replied !== undefined) {
    return replied <= due
      ? { kind: 'met', ms: due - replied, dueAt }
      : { kind: 'missed', ms: replied - due, dueAt }
  }
  if (OVER.includes(ticket.state)) return undefined
  return clock(ticket, due, dueAt, now)
}

/** Target of the reply to what the customer wrote after our last one; undefined while none is due. */
export const nextReply = (ticket: Clocked, now: number): Term | undefined => {
  const due = at(ticket.nextReplyDueAt)
  if (due === undefined || OVER.includes(ticket.state)) return undefined
  return clock(ticket, due, String(ticket.nextReplyDueAt), now)
}

/** Target of the solution; undefined without a target or when the ticket is closed. */
export const solution = (ticket: Clocked, now: number): Term | undefined => {
  const due = at(ticket.resolveDueAt)
  if (due === undefined || OVER.includes(ticket.state)) return undefined
  return clock(ticket, due, String(ticket.resolveDueAt), now)
}

const clock = (ticket: Clocked, due: number, dueAt: string, now: number): Term => {
  // The new time is unknown until the wait is over.
  const stoppedAt = at(ticket.pendingSince)
  if (stoppedAt !== undefined && stoppedAt <= due) {
    return { kind: 'stopped', ms: due - stoppedAt, dueAt }
  }
  return now > due
    ? { kind: 'overdue', ms: now - due, dueAt }
    : { kind: 'running', ms: due - now, dueAt }
}
