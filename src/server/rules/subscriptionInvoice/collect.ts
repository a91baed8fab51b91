/** Charges the saved cards of subscriptions for invoices that are due. */
import type { Tx } from '../../database/pool.ts'
import { SYSTEM_JOB } from '../../jobs/types.ts'
import type { PaymentGateway } from '../../payments/gateway.ts'
import { readOrganisation } from '../../organisation/organisation.ts'
import { ledgerOf } from '../paymentTransaction/ledger.ts'
import { CHARGE_JOB } from './chargeJob.ts'
import { forEachDue, attemptsOf, dueInvoices, typeOf, type Due } from './due.ts'
import { ruleIn, type DunningParts } from './dueMail.ts'

export interface CollectParts extends DunningParts {
  readonly gateway: PaymentGateway | undefined
}

const keyOf = (one: Due): string => `${one.id} ${typeOf('attempt', one)}`

/** Begins one attempt. False if nothing is due any more, or another process was faster. */
const attempt = async (parts: CollectParts, one: Due, tx: Tx): Promise<boolean> => {
  const { id, card } = one
  const rule = ruleIn(parts, tx)
  const invoice = await rule.lock('subscription-invoices', id)
  if (invoice?.state !== 'open' || !invoice.due) return false
  const left = invoice.due.amount - (await ledgerOf(tx, 'invoice', id)).processing
  const attemptKey = keyOf(one)
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
  if (!parts.gateway) return 0
  const organisation = await readOrganisation(parts.db.query)
  const due = (await dueInvoices(parts, organisation, organisation.attemptDays)).filter(
    ({ card }) => card !== null,
  )
  const tried = await attemptsOf(
    parts.db.query,
    due.map(({ id }) => id),
  )
  const left = due.filter((one) => !tried.has(keyOf(one)))
  return forEachDue(parts, left, signal, (one, tx) => attempt(parts, one, tx))
}
