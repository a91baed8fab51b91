/** Reminds of overdue invoices. */
import type { Tx } from '../../database/pool.ts'
import type { Query } from '../../database/query.ts'
import { readOrganisation } from '../../organisation/organisation.ts'
import { ledgerOf } from '../paymentTransaction/ledger.ts'
import { forEachDue, attemptsOf, dueInvoices, mailsOf, typeOf, type Due } from './due.ts'
import { queueMail, ruleIn, type DunningParts } from './dueMail.ts'

/**
 * Those of the invoices whose step has no reminder, and no attempt either: a declined card is mailed
 * in its place.
 */
const withoutReminder = async (query: Query, due: readonly Due[]): Promise<readonly Due[]> => {
  const ids = due.map(({ id }) => id)
  const done = new Set([...(await mailsOf(query, ids)), ...(await attemptsOf(query, ids))])
  return due.filter((one) =>
    (['reminder', 'attempt'] as const).every((kind) => !done.has(`${one.id} ${typeOf(kind, one)}`)),
  )
}

/** Queues one reminder. False if it is not due any more, or another process was faster. */
const remind = async (parts: DunningParts, one: Due, tx: Tx) => {
  const rule = ruleIn(parts, tx)
  const invoice = await rule.lock('subscription-invoices', one.id)
  // Paid or changed meanwhile.
  if (invoice?.state !== 'open' || !invoice.due) return false
  const { processing } = await ledgerOf(tx, 'invoice', one.id)
  if (processing >= invoice.due.amount) return false
  if (!(await withoutReminder(tx.query, [one])).length) return false
  await queueMail(parts, rule, invoice, typeOf('reminder', one), ({ reminder }, title, amount) => ({
    subject: reminder.subject,
    say: reminder.say(title, amount, one.late),
  }))
  return true
}

/**
 * Queues what is due today, by the days that the organisation has set: of each overdue invoice at
 * most one reminder, that of the latest day of the plan, so that a server that was away does not
 * send those it missed. Each is queued once, whatever restarts, and none is sent after the invoice
 * is paid, or while a payment of it is in processing.
 */
export const remindOverdue = async (parts: DunningParts, signal: AbortSignal): Promise<number> => {
  const organisation = await readOrganisation(parts.db.query)
  const due = await dueInvoices(parts, organisation, organisation.reminderDays)
  const left = await withoutReminder(parts.db.query, due)
  return forEachDue(parts, left, signal, (one, tx) => remind(parts, one, tx))
}
