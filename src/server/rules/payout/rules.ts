import type { payout, Payout } from '#schemas/payout.ts'
import { dayIn, nextDay } from '#model/zone.ts'
import { Problem } from '../../base/problem.ts'
import { organisationZone } from '../organisation/rules.ts'
import type { EntityRules, RuleContext, RuleValues } from '../types.ts'
import { vendorAddressee } from '../subscriptionInvoice/recipient.ts'
import { payoutDocuments } from './documents.ts'
import { statementTexts } from './language.ts'
import { periodUntil, refuseUnfinished } from './period.ts'
import { lockLedger, postMissing } from './posting.ts'
import { PARTS, type Share } from './share.ts'

/** Most entries of one payout; the next payout continues where it ends. */
const MAX_ENTRIES = 1000

interface OpenEntry extends Share {
  readonly id: string
  readonly posted_at: Date | string
}

type Terms = Pick<Payout, 'vendor' | 'currency' | 'periodEnd'>

/** Entries without a payout, until the end of a day in the organisation’s zone; oldest first. */
const openEntries = async (
  { vendor, currency, periodEnd }: Terms,
  context: RuleContext,
): Promise<OpenEntry[]> => {
  const until = await periodUntil(periodEnd, context)
  const { rows } = await context.tx.query<OpenEntry>(
    `SELECT id, posted_at, ${PARTS.map((part) => `"${part}_amount"::bigint AS ${part}`).join(', ')}
     FROM vendor_entries WHERE vendor = $1 AND amount_currency = $2 AND payout IS NULL AND posted_at < $3
     ORDER BY posted_at, id LIMIT ${MAX_ENTRIES}`,
    [vendor, currency, until],
  )
  return rows
}

/**
 * The day after the vendor's last payout in this currency; else the day of the first entry. Null
 * without entries: there it could only repeat the end, which a reader may not be allowed to see.
 */
const startOf = async (
  { vendor, currency, periodEnd }: Terms,
  [first]: readonly OpenEntry[],
  { tx }: RuleContext,
): Promise<string | null> => {
  if (!first) return null
  const { rows } = await tx.query<{ last: string | null }>(
    `SELECT max(period_end)::text AS last FROM payouts
     WHERE vendor = $1 AND currency = $2 AND state <> 'cancelled' AND deleted_at IS NULL`,
    [vendor, currency],
  )
  const last = rows[0]?.last
  const start = last ? nextDay(last) : dayIn(await organisationZone(tx), new Date(first.posted_at))
  return start > periodEnd ? periodEnd : start
}

const sumsOf = (
  entries: readonly OpenEntry[],
  currency: string,
): Pick<Payout, 'received' | 'commission' | 'fees' | 'advance' | 'total'> => {
  const sum = (part: keyof Share) => ({
    amount: entries.reduce((all, entry) => all + Number(entry[part]), 0),
    currency,
  })
  return {
    received: sum('received'),
    commission: sum('commission'),
    fees: sum('fees'),
    advance: sum('advance'),
    total: sum('amount'),
  }
}

const derive: EntityRules<typeof payout>['derive'] = async (
  row,
  { before },
  context,
): Promise<RuleValues<typeof payout>> => {
  if (before) return {}
  await refuseUnfinished('periodEnd', row.periodEnd, context)
  await postMissing(row.vendor, context)
  // Until this transaction ends nothing enters the vendor's ledger, so the sums hold.
  await lockLedger(row.vendor, context)
  const entries = row.state === 'cancelled' ? [] : await openEntries(row, context)
  return {
    ...sumsOf(entries, row.currency),
    entries: entries.length,
    periodStart: await startOf(row, entries, context),
    number: row.number ?? `PO-${String(await context.nextNumber('payout')).padStart(6, '0')}`,
  }
}

/** Adds open entries to a new payout, or gives back those of a cancelled one. */
const claim = async (row: Payout, context: RuleContext): Promise<void> => {
  for (const { id } of await openEntries(row, context)) {
    await context.others.update('vendor-entries', id, { payout: row.id })
  }
}

const release = async (row: Payout, context: RuleContext): Promise<void> => {
  await lockLedger(row.vendor, context)
  const { rows } = await context.tx.query<{ id: string }>(
    'SELECT id FROM vendor_entries WHERE payout = $1 ORDER BY id',
    [row.id],
  )
  for (const { id } of rows) await context.others.update('vendor-entries', id, { payout: null })
}

/** A payout pays something; what a vendor owes is carried forward. */
const refuseNothing = ({ total }: Payout): void => {
  if (total && total.amount > 0) return
  throw new Problem(
    409,
    'nothing_due',
    'Nothing is due to this vendor for the period. Cancel the payout; its entries then are part of the next one.',
  )
}

/** Rules of payouts: sums of the ledger, each entry in one payout at most, given back by a cancel. */
export const payoutRules: EntityRules<typeof payout> = {
  derive,
  async afterWrite({ before, after, changed }, context) {
    if (!after) return
    if (!before && after.state !== 'cancelled') await claim(after, context)
    if (before && changed.has('state') && after.state === 'cancelled') await release(after, context)
  },
  mailings: {
    mail: {
      needs: ['number'],
      to: ({ vendor, number }, context) =>
        vendorAddressee(vendor, context, (says) => `${statementTexts[says].statement} ${number}`),
    },
  },
  documents: payoutDocuments,
  guards: { approved: refuseNothing, paid: refuseNothing },
  onTransition: {
    approved: (_row, context) => ({ approvedAt: context.now.toISOString() }),
    paid: (_row, context) => ({ paidAt: context.now.toISOString() }),
  },
}
