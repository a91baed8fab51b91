import { Problem } from '../../base/problem.ts'
import type { Tx } from '../../database/pool.ts'
import type { JobHandler } from '../../jobs/types.ts'
import { storedTransactions } from '../paymentTransaction/stored.ts'
import type { CollectParts } from './collect.ts'
import { mailType } from './dunning.ts'
import { queueMail, ruleIn } from './dueMail.ts'

/** Kind of the job that charges a saved card. */
export const CHARGE_JOB = 'payment-charge'

interface Charge {
  /** The waiting payment; also the provider's idempotency key. */
  readonly transaction: string
  /** The provider's id of the card. */
  readonly card: string
  readonly invoice: string
}

/** What a charge needs to know of its invoice and of the card that is saved now. */
const subjectOf = async (tx: Tx, { invoice, transaction }: Charge) => {
  const { rows } = await tx.query<{ number: string; card: string | null; key: string }>(
    `SELECT i.number, c.reference AS card, p.attempt_key AS key FROM subscription_invoices i
JOIN payment_transactions p ON p.id = $2 LEFT JOIN saved_cards c ON c.record_id = i.subscription WHERE i.id = $1`,
    [invoice, transaction],
  )
  return rows[0]
}

/** Mails the vendor that their card was declined, unless the invoice was paid meanwhile. */
const mailDeclined = async (
  parts: CollectParts,
  { invoice: id }: Charge,
  key: string,
  tx: Tx,
): Promise<void> => {
  const rule = ruleIn(parts, tx)
  const invoice = await rule.load('subscription-invoices', id)
  if (invoice?.state !== 'open' || !invoice.due) return
  const [, dueOn = '', step = ''] = key.split(' ')
  await queueMail(
    parts,
    rule,
    invoice,
    mailType('attempt', dueOn, Number(step)),
    ({ declined }, title, amount) => ({
      subject: declined.subject,
      say: declined.say(title, amount),
    }),
  )
}

/**
 * Runs attempts to charge a saved card. The payment is in processing before the provider is asked,
 * so that nobody pays the same twice; a repeated run asks with the same key. A payment that is not
 * due any more, or whose card was removed, is cancelled.
 */
export const chargeJob = (parts: CollectParts): JobHandler => {
  const { db, gateway } = parts
  const stored = storedTransactions(parts)

  const begin = (charge: Charge) =>
    db.transaction(async (tx) => {
      const subject = await subjectOf(tx, charge)
      const now = await stored.lock(tx, charge.transaction)
      if (!subject || !now || now.state === 'processing') return now && subject
      if (now.state !== 'pending') return undefined
      const writes = stored.writes(tx)
      if (subject.card !== charge.card) {
        await writes.transition(now, 'cancelled', 'The saved card was removed')
        return undefined
      }
      try {
        await writes.transition(now, 'processing')
        return subject
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 409) throw error
        await writes.transition(now, 'cancelled', error.message)
        return undefined
      }
    })

  return async ({ payload }) => {
    const charge = payload as Record<keyof Charge, string>
    const row = await stored.find(charge.transaction)
    const subject = row && gateway ? await begin(charge) : undefined
    if (!row || !gateway || !subject) return { charged: false }
    const response = await gateway.charge({
      card: charge.card,
      amount: { amount: row.amount, currency: row.currency },
      title: subject.number,
      key: charge.transaction,
    })
    const failureCode = 'failureCode' in response ? response.failureCode : undefined
    await db.transaction(async (tx) => {
      const sent = await stored.lock(tx, charge.transaction)
      if (sent?.state !== 'processing') return
      const writes = stored.writes(tx)
      if ('failureCode' in response) {
        await writes.transition(await writes.set(sent, response), 'failed')
        return mailDeclined(parts, charge, subject.key, tx)
      }
      const recorded = await writes.set(sent, { providerReference: response.reference })
      if (!response.processing) await writes.transition(recorded, 'succeeded')
    })
    return { charged: failureCode === undefined }
  }
}
