import { MAX_AMOUNT } from './define/amounts.ts'
import {
  currency,
  day,
  defineResource,
  instant,
  int,
  longText,
  mailsDocument,
  money,
  ref,
  text,
  z,
  type Row,
} from './define/index.ts'

const sum = (hint?: string, label?: string) =>
  money({
    min: -MAX_AMOUNT,
    derived: true,
    ...(hint ? { hint } : {}),
    ...(label ? { label } : {}),
  }).optional()

/** One run for a vendor: everything in its ledger up to a day that no payout included before. */
export const payout = defineResource({
  name: 'payouts',
  permission: 'payout',
  label: { one: 'Payout', many: 'Payouts' },
  tenantLabel: { one: 'Payout to you', many: 'Payouts to you' },
  title: 'number',
  shape: z.object({
    number: text(40, { derived: true, unique: true }),
    vendor: ref('vendors', { immutable: true }),
    currency: currency({ immutable: true }).default('EUR'),
    periodStart: day({ label: 'Period from', derived: true }).optional(),
    periodEnd: day({
      label: 'Period until',
      hint: 'The last day whose entries are paid out; what was left open before is included',
      immutable: true,
    }),
    entries: int(0, 1_000_000, { hint: 'Entries of the ledger it pays', derived: true }).default(0),
    received: sum('Paid by customers, less refunds'),
    commission: sum('Our share of it'),
    fees: sum('Fees of the payment provider'),
    advance: sum('Paid out before', 'Paid in advance'),
    total: sum('What the vendor receives'),
    approvedAt: instant({ label: 'Approved at', derived: true }).optional(),
    paidAt: instant({ label: 'Paid at', derived: true }).optional(),
    notes: longText(1000).optional(),
  }),
  scope: 'vendor',
  appendOnly: true,
  states: {
    draft: { to: { approved: 'Approve', cancelled: 'Cancel payout' }, tone: 'info' },
    approved: {
      to: { paid: 'Mark as paid', cancelled: 'Cancel payout' },
      tone: 'warning',
      prominent: true,
    },
    paid: { final: true, tone: 'success', prominent: true, outside: 'money' },
    cancelled: { final: true, reason: true, tone: 'danger' },
  },
  documents: {
    statement: 'Statement as PDF',
    entries: { label: 'Statement as CSV', type: 'csv' },
  },
  actions: { mail: mailsDocument('statement', ['approved', 'paid']) },
  // Money leaves: somebody else than who prepared it approves every payout.
  approvals: { 'transition.approved': { by: 'approve', quorum: 1, expires: '72h' } },
  list: {
    columns: [
      'number',
      'vendor',
      'periodStart',
      'periodEnd',
      'entries',
      'total',
      'paidAt',
      'state',
    ],
    search: ['number'],
    filters: ['vendor', 'currency', 'periodEnd', 'state'],
    sort: '-createdAt',
    layouts: { group: { by: ['state', 'vendor', 'currency'], sum: ['total'] } },
  },
  form: { sections: { Payout: ['vendor', 'currency', 'periodEnd', 'notes'] } },
  detail: {
    tabs: ['vendor-entries'],
    summary: ['vendor', { from: 'periodStart', to: 'periodEnd' }, 'total'],
    facts: {
      Payout: ['vendor', 'periodStart', 'periodEnd', 'entries', 'approvedAt', 'paidAt', 'notes'],
    },
    hide: ['currency'],
  },
  worklists: {
    open: {
      label: 'Payouts to approve',
      can: 'approve',
      where: { state: 'draft' },
      title: 'vendor',
      show: ['periodEnd', 'total'],
    },
    approved: {
      label: 'Payouts to make',
      can: 'transition.paid',
      where: { state: 'approved' },
      title: 'vendor',
      show: ['periodEnd', 'total'],
    },
  },
  nav: { group: 'Commerce', icon: 'receipt' },
})

export type Payout = Row<typeof payout>
