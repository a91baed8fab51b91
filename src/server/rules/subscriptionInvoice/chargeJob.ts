import { Problem } from '../../base/problem.ts'
import type { Tx } from '../../database/pool.ts'
import type { JobHandler } from '../../jobs/types.ts'
import { storedTransactions } from '../paymentTransaction/stored.ts'
import type { CollectParts } from './collect.ts'

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
const subjectOf = async (tx: Tx, { invoice }: Charge) => {
  const { rows } = await tx.query<{ number: string; card: string | null }>(
    `SELECT i.number, c.reference AS card FROM subscription_invoices i
LEFT JOIN subscriptions s ON s.id = i.subscription AND s.card IS NOT NULL LEFT JOIN saved_cards c ON c.record_id = s.id WHERE i.id = $1`,
    [invoice],
  )
  return rows[0]
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
    await db.transaction(async (tx) => {
      const sent = await stored.lock(tx, charge.transaction)
      if (sent?.state !== 'processing') return
      const writes = stored.writes(tx)
      if ('failureCode' in response) {
        return writes.transition(await writes.set(sent, response), 'failed')
      }
      const recorded = await writes.set(sent, { providerReference: response.reference })
      if (!response.processing) await writes.transition(recorded, 'succeeded')
    })
    return { charged: !('failureCode' in response) }
  }
}
