import {
  bps,
  currency,
  day,
  defineResource,
  flag,
  instant,
  int,
  mailsDocument,
  money,
  ref,
  rows,
  text,
  z,
  type Row,
} from './define/index.ts'
import { say } from './define/message.ts'
import { payable, refundApproval, settlement } from './settlement.ts'

export const subscriptionInvoice = defineResource({
  name: 'subscription-invoices',
  path: '/subscript-ioninvoices',
  permission: 'subscriptionInvoice',
  label: { one: 'Subscription invoice', many: 'Subscription invoices' },
  tenantLabel: { one: 'Invoice to you', many: 'Invoices to you' },
  title: 'number',
  shape: z.object({
    number: text(40, {
      derived: true,
      unique: true,
      hint: 'Assigned without gaps when the invoice is issued',
    }).optional(),
    subscription: ref('subscriptions', { immutable: true }),
    vendor: ref('vendors', { derived: true }),
    periodStart: day({ label: 'Period from', range: { until: 'periodEnd', count: 'days' } }),
    periodEnd: day({ label: 'Period until' }),
    currency: currency().default('EUR'),
    lines: rows(
      {
        title: text(160),
        quantity: int(1, 10_000).default(1),
        unit: money({ label: 'Unit price', min: -1_000_000_000_000 }),
        tax: bps(10_000).default(0),
      },
      {
        min: 1,
        max: 100,
        charge: { unit: 'unit', quantity: 'quantity', tax: 'tax', taken: 'refundedLines' },
      },
    ),
    subtotal: money({ derived: true }).optional(),
    tax: money({ derived: true }).optional(),
    total: money({ derived: true }).optional(),
    ...settlement,
    issuedOn: day({ label: 'Issued on', derived: true }).optional(),
    dueOn: day({ label: 'Due on' }).optional(),
    overdue: flag({ derived: true }).default(false),
    overdueAt: instant({ label: 'Overdue from', derived: true, hidden: true }).optional(),
  }),
  scope: 'vendor',
  states: {
    draft: { to: { open: 'Issue' } },
    open: { to: { paid: 'Mark as paid', void: 'Void', uncollectible: 'Write off' }, tone: 'info' },
    paid: { final: true, tone: 'success' },
    void: { final: true, reason: true },
    uncollectible: { to: { paid: 'Mark as paid' }, reason: true, tone: 'danger' },
  },
  documents: { document: 'Invoice as PDF' },
  actions: {
    ...payable(['open', 'uncollectible'], {
      lines: 'lines',
      refundIn: ['open', 'uncollectible', 'paid'],
    }),
    mail: mailsDocument('document', ['open', 'paid', 'uncollectible']),
  },
  approvals: { refund: refundApproval },
  check(row, fail) {
    if (row.periodStart && row.periodEnd && row.periodEnd <= row.periodStart) {
      fail('periodEnd', 'The period must end after it begins')
    }
    row.lines?.forEach((line, i) => {
      if (row.currency && line.unit.currency !== row.currency) {
        fail(`lines.${i}.unit`, say('This invoice is in {{currency}}', { currency: row.currency }))
      }
    })
  },
  list: {
    columns: [
      'number',
      'vendor',
      'subscription',
      'total',
      'due',
      'paymentState',
      'issuedOn',
      'dueOn',
      'overdue',
      'state',
    ],
    search: ['number'],
    filters: ['vendor', 'overdue', 'paymentState', 'issuedOn', 'state'],
    sort: '-createdAt',
  },
  form: {
    sections: {
      Invoice: ['subscription', 'periodStart', 'periodEnd', 'currency', 'dueOn'],
      Lines: ['lines'],
    },
  },
  detail: {
    tabs: ['payment-transactions', 'credit-notes'],
    summary: [
      'vendor',
      { from: 'periodStart', to: 'periodEnd' },
      { of: 'total', done: 'paid' },
      { next: 'dueOn', in: ['open', 'uncollectible'] },
    ],
    strip: ['total', 'paid', 'refunded', 'due', 'paymentState', { done: 'paid', of: 'total' }],
    footers: { lines: ['subtotal', 'tax', 'total', 'paid', 'due'] },
    aside: {
      Invoice: ['vendor', 'subscription', 'issuedOn', 'dueOn', 'overdue'],
      Period: ['periodStart', 'periodEnd'],
    },
    hide: ['currency', 'refundable', 'refundedLines'],
  },
  timeline: { payments: ['payment-transactions'] },
  worklists: {
    due: {
      label: 'Invoices due',
      can: 'pay',
      where: { state: 'open' },
      due: { at: 'dueOn' },
      title: 'vendor',
      show: ['total'],
    },
  },
  nav: { group: 'Commerce', icon: 'invoice' },
})

export type SubscriptionInvoice = Row<typeof subscriptionInvoice>
