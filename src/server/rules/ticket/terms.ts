import type { Ticket } from '#schemas/ticket.ts'
import type { Tx } from '../../database/pool.ts'
import { organisationTerms } from '../organisation/rules.ts'
import type { RuleContext } from '../types.ts'
import { calendarOf } from './hours.ts'
import { nextReplyDue, nextReplyMet, type Terms } from './sla.ts'

/** The organisation's SLA targets and its business hours. */
export const slaTerms = async (tx: Pick<Tx, 'query'>): Promise<Terms> => {
  const { timeZone, businessHours, sla } = await organisationTerms(tx)
  return { targets: sla, calendar: calendarOf(timeZone, businessHours) }
}

type Row = Pick<
  Ticket,
  'priority' | 'firstRepliedAt' | 'nextReplyDueAt' | 'nextReplyMissedAt' | 'pendingSince'
>

/** What a reply of ours changes in the targets of its ticket. */
export const repliedTo = (ticket: Row, at: string): Partial<Ticket> => ({
  ...(ticket.firstRepliedAt ? {} : { firstRepliedAt: at }),
  ...(ticket.nextReplyDueAt ? nextReplyMet(ticket, at) : {}),
})

/** What a message of the customer changes: after our first reply, the next one is due. */
export const nextReplyAwaited = async (
  ticket: Row,
  { tx, now }: RuleContext,
): Promise<Partial<Ticket>> =>
  ticket.firstRepliedAt && !ticket.nextReplyDueAt
    ? { nextReplyDueAt: nextReplyDue(ticket.priority, now, await slaTerms(tx)) }
    : {}
