/** E-mails reminders of overdue invoices, with the invoice attached and a link to pay. */
import { moneyIn } from '#model/message.ts'
import { randomUUID } from 'node:crypto'
import { byCollection } from '#model/compile.ts'
import { dayIn } from '#model/zone.ts'
import type { Model } from '#model/types.ts'
import type { Database, Tx } from '../../database/pool.ts'
import type { Query } from '../../database/query.ts'
import { SYSTEM_JOB, type Jobs } from '../../jobs/types.ts'
import { proposedLetter } from '../../mail/documentLetter.ts'
import { DOCUMENT_MAIL_JOB, enterMail, type DocumentMail } from '../../mail/documents.ts'
import { readOrganisation } from '../../organisation/organisation.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { TransactionalWriter } from '../../store/write/writer.ts'
import { serverTexts } from '../../texts/index.ts'
import { payUrl, type PayLinkParts } from '../paymentTransaction/payLink.ts'
import { paperTexts } from './language.ts'
import { vendorAddressee } from './recipient.ts'

/** Most reminders of one run; the next run continues. */
const MAX_AT_ONCE = 200

export interface DunningParts extends PayLinkParts {
  readonly db: Database
  readonly model: Model
  readonly writer: Pick<TransactionalWriter, 'unit'>
  readonly enqueue: Jobs['enqueue']
  readonly now?: () => Date
}

interface Overdue {
  readonly id: string
  readonly late: number
  readonly due_on: string
}

/** Reminders by invoice and day of the plan that were entered already, for this due day. */
const typeOf = ({ due_on: dueOn }: Overdue, step: number): string => `reminder-${dueOn}-${step}`

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

/** What was queued or entered before, as `<invoice> <type>`; a moved due day begins again. */
const remindedOf = async (query: Query, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await query<{ known: string }>(
    `SELECT payload->>'id' || ' ' || (payload->>'type') AS known FROM jobs WHERE kind = $1 AND payload->>'type' LIKE 'reminder-%' AND payload->>'id' = ANY($2::text[])
UNION SELECT resource_id || ' ' || type FROM deliveries WHERE resource_type = 'subscription-invoices' AND resource_id = ANY($2::uuid[]) AND type LIKE 'reminder-%'`,
    [DOCUMENT_MAIL_JOB, ids],
  )
  return new Set(rows.map(({ known }) => known))
}

/**
 * Queues one reminder; without an address it is entered as not delivered. False if it is not due any
 * more, or another process was faster.
 */
const remind = async (
  parts: DunningParts,
  one: Overdue,
  type: string,
  tx: Tx,
): Promise<boolean> => {
  const { model, writer, enqueue } = parts
  const { rule } = writer.unit(
    byCollection(model, 'subscription-invoices'),
    {
      access: compileAccess(model, systemActor),
      channel: 'system',
      requestId: 'dunning',
      operationId: randomUUID(),
    },
    tx,
  )
  const invoice = await rule.lock('subscription-invoices', one.id)
  // Paid or changed meanwhile.
  if (invoice?.state !== 'open' || !invoice.due) return false
  if ((await remindedOf(tx.query, [one.id])).has(`${one.id} ${type}`)) return false
  const to = await vendorAddressee(
    String(invoice.vendor),
    rule as never,
    (says) => `${paperTexts[says].invoice} ${String(invoice.number)}`,
  )
  const { reminder } = serverTexts[to.language].pay
  const amount = moneyIn(invoice.due as never, to.language)
  const url = payUrl(parts, 'invoice', invoice)
  const { name } = await readOrganisation(tx.query)
  const mail: DocumentMail = {
    ...proposedLetter({ ...to, say: `${reminder.say(to.title, amount, one.late)}\n${url}` }, name),
    collection: 'subscription-invoices',
    id: one.id,
    document: 'document',
    to: to.email ?? '',
    language: to.language,
    recipient: to.of ? { ...to.of } : null,
    type,
    state: 'open',
  }
  const subject = `${reminder.subject} ${mail.subject}`.slice(0, 200)
  if (!to.email) await enterMail(tx.query, randomUUID(), mail, 'no_address')
  else {
    await enqueue({ kind: DOCUMENT_MAIL_JOB, payload: { ...mail, subject }, actor: SYSTEM_JOB }, tx)
  }
  return true
}

/**
 * Queues what is due today, by the days that the organisation has set: of each overdue invoice at most one reminder, that of the latest day of
 * the plan, so that a server that was away does not send those it missed. Each is queued once,
 * whatever restarts, and none is sent after the invoice is paid.
 */
export const remindOverdue = async (parts: DunningParts, signal: AbortSignal): Promise<number> => {
  const { db, now = () => new Date() } = parts
  const { timeZone, reminderDays: days } = await readOrganisation(db.query)
  const [first] = days
  if (first === undefined) return 0
  const overdue = await overdueOn(parts, dayIn(timeZone, now()), first)
  if (!overdue.length) return 0
  const known = await remindedOf(
    db.query,
    overdue.map(({ id }) => id),
  )
  let count = 0
  for (const one of overdue) {
    const step = days.findLast((day) => day <= one.late)
    const type = step === undefined ? undefined : typeOf(one, step)
    if (type === undefined || known.has(`${one.id} ${type}`)) continue
    signal.throwIfAborted()
    if (await db.transaction((tx) => remind(parts, one, type, tx))) count++
    if (count >= MAX_AT_ONCE) break
  }
  return count
}
