import { MAX_AMOUNT } from './define/amounts.ts'
import { bps, defineResource, instant, money, ref, text, z, type Row } from './define/index.ts'

/** An amount of either sign: a refund takes back what was earned. */
const signed = (hint: string, label?: string) =>
  money({ min: -MAX_AMOUNT, derived: true, hint, ...(label ? { label } : {}) })

/**
 * The ledger of vendors: each entry is a change of what one order or stay earned its vendor, and
 * balances in itself.
 */
export const vendorEntry = defineResource({
  name: 'vendor-entries',
  permission: 'vendorEntry',
  label: { one: 'Ledger entry', many: 'Ledger entries' },
  title: 'subject',
  subtitle: 'vendor',
  shape: z.object({
    subject: text(160, { derived: true }),
    vendor: ref('vendors', { derived: true }),
    order: ref('orders', { derived: true }).optional(),
    booking: ref('bookings', { derived: true }).optional(),
    received: signed('Paid by the customer, less refunds'),
    commission: signed('Our share of it'),
    fees: signed('Fees of the payment provider'),
    advance: signed('Paid out to the vendor before', 'Paid in advance'),
    amount: signed('Received less commission, fees and advances', 'Share'),
    rate: bps(10_000, { label: 'Commission rate', derived: true }).optional(),
    payout: ref('payouts', {
      hint: 'Empty while it is not part of a payout',
      derived: true,
    }).optional(),
    postedAt: instant({ label: 'Posted at', derived: true }),
  }),
  scope: 'vendor',
  readOnly: true,
  appendOnly: 'log',
  list: {
    columns: [
      'subject',
      'vendor',
      'received',
      'commission',
      'fees',
      'amount',
      'payout',
      'postedAt',
    ],
    search: ['subject'],
    filters: ['vendor', 'payout', 'postedAt'],
    sort: '-postedAt',
  },
  detail: {
    summary: ['vendor', 'order', 'booking', 'postedAt'],
    facts: { Entry: ['vendor', 'order', 'booking', 'payout', 'rate', 'postedAt'] },
  },
  nav: { group: 'Commerce', icon: 'list' },
})

export type VendorEntry = Row<typeof vendorEntry>
