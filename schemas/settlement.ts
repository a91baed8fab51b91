import { choice, money } from './define/index.ts'

/** What was paid, paid back and is still due of a record, as the ledger says: all derived. */
export const settlement = {
  paid: money({ derived: true }).optional(),
  refunded: money({ derived: true }).optional(),
  due: money({ derived: true }).optional(),
  refundable: money({ hint: 'What can still be paid back', derived: true }).optional(),
  paymentState: choice(['none', 'partial', 'paid', 'partially_refunded', 'refunded'], {
    label: 'Payment',
    derived: true,
    labels: {
      none: 'Unpaid',
      partial: 'Partly paid',
      partially_refunded: 'Partly refunded',
    },
    tones: {
      none: 'neutral',
      partial: 'warning',
      paid: 'success',
      partially_refunded: 'warning',
      refunded: 'danger',
    },
  }).default('none'),
}
