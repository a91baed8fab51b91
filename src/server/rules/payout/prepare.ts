import { say } from '#model/message.ts'
import type { vendor } from '#schemas/vendor.ts'
import { forbidden, Problem } from '../../base/problem.ts'
import type { Action } from '../types.ts'
import { refuseUnfinished, periodUntil } from './period.ts'
import { postMissing } from './posting.ts'

/**
 * Action of a vendor: a draft for each currency in which its ledger has something to pay out until a
 * day. What the vendor owes stays in the ledger.
 */
export const preparePayout: Action<typeof vendor, 'preparePayout'> = async (
  { id, displayName },
  { until },
  context,
) => {
  if (!context.access.can('payout.create')) {
    throw forbidden('You do not have the permission to prepare payouts.')
  }
  await refuseUnfinished('until', until, context)
  await postMissing(id, context)
  const { rows } = await context.tx.query<{ currency: string }>(
    `SELECT amount_currency AS currency FROM vendor_entries
     WHERE vendor = $1 AND payout IS NULL AND posted_at < $2
     GROUP BY amount_currency HAVING sum(amount_amount) > 0 ORDER BY amount_currency`,
    [id, await periodUntil(until, context)],
  )
  if (!rows.length) {
    throw new Problem(
      409,
      'nothing_due',
      say('Nothing is due to {{name}} until then.', { name: displayName }),
    )
  }
  const payouts: { id: string; number: string }[] = []
  for (const { currency } of rows) {
    const made = await context.others.create('payouts', { vendor: id, currency, periodEnd: until })
    payouts.push({ id: made.id, number: made.number })
  }
  return { touched: true, result: { payouts } }
}
