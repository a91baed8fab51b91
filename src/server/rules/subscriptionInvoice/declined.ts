import { SYSTEM_JOB, type Jobs, type JobHandler } from '../../jobs/types.ts'
import type { Tx } from '../../database/pool.ts'
import { mailsOf } from './due.ts'
import { queueMail, ruleIn, type DunningParts } from './dueMail.ts'

/** Kind of the job that mails the vendor that the charge of a saved card failed. */
export const DECLINED_JOB = 'payment-declined'

/** Queues the e-mail about an attempt, with the change that makes it fail. */
export const queueDeclined = (
  enqueue: Jobs['enqueue'],
  transaction: string,
  tx: Tx,
): Promise<unknown> =>
  enqueue({ kind: DECLINED_JOB, payload: { transaction }, actor: SYSTEM_JOB }, tx)

/** Mails once that an attempt failed, unless the invoice was paid meanwhile. */
export const declinedJob =
  (parts: DunningParts): JobHandler =>
  ({ payload }) =>
    parts.db.transaction(async (tx) => {
      const rule = ruleIn(parts, tx)
      const { transaction } = payload as { transaction: string }
      const payment = await rule.load('payment-transactions', transaction)
      const invoice = await rule.lock('subscription-invoices', String(payment?.invoice))
      const key = payment?.attemptKey
      if (invoice?.state !== 'open' || !invoice.due || !key) return { mailed: false }
      if ((await mailsOf(tx.query, [invoice.id])).has(key)) return { mailed: false }
      const type = key.slice(key.indexOf(' ') + 1)
      await queueMail(parts, rule, invoice, type, ({ declined }, title, amount) => ({
        subject: declined.subject,
        say: declined.say(title, amount),
      }))
      return { mailed: true }
    })
