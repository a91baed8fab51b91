import type { notification, Notification } from '#schemas/notification.ts'
import { RECIPIENTS } from '#schemas/notification.recipients.ts'
import type { Json } from '#model/types.ts'
import { invalid, Problem } from '../../base/problem.ts'
import type { EntityRules, RuleContext } from '../types.ts'
import { tally } from './audience.ts'
import { deliveriesOf } from './deliveries.ts'

/** Counts that the server updates, also while sending. */
const COUNTED: readonly string[] = ['sent', 'delivered', 'failed', 'unreachable', 'read']

const reachable = (row: Notification): void => {
  const { channel, audience } = row
  if (channel === 'in_app' && audience === 'customer') {
    throw new Problem(409, 'no_inbox', 'Customers have no inbox in this application.', {
      errors: [
        { path: 'audience', code: 'no_inbox', message: 'Choose somebody who signs in here' },
      ],
    })
  }
}

const automatic = ({ access: { actor } }: RuleContext): void => {
  if (actor.kind === 'person') {
    throw new Problem(
      409,
      'automatic',
      'The server does this automatically once everything is sent.',
    )
  }
}

const counts = async (row: Notification, { tx }: RuleContext): Promise<Record<string, Json>> => {
  const { waiting: _, ...counted } = await tally(tx.query, row.id)
  return counted
}

/**
 * Rules of notifications: recipients match the audience, a notification being sent is immutable,
 * and only the server sends.
 */
export const notificationRules: EntityRules<typeof notification> = {
  beforeWrite({ kind, before, after, changed }, context) {
    if (!after) return
    if (
      kind === 'update' &&
      before &&
      ['sending', 'sent', 'failed'].includes(String(before.state)) &&
      [...changed].some((name) => !COUNTED.includes(name))
    ) {
      throw new Problem(409, 'sent_already', 'A sent notification cannot be changed.')
    }
    if (context.channel === 'import' && after.state === 'sending' && before?.state !== 'sending') {
      throw new Problem(
        409,
        'not_sent_so',
        'An import sends nothing: import it as a draft or scheduled.',
      )
    }
    if (!changed.has('recipients') && !changed.has('audience')) return
    const { audience, recipients } = after
    const errors = recipients.flatMap(({ recipient }, i) =>
      recipient.type === RECIPIENTS[audience]
        ? []
        : [
            {
              path: `recipients.${i}.recipient`,
              code: 'other_audience',
              message: 'This recipient is not in the chosen audience',
            },
          ],
    )
    if (errors.length) throw invalid(errors)
  },
  refuseDelete(row) {
    if (row.state === 'sending') {
      throw new Problem(409, 'sending', 'This notification is being sent right now.')
    }
  },
  invariants: {
    scheduled(row) {
      if (!row.scheduledAt) {
        throw new Problem(409, 'no_time', 'Choose first when to send it.', {
          errors: [{ path: 'scheduledAt', code: 'no_time', message: 'Choose a time' }],
        })
      }
      reachable(row)
    },
    sending: reachable,
  },
  guards: {
    sent: (_row, context) => automatic(context),
    failed: (_row, context) => automatic(context),
  },
  onTransition: {
    async sending(row, context) {
      // Retries only failed deliveries.
      if (row.state === 'failed') {
        await context.tx.query(
          "UPDATE deliveries SET state = 'waiting', attempts = 0, due_at = now(), error = NULL WHERE record_id = $1 AND state = 'failed'",
          [row.id],
        )
      }
      return counts(row, context)
    },
    sent: counts,
    failed: counts,
  },
  previews: { deliveries: { needs: [], run: deliveriesOf } },
  scheduled: [{ from: ['scheduled'], to: 'sending', due: 'scheduledAt' }],
}
