import {
  day,
  defineResource,
  mailsDocument,
  money,
  ref,
  rows,
  text,
  z,
  type Row,
} from './define/index.ts'
import { creditedLine } from './settlement.ts'

/** Issued for every refund, in the transaction in which the refund succeeds. */
export const creditNote = defineResource({
  name: 'credit-notes',
  permission: 'creditNote',
  label: { one: 'Credit note', many: 'Credit notes' },
  title: 'number',
  shape: z.object({
    number: text(40, {
      derived: true,
      unique: true,
      hint: 'Assigned without gaps when the refund succeeds',
    }),
    refund: ref('payment-transactions', { derived: true, unique: true }),
    invoice: ref('subscription-invoices', { derived: true }).optional(),
    order: ref('orders', { derived: true }).optional(),
    booking: ref('bookings', { derived: true }).optional(),
    vendor: ref('vendors', { derived: true }).optional(),
    customer: ref('customers', { derived: true }).optional(),
    lines: rows(creditedLine, { derived: true, min: 1, max: 101 }),
    tax: money({ derived: true, hint: 'Contained in the amount' }),
    total: money({ derived: true }),
    reason: text(500, { derived: true }).optional(),
    issuedOn: day({ label: 'Issued on', derived: true }),
  }),
  scope: { paths: ['invoice.vendor', 'order.vendor', 'booking.hotel.vendor'] },
  readOnly: true,
  appendOnly: 'log',
  documents: { document: 'Credit note as PDF' },
  actions: { mail: mailsDocument('document') },
  list: {
    columns: ['number', 'customer', 'vendor', 'total', 'invoice', 'order', 'booking', 'issuedOn'],
    search: ['number'],
    filters: ['customer', 'vendor', 'issuedOn'],
    sort: '-createdAt',
  },
  detail: {
    summary: ['customer', 'vendor', 'invoice', 'order', 'booking', 'issuedOn'],
    strip: ['total', 'tax'],
    facts: { Lines: ['lines', 'reason'] },
    aside: { For: ['invoice', 'order', 'booking', 'refund', 'issuedOn'] },
  },
  nav: { group: 'Commerce', icon: 'invoice' },
})

export type CreditNote = Row<typeof creditNote>
