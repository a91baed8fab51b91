/** Open invoices that are due, by a plan of days after the due day. */
import { dayIn } from '#model/zone.ts'
import type { Tx } from '../../database/pool.ts'
import type { Query } from '../../database/query.ts'
import { DOCUMENT_MAIL_JOB } from '../../mail/documents.ts'
import type { StoredOrganisation } from '../../organisation/organisation.ts'
import type { DunningParts } from './dueMail.ts'

/** Most invoices of one run; the next run continues. */
const MAX_AT_ONCE = 200

/** An invoice, and the latest day of the plan that has come. */
export interface Due {
  readonly id: string
  readonly dueOn: string
  /** Days since the due day. */
  readonly late: number
  readonly step: number
  /** The provider's id of the card that its subscription keeps. */
  readonly card: string | null
}

/**
 * Identifies the reminder or attempt of a step of the plan, for this due day: a moved one begins
 * again. After the id and a space also the key of an attempt.
 */
export const typeOf = (kind: 'reminder' | 'attempt', { dueOn, step }: Due): string =>
  `${kind}-${dueOn}-${step}`

/** Invoices for which a day of the plan has come, the longest due first. */
export const dueInvoices = async (
  { db, now = () => new Date() }: DunningParts,
  { timeZone }: Pick<StoredOrganisation, 'timeZone'>,
  days: readonly number[],
): Promise<readonly Due[]> => {
  const [first] = days
  if (first === undefined) return []
  const { rows } = await db.query<Omit<Due, 'step'>>(
    `SELECT i.id, i.due_on::text AS "dueOn", ($1::date - i.due_on::date)::int AS late, c.reference AS card
FROM subscription_invoices i LEFT JOIN subscriptions s ON s.id = i.subscription AND s.card IS NOT NULL AND s.deleted_at IS NULL
 LEFT JOIN saved_cards c ON c.record_id = s.id
WHERE i.state = 'open' AND i.deleted_at IS NULL AND i.due_amount > 0 AND i.due_on::date <= $1::date - $2::int ORDER BY i.due_on, i.id`,
    [dayIn(timeZone, now()), first],
  )
  return rows.map((row) => ({ ...row, step: days.findLast((day) => day <= row.late) ?? first }))
}

/** Of these invoices the e-mails that were queued or entered, as `<invoice> <type>`. */
export const mailsOf = async (query: Query, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await query<{ mail: string }>(
    `SELECT payload->>'id' || ' ' || (payload->>'type') AS mail FROM jobs WHERE kind = $1 AND payload->>'type' ~ '^(reminder|attempt)-' AND payload->>'id' = ANY($2::text[])
UNION SELECT resource_id || ' ' || type FROM deliveries WHERE resource_type = 'subscription-invoices' AND resource_id = ANY($2::uuid[]) AND type ~ '^(reminder|attempt)-'`,
    [DOCUMENT_MAIL_JOB, ids],
  )
  return new Set(rows.map(({ mail }) => mail))
}

/** Of these invoices the keys of the attempts: `<invoice> <type>`. */
export const attemptsOf = async (query: Query, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await query<{ key: string }>(
    'SELECT attempt_key AS key FROM payment_transactions WHERE invoice = ANY($1::uuid[]) AND attempt_key IS NOT NULL',
    [ids],
  )
  return new Set(rows.map(({ key }) => key))
}

/**
 * Runs `act` for each invoice in a transaction of its own; returns for how many it returned true. A
 * failure does not keep the others waiting: the first one is thrown at the end.
 */
export const forEachDue = async (
  { db }: DunningParts,
  due: readonly Due[],
  signal: AbortSignal,
  act: (one: Due, tx: Tx) => Promise<boolean>,
): Promise<number> => {
  let count = 0
  const failures: unknown[] = []
  for (const one of due) {
    signal.throwIfAborted()
    try {
      if (await db.transaction((tx) => act(one, tx))) count++
    } catch (error) {
      failures.push(error)
    }
    if (count >= MAX_AT_ONCE) break
  }
  if (failures.length) throw failures[0]
  return count
}
