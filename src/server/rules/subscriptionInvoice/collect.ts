/** Charges the saved cards of subscriptions for invoices that are due. */
import { dayIn } from '#model/zone.ts'
import type { Tx } from '../../database/pool.ts'
import { SYSTEM_JOB } from '../../jobs/types.ts'
import type { PaymentGateway } from '../../payments/gateway.ts'
import { readOrganisation } from '../../organisation/organisation.ts'
import { ledgerOf } from '../paymentTransaction/ledger.ts'
import { CHARGE_JOB } from './chargeJob.ts'
import { ruleIn, type DunningParts } from './dueMail.ts'

/** Most attempts of one run; the next run continues. */
const MAX_AT_ONCE = 200

export interface CollectParts extends DunningParts {
  readonly gateway: PaymentGateway | undefined
}

interface Collectable {
  readonly id: string
  readonly late: number
  readonly due_on: string
  readonly card: string
  /** Keys of the attempts before. */
  readonly tried: readonly string[]
}

/** Open invoices at least `first` days after their due day, whose subscription has a saved card. */
const collectable = async (
  { db }: CollectParts,
  today: string,
  first: number,
): Promise<readonly Collectable[]> =>
  (
    await db.query<Collectable>(
      `SELECT i.id, i.due_on::text AS due_on, ($1::date - i.due_on::date)::int AS late, c.reference AS card,
 ARRAY(SELECT p.attempt_key FROM payment_transactions p WHERE p.invoice = i.id AND p.attempt_key IS NOT NULL) AS tried
FROM subscription_invoices i JOIN subscriptions s ON s.id = i.subscription JOIN saved_cards c ON c.record_id = s.id
WHERE i.state = 'open' AND i.deleted_at IS NULL AND i.due_amount > 0 AND i.due_on::date <= $1::date - $2::int
 AND s.card IS NOT NULL AND s.deleted_at IS NULL ORDER BY i.due_on, i.id`,
      [today, first],
    )
  ).rows

/** Begins one attempt. False if nothing is due any more, or another process was faster. */
const attempt = async (
  parts: CollectParts,
  { id, card }: Collectable,
  attemptKey: string,
  tx: Tx,
): Promise<boolean> => {
  const rule = ruleIn(parts, tx)
  const invoice = await rule.lock('subscription-invoices', id)
  if (invoice?.state !== 'open' || !invoice.due) return false
  const left = invoice.due.amount - (await ledgerOf(tx, 'invoice', id)).processing
  const { rows } = await tx.query<{ key: string; state: string }>(
    'SELECT attempt_key AS key, state FROM payment_transactions WHERE invoice = $1 AND attempt_key IS NOT NULL',
    [id],
  )
  const busy = rows.some(({ key, state }) => key === attemptKey || state === 'pending')
  if (left <= 0 || busy) return false
  const made = await rule.others.create('payment-transactions', {
    kind: 'capture',
    method: 'card',
    invoice: id,
    amount: { ...invoice.due, amount: left },
    attempt: rows.length + 1,
    attemptKey,
  })
  const payload = { transaction: made.id, card, invoice: id }
  await parts.enqueue({ kind: CHARGE_JOB, payload, actor: SYSTEM_JOB }, tx)
  return true
}

/**
 * Begins the attempts due today, by the days that the organisation has set: for each invoice at most
 * one, that of the latest day of the plan, once, whatever restarts. A moved due day begins again.
 */
export const collectDue = async (parts: CollectParts, signal: AbortSignal): Promise<number> => {
  const { db, gateway, now = () => new Date() } = parts
  if (!gateway) return 0
  const { timeZone, attemptDays: days } = await readOrganisation(db.query)
  const [first] = days
  if (first === undefined) return 0
  let count = 0
  for (const one of await collectable(parts, dayIn(timeZone, now()), first)) {
    const step = days.findLast((day) => day <= one.late)
    const key = `${one.id} ${one.due_on} ${step}`
    if (one.tried.includes(key)) continue
    signal.throwIfAborted()
    if (await db.transaction((tx) => attempt(parts, one, key, tx))) count++
    if (count >= MAX_AT_ONCE) break
  }
  return count
}
