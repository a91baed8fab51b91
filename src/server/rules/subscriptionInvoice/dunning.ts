/** Reminds of overdue invoices. */
import { dayIn } from '#model/zone.ts'
import type { Tx } from '../../database/pool.ts'
import type { Query } from '../../database/query.ts'
import { DOCUMENT_MAIL_JOB } from '../../mail/documents.ts'
import { readOrganisation } from '../../organisation/organisation.ts'
import { ledgerOf } from '../paymentTransaction/ledger.ts'
import { queueMail, ruleIn, type DunningParts } from './dueMail.ts'

/** Most reminders of one run; the next run continues. */
const MAX_AT_ONCE = 200

interface Overdue {
  readonly id: string
  readonly late: number
  readonly due_on: string
}

/** Identifies the e-mail of a step of the plan, for this due day: a moved one begins again. */
export const mailType = (kind: 'reminder' | 'attempt', dueOn: string, step: number): string =>
  `${kind}-${dueOn}-${step}`

const overdueOn = async (
  { db }: DunningParts,
  today: string,
  first: number,
): Promise<readonly Overdue[]> =>
  (
    await db.query<Overdue>(
      `SELECT i.id, i.due_on::text AS due_on, ($1::date - i.due_on::date)::int AS late FROM subscription_invoices i
WHERE i.state = 'open' AND i.deleted_at IS NULL AND i.due_amount > 0 AND i.due_on::date <= $1::date - $2::int ORDER BY i.due_on, i.id`,
      [today, first],
    )
  ).rows

/** E-mails that were queued or entered before, as `<invoice> <type>`. */
const mailsOf = async (query: Query, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await query<{ known: string }>(
    `SELECT payload->>'id' || ' ' || (payload->>'type') AS known FROM jobs WHERE kind = $1 AND payload->>'type' ~ '^(reminder|attempt)-' AND payload->>'id' = ANY($2::text[])
UNION SELECT resource_id || ' ' || type FROM deliveries WHERE resource_type = 'subscription-invoices' AND resource_id = ANY($2::uuid[]) AND type ~ '^(reminder|attempt)-'`,
    [DOCUMENT_MAIL_JOB, ids],
  )
  return new Set(rows.map(({ known }) => known))
}

/** True if the step has a reminder, or an e-mail about a charge that failed on that day. */
const isSent = (known: ReadonlySet<string>, { id, due_on: dueOn }: Overdue, step: number) =>
  (['reminder', 'attempt'] as const).some((kind) =>
    known.has(`${id} ${mailType(kind, dueOn, step)}`),
  )

/** Queues one reminder. False if it is not due any more, or another process was faster. */
const remind = async (parts: DunningParts, one: Overdue, step: number, tx: Tx) => {
  const rule = ruleIn(parts, tx)
  const invoice = await rule.lock('subscription-invoices', one.id)
  // Paid or changed meanwhile.
  if (invoice?.state !== 'open' || !invoice.due) return false
  const { processing } = await ledgerOf(tx, 'invoice', one.id)
  if (processing >= invoice.due.amount) return false
  if (isSent(await mailsOf(tx.query, [one.id]), one, step)) return false
  await queueMail(
    parts,
    rule,
    invoice,
    mailType('reminder', one.due_on, step),
    ({ reminder }, title, amount) => ({
      subject: reminder.subject,
      say: reminder.say(title, amount, one.late),
    }),
  )
  return true
}

/**
 * Queues what is due today, by the days that the organisation has set: of each overdue invoice at
 * most one reminder, that of the latest day of the plan, so that a server that was away does not
 * send those it missed. Each is queued once, whatever restarts, and none is sent after the invoice
 * is paid, or while a payment of it is in processing.
 */
export const remindOverdue = async (parts: DunningParts, signal: AbortSignal): Promise<number> => {
  const { db, now = () => new Date() } = parts
  const { timeZone, reminderDays: days } = await readOrganisation(db.query)
  const [first] = days
  if (first === undefined) return 0
  const overdue = await overdueOn(parts, dayIn(timeZone, now()), first)
  if (!overdue.length) return 0
  const known = await mailsOf(
    db.query,
    overdue.map(({ id }) => id),
  )
  let count = 0
  for (const one of overdue) {
    const step = days.findLast((day) => day <= one.late)
    if (step === undefined || isSent(known, one, step)) continue
    signal.throwIfAborted()
    if (await db.transaction((tx) => remind(parts, one, step, tx))) count++
    if (count >= MAX_AT_ONCE) break
  }
  return count
}
