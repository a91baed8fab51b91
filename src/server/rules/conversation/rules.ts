import type { conversation } from '#schemas/conversation.ts'
import { Problem } from '../../base/problem.ts'
import type { EntityRules } from '../types.ts'
import { colleaguesOf } from './colleagues.ts'
import { refuseTwin } from './twin.ts'

/**
 * Rules of conversations: rejects duplicates; a snoozed one has an end time, at which the scheduler
 * wakes it.
 */
export const conversationRules: EntityRules<typeof conversation> = {
  async beforeWrite({ kind, after }, context) {
    if (kind === 'create' && after) await refuseTwin(after, context)
  },
  invariants: {
    snoozed(row, { now }) {
      if (typeof row.snoozedUntil !== 'string' || Date.parse(row.snoozedUntil) <= now.getTime()) {
        throw new Problem(409, 'no_time', 'Say first until when it is snoozed.', {
          errors: [{ path: 'snoozedUntil', code: 'no_time', message: 'Choose a time to come' }],
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
