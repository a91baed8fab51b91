import type { conversation } from '#schemas/conversation.ts'
import { invalid, Problem } from '../../base/problem.ts'
import type { Change, EntityRules, RuleContext } from '../types.ts'
import { colleaguesOf } from './colleagues.ts'
import { refuseTwin } from './twin.ts'

/**
 * Refuses what would show messages to others than they were written to: on the page of another
 * customer's ticket, or to a customer or vendor who joins a conversation with messages.
 */
const refuseOthers = async (
  { before, after, changed }: Change<typeof conversation>,
  context: RuleContext,
): Promise<void> => {
  if (!after) return
  const ticket =
    (changed.has('ticket') || changed.has('customer')) && after.ticket
      ? await context.load('tickets', after.ticket)
      : undefined
  if (ticket && ticket.customer !== after.customer) {
    const message = 'Choose a ticket of the same customer'
    throw invalid([{ path: 'ticket', code: 'other_customer', message }])
  }
  // A vendor may leave; a conversation with a customer stays theirs.
  const isOther = {
    customer: changed.has('customer') && Boolean(after.customer ?? before?.customer),
    vendor: changed.has('vendor') && Boolean(after.vendor),
  }
  if (!before || !(isOther.customer || isOther.vendor)) return
  const { rowCount } = await context.tx.query(
    "SELECT 1 FROM chat_messages WHERE conversation = $1 AND kind IN ('incoming', 'outgoing') LIMIT 1",
    [after.id],
  )
  if (!rowCount) return
  const message = 'Messages must not reach anybody they were not written to'
  const path = isOther.customer ? 'customer' : 'vendor'
  throw invalid([{ path, code: `other_${path}`, message }])
}

/**
 * Rules of conversations: rejects duplicates; a snoozed one has an end time, at which the scheduler
 * wakes it.
 */
export const conversationRules: EntityRules<typeof conversation> = {
  async beforeWrite(change, context) {
    const { kind, after } = change
    if (kind === 'create' && after) await refuseTwin(after, context)
    await refuseOthers(change, context)
  },
  invariants: {
    snoozed(row, { now }) {
      if (typeof row.snoozedUntil !== 'string' || Date.parse(row.snoozedUntil) <= now.getTime()) {
        throw new Problem(409, 'no_time', 'Choose first until when to snooze it.', {
          errors: [
            { path: 'snoozedUntil', code: 'no_time', message: 'Choose a time in the future' },
          ],
        })
      }
    },
  },
  previews: {
    // Vendors never see our staff by name.
    colleagues: {
      needs: ['ticket'],
      async run(row, context) {
        const { access } = context
        const { actor } = access
        if (actor.tenant !== null || !access.can('employee.list')) return []
        return (await colleaguesOf(context, row))
          .filter(({ id }) => id !== actor.personId)
          .map(({ id, name }) => ({ id, name }))
      },
    },
  },
  actions: {
    // `withCustomerMail` replaces this; it knows the page.
    customerPage() {
      throw new Problem(409, 'no_page', 'This installation has no page for customers.')
    },
  },
  onTransition: { open: () => ({ snoozedUntil: null }) },
  scheduled: [{ from: ['snoozed'], to: 'open', due: 'snoozedUntil' }],
}
