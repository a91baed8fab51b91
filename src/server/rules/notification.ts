import type { Notification } from '#schemas/notification.ts'
import { invalid, Problem } from '../http/problem.ts'
import type { EntityRules, RuleContext } from '../store/write/rules.ts'

const COLLECTION: Readonly<Record<Notification['audience'], string>> = { employee: 'employees', customer: 'customers', vendor: 'vendors', role: 'user-roles' }

/** Those of the audience, as a condition on employees `e`; `$2` are the ids of the recipients, if any are named. */
const PEOPLE: Readonly<Record<Notification['audience'], string>> = {
  employee: 'CASE WHEN cardinality($2::uuid[]) = 0 THEN e.vendor IS NULL ELSE e.id = ANY($2::uuid[]) END',
  vendor: 'e.vendor IS NOT NULL AND (cardinality($2::uuid[]) = 0 OR e.vendor = ANY($2::uuid[]))',
  role: 'cardinality($2::uuid[]) = 0 OR e.roles && $2::uuid[]',
  customer: 'false',
}

const inApp = ({ channel, audience }: Notification): void => {
  if (channel !== 'in_app') throw new Problem(409, 'channel_missing', 'Only notifications in the app can be sent; e-mail and push are not set up.', { errors: [{ path: 'channel', code: 'channel_missing', message: 'Choose “In the app”' }] })
  if (audience === 'customer') throw new Problem(409, 'no_inbox', 'Customers have no inbox in this application.', { errors: [{ path: 'audience', code: 'no_inbox', message: 'Choose somebody who signs in here' }] })
}

const automatic = ({ access: { actor } }: RuleContext): void => {
  if (actor.kind === 'person') throw new Problem(409, 'automatic', 'The server does this by itself when it is done sending.')
}

/** Enters the notification for everybody it is meant for, each once however often it is sent; answers how many there are. */
const deliver = async (row: Notification, { tx }: RuleContext): Promise<{ sent: number; delivered: number; read: number }> => {
  const ids = row.recipients.map(({ recipient }) => recipient.id)
  await tx.query(`INSERT INTO deliveries (id, record_id, type, channel, recipient_type, recipient_id, state, title, body, link, resource_type, resource_id, delivered_at) SELECT gen_random_uuid(), $1::uuid, 'announcement', 'in_app', 'person', e.id, 'delivered', $3, $4, $5, $6, $7, now() FROM employees e WHERE e.state = 'active' AND e.deleted_at IS NULL AND (${PEOPLE[row.audience]}) ON CONFLICT DO NOTHING`, [row.id, ids, row.title, row.body, row.link ?? null, row.resource?.type ?? null, row.resource?.id ?? null])
  const { rows } = await tx.query<{ sent: number; read: number }>('SELECT count(*)::int AS sent, count(read_at)::int AS read FROM deliveries WHERE record_id = $1', [row.id])
  return { sent: rows[0]!.sent, delivered: rows[0]!.sent, read: rows[0]!.read }
}

/** Rules of notifications: recipients are of the audience, what is on its way stays as it is, sending is done by the server. */
export const notification: EntityRules = {
  beforeWrite({ kind, before, after, changed }) {
    if (!after) return
    if (kind === 'update' && before && ['sending', 'sent'].includes(String(before.state))) throw new Problem(409, 'sent_already', 'A notification that was sent is not changed any more.')
    if (!changed.has('recipients') && !changed.has('audience')) return
    const { audience, recipients } = after as unknown as Notification
    const errors = recipients.flatMap(({ recipient }, i) => (recipient.type === COLLECTION[audience] ? [] : [{ path: `recipients.${i}.recipient`, code: 'other_audience', message: 'This recipient is not of the chosen audience' }]))
    if (errors.length) throw invalid(errors)
  },
  guards: {
    scheduled(row) {
      if (!row.scheduledAt) throw new Problem(409, 'no_time', 'Say first when it is to be sent.', { errors: [{ path: 'scheduledAt', code: 'no_time', message: 'Choose a time' }] })
    },
    sending: (row) => inApp(row as unknown as Notification),
    sent(row, context) {
      automatic(context)
      inApp(row as unknown as Notification)
    },
    failed: (_row, context) => automatic(context),
  },
  onTransition: { sent: (row, context) => deliver(row as unknown as Notification, context) },
  scheduled: [
    { from: ['scheduled'], to: 'sending', due: 'scheduledAt' },
    // What began to be sent is delivered at the next look, also after a restart.
    { from: ['sending'], to: 'sent', due: 'updatedAt' },
  ],
}
