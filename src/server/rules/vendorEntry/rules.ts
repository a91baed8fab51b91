import type { vendorEntry } from '#schemas/vendorEntry.ts'
import { Problem } from '../../base/problem.ts'
import type { EntityRules } from '../types.ts'

/** Rules of the ledger of vendors: every entry balances, in one currency, and keeps its amounts. */
export const vendorEntryRules: EntityRules<typeof vendorEntry> = {
  beforeWrite({ before, after, changed }) {
    if (!after) return
    const { received, commission, fees, advance, amount } = after
    const parts = [received, commission, fees, advance]
    const rest = received.amount - commission.amount - fees.amount - advance.amount
    if (rest !== amount.amount || parts.some(({ currency }) => currency !== amount.currency)) {
      throw new Problem(409, 'ledger', 'An entry of the ledger must balance.')
    }
    if (before && [...changed].some((name) => name !== 'payout')) {
      throw new Problem(
        409,
        'ledger',
        'Ledger entries cannot be changed; only their payout is added.',
      )
    }
    if (before?.payout && after.payout) {
      throw new Problem(409, 'ledger', 'This entry is part of another payout.')
    }
  },
}
