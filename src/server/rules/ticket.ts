import type { Ticket } from '#schemas/ticket.ts'
import { invalid, Problem } from '../http/problem.ts'
import type { EntityRules, Values } from '../store/write/rules.ts'
import { organisationTerms } from './organisation.ts'
import { CLOSES_AFTER_DAYS, promised, reprioritised, resumed } from './ticket.sla.ts'

const DAY_MS = 86_400_000
const numbered = (n: number): string => `T-${String(n).padStart(6, '0')}`

/** Rules of tickets: number, promised times by priority and business hours, waits stop them, merging, closing by the clock. */
export const ticket: EntityRules = {
  async derive(row, { before }, context): Promise<Values> {
    const now = context.now.toISOString()
    let t = row as unknown as Ticket
    const was = before as unknown as Ticket | null
    const { timeZone: zone, sla } = await organisationTerms(context.tx)
    if (!t.number) t = { ...t, number: numbered(await context.nextNumber('ticket')) }
    if (!t.resolveDueAt) t = { ...t, ...promised(t.priority, context.now, zone, sla) }
    else if (was && was.priority !== t.priority) t = { ...t, ...reprioritised(t, was.priority, zone, sla) }
    if (t.state === 'pending') t = { ...t, pendingSince: t.pendingSince ?? now }
    else if (t.pendingSince) t = { ...t, ...resumed(t, context.now, zone), pendingSince: null }
    const closesAt = t.state === 'solved' ? t.closesAt ?? new Date(context.now.getTime() + CLOSES_AFTER_DAYS * DAY_MS).toISOString() : null
    return { number: t.number, firstReplyDueAt: t.firstReplyDueAt, resolveDueAt: t.resolveDueAt, pendingSince: t.pendingSince ?? null, closesAt }
  },
  actions: {
    async merge(row, { into }, context) {
      if (into === row.id) throw invalid([{ path: 'into', code: 'cycle', message: 'A ticket cannot be merged into itself' }])
      // Of two tickets merged into each other at once, the second finds its target ended.
      const target = await context.lock('tickets', into as string)
      if (!target || target.deletedAt) throw invalid([{ path: 'into', code: 'unknown_reference', message: 'There is no such ticket' }])
      if (target.state === 'merged' || target.state === 'closed') throw new Problem(409, 'ticket_over', `Ticket ${String(target.number)} is ${target.state}; nothing can be merged into it.`, { errors: [{ path: 'into', code: 'ticket_over', message: `That ticket is ${target.state}` }] })
      return { values: { state: 'merged', mergedInto: target.id } }
    },
    rate: (_row, { satisfaction }) => ({ values: { satisfaction: satisfaction! } }),
  },
  scheduled: [{ from: ['solved'], to: 'closed', due: 'closesAt' }],
}
