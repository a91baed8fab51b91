import type { ticket, Ticket } from '#schemas/ticket.ts'
import type { EntityRules, RuleValues } from '../types.ts'
import { keepCustomer, moveConversations } from './customer.ts'
import { applyMacro } from './macro.ts'
import { merge } from './merge.ts'
import { rate } from './ratings.ts'
import {
  CLOSES_AFTER_DAYS,
  nextReplyMet,
  promised,
  reprioritised,
  resumed,
  standing,
} from './sla.ts'
import { slaTerms } from './terms.ts'
import { split } from './split.ts'
import { tellChanges } from './talk.ts'
import { Problem } from '../../base/problem.ts'

const DAY_MS = 86_400_000
/** An undo brings them back with the priority they belong to. */
const DEADLINES = ['firstReplyDueAt', 'nextReplyDueAt', 'resolveDueAt'] as const
const numbered = (n: number): string => `T-${String(n).padStart(6, '0')}`
const isOver = (state: Ticket['state']): boolean => state === 'solved' || state === 'closed'

/**
 * Rules of tickets: number, SLA targets by priority and business hours, pauses while waiting,
 * recorded breaches, scheduled closing.
 */
export const ticketRules: EntityRules<typeof ticket> = {
  async derive(row, { before, changed }, context): Promise<RuleValues<typeof ticket>> {
    const now = context.now.toISOString()
    let t = row
    const was = before
    const terms = await slaTerms(context.tx)
    if (!t.number) t = { ...t, number: numbered(await context.nextNumber('ticket')) }
    if (!t.resolveDueAt) t = { ...t, ...promised(t.priority, context.now, terms) }
    else if (was && was.priority !== t.priority && !DEADLINES.some((name) => changed.has(name))) {
      t = { ...t, ...reprioritised(t, was.priority, terms) }
    }
    if (isOver(t.state)) {
      const solvedAt = t.solvedAt ?? t.pendingSince ?? now
      t = { ...t, ...nextReplyMet(t, solvedAt), solvedAt, pendingSince: null }
    } else if (t.state === 'pending') {
      t = { ...t, pendingSince: t.pendingSince ?? t.solvedAt ?? now, solvedAt: null }
    } else if (t.pendingSince ?? t.solvedAt) {
      const pendingSince = t.pendingSince ?? t.solvedAt
      t = {
        ...t,
        ...resumed({ ...t, pendingSince }, context.now, terms.calendar),
        pendingSince: null,
        solvedAt: null,
      }
    }
    const closesAt =
      t.state === 'solved'
        ? (t.closesAt ?? new Date(context.now.getTime() + CLOSES_AFTER_DAYS * DAY_MS).toISOString())
        : null
    return {
      number: t.number,
      firstReplyDueAt: t.firstReplyDueAt,
      nextReplyDueAt: t.nextReplyDueAt ?? null,
      nextReplyMissedAt: t.nextReplyMissedAt ?? null,
      resolveDueAt: t.resolveDueAt,
      pendingSince: t.pendingSince ?? null,
      solvedAt: t.solvedAt ?? null,
      closesAt,
      ...standing(t, context.now),
    }
  },
  beforeWrite: keepCustomer,
  async afterWrite(change, context) {
    await moveConversations(change, context)
    await tellChanges(change, context)
    await rate(change, context)
  },
  actions: {
    applyMacro,
    merge,
    split,
    // `withCustomerMail` replaces this; it knows the page.
    customerPage() {
      throw new Problem(409, 'no_page', 'This installation has no page for customers.')
    },
    rate: (_row, { satisfaction }) => ({ values: { satisfaction } }),
  },
  scheduled: [
    { from: ['solved'], to: 'closed', due: 'closesAt' },
    // The scheduler finds breaches that occur while nobody writes.
    {
      from: ['new', 'open'],
      due: 'slaCheckAt',
      run: (row, { now }) => ({ ...standing(row, now) }),
    },
  ],
}
