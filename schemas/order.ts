import {
  address,
  bps,
  choice,
  currency,
  defineResource,
  instant,
  int,
  longText,
  money,
  ref,
  rows,
  tags,
  text,
  z,
  type Row,
} from './define/index.ts'
import { say } from './define/message.ts'
import { payable, refundApproval, settlement } from './settlement.ts'
import { bulkDeletion } from './deletions.ts'

export const order = defineResource({
  name: 'orders',
  path: '/order',
  permission: 'order',
  label: { one: 'Order', many: 'Orders' },
  title: 'number',
  shape: z.object({
    number: text(40, { derived: true, unique: true }),
    kind: choice(['service', 'booking', 'subscription']).default('service'),
    customer: ref('customers'),
    vendor: ref('vendors'),
    job: ref('service-jobs', { hint: 'The job it came from' }).optional(),
    proposal: ref('proposals').optional(),
    booking: ref('bookings').optional(),
    currency: currency().default('EUR'),
    lines: rows(
      {
        title: text(160),
        quantity: int(1, 10_000).default(1),
        unit: money({ label: 'Unit price' }),
        discount: money({ hint: 'Off the whole line' }).optional(),
        tax: bps(10_000).default(0),
      },
      {
        min: 1,
        max: 100,
        charge: {
          unit: 'unit',
          quantity: 'quantity',
          discount: 'discount',
          tax: 'tax',
          taken: 'refundedLines',
        },
      },
    ),
    subtotal: money({ derived: true }).optional(),
    discount: money({ derived: true }).optional(),
    tax: money({ derived: true }).optional(),
    total: money({ derived: true }).optional(),
    ...settlement,
    commissionRate: bps(10_000, {
      label: 'Commission rate',
      hint: 'Agreed when the order is placed',
      derived: true,
    }).optional(),
    commission: money({
      hint: 'Our share of the lines before tax, less refunds',
      derived: true,
    }).optional(),
    placedAt: instant({ label: 'Placed at', derived: true }).optional(),
    dueAt: instant({ label: 'Due at' }).optional(),
    closedAt: instant({ label: 'Closed at', derived: true }).optional(),
    address: address().optional(),
    notes: longText().optional(),
    tags: tags(),
  }),
  scope: 'vendor',
  states: {
    draft: { to: { placed: 'Place order' } },
    placed: { to: { confirmed: 'Confirm', cancelled: 'Cancel order' }, tone: 'info' },
    confirmed: { to: { in_progress: 'Start', cancelled: 'Cancel order' }, tone: 'info' },
    in_progress: {
      to: { completed: 'Complete', cancelled: 'Cancel order' },
      tone: 'warning',
      prominent: true,
    },
    completed: { final: true, tone: 'success', prominent: true },
    cancelled: { final: true, reason: true, tone: 'danger', next: 'refund' },
  },
  actions: payable(['placed', 'confirmed', 'in_progress', 'completed'], {
    lines: 'lines',
    refundIn: ['placed', 'confirmed', 'in_progress', 'completed', 'cancelled'],
    leadsIn: ['cancelled'],
  }),
  approvals: { ...bulkDeletion, refund: refundApproval },
  check(row, fail) {
    row.lines?.forEach((line, i) => {
      if (row.currency && line.unit.currency !== row.currency) {
        fail(`lines.${i}.unit`, say('This order is in {{currency}}', { currency: row.currency }))
      }
      if (row.currency && line.discount && line.discount.currency !== row.currency) {
        fail(
          `lines.${i}.discount`,
          say('This order is in {{currency}}', { currency: row.currency }),
        )
      } else if (line.discount && line.discount.amount > line.unit.amount * line.quantity) {
        fail(`lines.${i}.discount`, 'The discount is larger than the line')
      }
    })
  },
  list: {
    columns: ['number', 'customer', 'vendor', 'kind', 'total', 'paymentState', 'placedAt', 'state'],
    search: ['number'],
    filters: ['customer', 'vendor', 'kind', 'paymentState', 'placedAt', 'state'],
    sort: '-createdAt',
    layouts: {
      group: { by: ['state', 'vendor', 'kind', 'paymentState'], sum: ['total', 'paid'] },
    },
  },
  form: {
    sections: {
      Order: ['customer', 'vendor', 'kind', 'currency', 'dueAt', 'tags'],
      Lines: ['lines'],
      Source: ['job', 'proposal', 'booking'],
      'Address and notes': ['address', 'notes'],
    },
  },
  metrics: {
    openOrders: { label: 'Open orders', since: 'placedAt', until: 'closedAt' },
    orders: {
      label: 'Orders',
      at: 'placedAt',
      where: { state: ['placed', 'confirmed', 'in_progress', 'completed'] },
      top: { by: 'vendor', sum: 'total' },
      good: 'more',
      chart: true,
    },
  },
  detail: {
    tabs: ['payment-transactions', 'credit-notes', 'tickets'],
    summary: [
      'customer',
      'vendor',
      'placedAt',
      { of: 'total', done: 'paid' },
      { next: 'dueAt', in: ['placed', 'confirmed', 'in_progress'] },
    ],
    strip: ['total', 'paid', 'refunded', 'due', 'paymentState', { done: 'paid', of: 'total' }],
    footers: { lines: ['subtotal', 'discount', 'tax', 'total', 'paid', 'due'] },
    aside: {
      Order: ['customer', 'kind', 'placedAt', 'dueAt', 'closedAt'],
      Vendor: ['vendor', 'commissionRate', 'commission'],
      Source: ['job', 'proposal', 'booking'],
    },
    hide: ['currency', 'refundable', 'refundedLines'],
  },
  taggable: 'tags',
  timeline: {
    related: ['tickets', 'conversations'],
    payments: ['payment-transactions'],
    messages: ['chat-messages.conversation.order'],
  },
  worklists: {
    placed: {
      label: 'Orders to confirm',
      can: 'transition.confirmed',
      where: { state: 'placed' },
      title: 'customer',
      show: ['vendor', 'total'],
    },
    due: {
      label: 'Orders due today',
      can: 'transition.completed',
      where: { state: ['confirmed', 'in_progress'] },
      due: { at: 'dueAt' },
      title: 'customer',
      show: ['vendor'],
    },
  },
  nav: { group: 'Commerce', icon: 'cart' },
})

export type Order = Row<typeof order>
