import type { Notification } from '#schemas/notification.ts'
import type { Query } from '../../database/query.ts'
import { PREFERENCE, wantsSql } from '../../notifications/preferences.ts'
import { quietNow } from '../../notifications/quiet.ts'
import type { DeliveryState } from '../../notifications/types.ts'

/** Fields that determine the recipients of a notification. */
export type Audience = Pick<Notification, 'audience' | 'channel' | 'recipients'>

/**
 * The audience as a condition on employees `e`; `$1` are the ids of the named recipients, if any.
 */
const PEOPLE: Readonly<Record<Exclude<Notification['audience'], 'customer'>, string>> = {
  employee:
    'CASE WHEN cardinality($1::uuid[]) = 0 THEN e.vendor IS NULL ELSE e.id = ANY($1::uuid[]) END',
  vendor: 'e.vendor IS NOT NULL AND (cardinality($1::uuid[]) = 0 OR e.vendor = ANY($1::uuid[]))',
  role: 'cardinality($1::uuid[]) = 0 OR e.roles && $1::uuid[]',
}

/**
 * Initial state of a delivery: delivered at once in the application, waiting elsewhere, or
 * undeliverable.
 */
const begins = (channel: Notification['channel'], pushAvailable: boolean): string => {
  if (channel === 'in_app') return "'delivered'"
  if (channel === 'email') {
    return "CASE WHEN coalesce(r.email, '') = '' THEN 'no_address' ELSE 'waiting' END"
  }
  return pushAvailable ? "'waiting'" : "'no_device'"
}

/**
 * All recipients of a notification, each once, as `SELECT type, id, state`: type `person` for users
 * who sign in, and the initial state of their delivery. `$1` are the ids of the named recipients,
 * `$2` the preference key.
 */
const recipientsSql = ({ audience, channel }: Audience, pushAvailable: boolean): string => {
  const state = begins(channel, pushAvailable)
  if (audience === 'customer') {
    return `SELECT 'customers' AS type, r.id, ${state} AS state FROM customers r WHERE r.state = 'active' AND r.deleted_at IS NULL AND (cardinality($1::uuid[]) = 0 OR r.id = ANY($1::uuid[])) AND $2::text IS NOT NULL`
  }
  return `SELECT 'person' AS type, r.id, CASE WHEN NOT (${wantsSql('r.preference', 'announcement', channel)}) THEN 'muted' ELSE ${state} END AS state
FROM (SELECT e.id, e.email, p.value AS preference FROM employees e LEFT JOIN "user" u ON u."personId" = e.id LEFT JOIN preferences p ON p.account_id = u.id AND p.key = $2::text
  WHERE e.state = 'active' AND e.deleted_at IS NULL AND (${PEOPLE[audience]})) r`
}

const idsOf = ({ recipients }: Audience): string[] =>
  recipients.map(({ recipient }) => recipient.id)

/**
 * Inserts a delivery for every recipient, keeping existing ones. Deliveries to people in quiet
 * hours are held: they make no sound.
 */
export const enterDeliveries = async (
  query: Query,
  row: Notification & { readonly id: string },
  pushAvailable: boolean,
): Promise<void> => {
  const inApp = row.channel === 'in_app'
  await query(
    `INSERT INTO deliveries (id, record_id, type, channel, recipient_type, recipient_id, state, title, body, link, resource_type, resource_id, delivered_at)
SELECT gen_random_uuid(), $3::uuid, 'announcement', $4, x.type, x.id, x.state, $5, $6, $7, $8, $9::uuid, CASE WHEN x.state = 'delivered' THEN now() END FROM (${recipientsSql(row, pushAvailable)}) x ON CONFLICT DO NOTHING`,
    [
      idsOf(row),
      PREFERENCE,
      row.id,
      row.channel,
      ...(inApp
        ? [
            row.title,
            row.body,
            row.link ?? null,
            row.resource?.type ?? null,
            row.resource?.id ?? null,
          ]
        : [null, null, null, null, null]),
    ],
  )
  if (!inApp) return
  const { rows } = await query<{ id: string }>(
    "SELECT recipient_id AS id FROM deliveries WHERE record_id = $1 AND recipient_type = 'person' AND NOT held",
    [row.id],
  )
  const quiet = await quietNow(
    query,
    rows.map((r) => r.id),
  )
  if (quiet.size) {
    await query(
      'UPDATE deliveries SET held = true WHERE record_id = $1 AND recipient_id = ANY($2::uuid[])',
      [row.id, [...quiet.keys()]],
    )
  }
}

/** Number of recipients by the initial state of their delivery. */
export const countAudience = async (
  query: Query,
  audience: Audience,
  pushAvailable: boolean,
): Promise<Partial<Record<DeliveryState, number>>> => {
  // Every push starts as waiting, but people without a device are known already.
  const state =
    audience.channel === 'push'
      ? "CASE WHEN x.state = 'waiting' AND NOT EXISTS (SELECT 1 FROM push_devices d WHERE d.person_id = x.id) THEN 'no_device' ELSE x.state END"
      : 'x.state'
  const { rows } = await query<{ state: DeliveryState; n: number }>(
    `SELECT ${state} AS state, count(*)::int AS n FROM (${recipientsSql(audience, pushAvailable)}) x GROUP BY 1`,
    [idsOf(audience), PREFERENCE],
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

/** Counts for the derived fields of a notification. */
export const tally = async (
  query: Query,
  id: string,
): Promise<{
  sent: number
  delivered: number
  failed: number
  unreachable: number
  read: number
  waiting: number
}> => {
  const { rows } = await query<{
    sent: number
    delivered: number
    failed: number
    unreachable: number
    read: number
    waiting: number
  }>(
    `SELECT count(*)::int AS sent, count(*) FILTER (WHERE state = 'delivered')::int AS delivered, count(*) FILTER (WHERE state = 'failed')::int AS failed,
  count(*) FILTER (WHERE state IN ('no_device', 'no_address', 'muted'))::int AS unreachable, count(read_at)::int AS read, count(*) FILTER (WHERE state IN ('waiting', 'sending'))::int AS waiting FROM deliveries WHERE record_id = $1`,
    [id],
  )
  return rows[0]!
}
