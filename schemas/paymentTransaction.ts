import {
  choice,
  code,
  defineResource,
  instant,
  int,
  longText,
  money,
  ref,
  rows,
  text,
  z,
  type Row,
} from './define/index.ts'
import { creditedLine, refundApproval } from './settlement.ts'

/** The ledger: payments are added, never edited. */
export const paymentTransaction = defineResource({
  name: 'payment-transactions',
  permission: 'paymentTransaction',
  label: { one: 'Payment transaction', many: 'Payment transactions' },
  title: 'number',
  shape: z.object({
    number: text(40, { derived: true, unique: true }),
    kind: choice(['authorisation', 'capture', 'refund', 'payout', 'fee']).default('capture'),
    method: choice(['card', 'bank', 'cash', 'manual']).default('card'),
    order: ref('orders').optional(),
    booking: ref('bookings').optional(),
    invoice: ref('subscription-invoices').optional(),
    amount: money({ min: 1 }),
    parent: ref('payment-transactions', {
      label: 'Refund of',
      hint: 'The payment that is refunded',
    }).optional(),
    providerReference: code({ label: 'Provider reference', unique: true }).optional(),
    failureCode: code({ label: 'Failure code', derived: true }).optional(),
    attempt: int(1, 100, {
      label: 'Automatic attempt',
      derived: true,
      hint: 'Charges of the saved card for an invoice that is due',
    }).optional(),
    attemptKey: text(80, {
      label: 'Key of the attempt',
      derived: true,
      unique: true,
      hidden: true,
    }).optional(),
    note: longText(1000).optional(),
    refunded: money({ derived: true }).optional(),
    refundable: money({ hint: 'What can still be refunded', derived: true }).optional(),
    refundState: choice(['partially_refunded', 'refunded'], {
      label: 'Refund',
      derived: true,
      labels: { partially_refunded: 'Partly refunded' },
      tones: { partially_refunded: 'warning', refunded: 'danger' },
    }).optional(),
    lines: rows(
      {
        ...creditedLine,
        line: int(0, 100, { hidden: true }),
      },
      { label: 'Refunded items', derived: true, max: 101 },
    ),
    processedAt: instant({ label: 'Processed at', derived: true }).optional(),
  }),
  scope: { paths: ['order.vendor', 'booking.hotel.vendor', 'invoice.vendor'] },
  appendOnly: true,
  states: {
    pending: { to: { processing: 'Start processing', cancelled: 'Cancel' }, tone: 'info' },
    processing: {
      to: { succeeded: 'Mark as succeeded', failed: 'Mark as failed' },
      tone: 'warning',
      prominent: true,
    },
    succeeded: { final: true, tone: 'success', prominent: true },
    failed: { final: true, tone: 'danger' },
    cancelled: { final: true },
  },
  actions: {
    refund: {
      label: 'Refund',
      from: ['succeeded'],
      tone: 'danger',
      prefill: true,
      while: 'refundable',
      outside: 'money',
      hint: 'Refunds all or part of this payment',
      input: z.object({ amount: money({ min: 1 }), reason: text(500) }),
    },
  },
  approvals: { refund: refundApproval },
  check(row, fail) {
    const subjects = [row.order, row.booking, row.invoice].filter(Boolean).length
    if (subjects !== 1) {
      fail(
        row.booking && !row.order ? 'booking' : 'order',
        'Name exactly one of order, booking and invoice',
      )
    }
    if (row.kind === 'refund' && !row.parent) {
      fail('parent', 'A refund names the payment it pays back')
    }
    if (row.kind && row.kind !== 'refund' && row.parent) {
      fail('parent', 'Only a refund pays something back')
    }
  },
  list: {
    columns: [
      'number',
      'kind',
      'method',
      'amount',
      'state',
      'refundState',
      'order',
      'booking',
      'invoice',
      'processedAt',
    ],
    search: ['number', 'providerReference'],
    filters: ['kind', 'method', 'refundState', 'processedAt', 'state'],
    sort: '-createdAt',
  },
  form: {
    sections: {
      For: ['order', 'booking', 'invoice'],
      Payment: ['amount', 'method', 'kind', 'parent'],
      Details: ['providerReference', 'note'],
    },
  },
  detail: {
    tabs: [{ of: 'payment-transactions.parent', label: 'Refunds' }],
    summary: ['kind', 'amount', 'method', 'order', 'booking', 'invoice', 'processedAt'],
    strip: ['amount', 'refunded', 'refundState'],
    facts: {
      Payment: ['kind', 'method', 'providerReference', 'attempt', 'failureCode', 'note'],
      'Refunded items': ['lines'],
    },
    aside: { For: ['order', 'booking', 'invoice', 'parent', 'processedAt'] },
    hide: ['refundable'],
  },
  timeline: { payments: ['payment-transactions.parent'] },
  metrics: {
    revenue: {
      label: 'Revenue',
      tenantLabel: 'Payments',
      at: 'processedAt',
      where: { kind: ['capture', 'refund'], state: 'succeeded' },
      sum: 'amount',
      less: { kind: 'refund' },
      good: 'more',
    },
  },
  worklists: {
    failed: {
      label: 'Failed payments',
      can: 'create',
      where: { state: 'failed', kind: ['authorisation', 'capture', 'payout'] },
      due: { at: 'processedAt', since: '3d' },
      title: 'amount',
      show: ['method', 'booking', 'order'],
    },
  },
  nav: { group: 'Commerce', icon: 'card' },
})

export type PaymentTransaction = Row<typeof paymentTransaction>
