import {
  choice,
  int,
  longText,
  mails,
  money,
  rows,
  takenLines,
  takenRow,
  text,
  z,
} from './define/index.ts'

/** What was paid, paid back and is still due of a record, as the ledger says: all derived. */
export const settlement = {
  paid: money({ derived: true }).optional(),
  refunded: money({ derived: true }).optional(),
  due: money({ derived: true }).optional(),
  refundable: money({ hint: 'What can still be refunded', derived: true }).optional(),
  /** What was refunded by line, with what is under way. */
  refundedLines: rows(takenRow, { label: 'Refunded items', derived: true, max: 101 }),
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

/**
 * One line of a refund or of its credit note. One without a quantity is an amount; one of a
 * quantity 0, and the one that completes it, are parts of the price of one unit, without the unit.
 */
export const creditedLine = {
  title: text(200, { label: 'Description' }),
  quantity: int(0, 1_000_000).optional(),
  unit: money({ label: 'Unit price' }).optional(),
  discount: money({ hint: 'Off the line' }).optional(),
  tax: money({ hint: 'Contained in the amount' }),
  amount: money({ hint: 'With tax' }),
}

/** Input of the action `pay` of a record paid through the ledger. */
const payment = z.object({
  amount: money({ min: 1, hint: 'Defaults to the full amount due' }).optional(),
  method: choice(['card', 'cash', 'bank', 'manual', 'online'], {
    hint: 'Online opens the payment page of the gateway',
  }).default('online'),
  reference: longText(1000).optional(),
})
/** Input of the action `refund`: lines of the rows `of`, or an amount. */
const refundOf = (of: string) =>
  z.object({
    lines: takenLines({ of, sum: 'amount' }),
    amount: money({ min: 1 }).optional(),
    reason: text(500),
  })

export type Payment = Readonly<z.output<typeof payment>>
export type Refund = Readonly<z.output<ReturnType<typeof refundOf>>>

/**
 * Declares payments, refunds and the link to pay of a record with the fields `settlement`; `lines`
 * names its charged rows.
 */
export const payable = <const Pay extends string, const Back extends string>(
  states: readonly Pay[],
  {
    lines,
    refundIn,
    leadsIn = [],
  }: { lines: string; refundIn: readonly Back[]; leadsIn?: readonly Back[] },
) =>
  ({
    pay: {
      label: 'Take payment',
      from: states,
      input: payment,
      prefill: true,
      while: 'due',
      prominent: true,
    },
    refund: {
      label: 'Refund',
      from: refundIn,
      input: refundOf(lines),
      prefill: true,
      while: 'refundable',
      tone: 'danger',
      prominent: leadsIn,
      hint: 'Refunds the newest payments first',
    },
    paymentLink: {
      label: 'Copy payment link',
      hint: 'Whoever has the link sees what is due and can pay it, for 30 days or until it is paid or cancelled',
      from: states,
      while: 'due',
    },
    mailPaymentLink: { ...mails, label: 'Mail payment link', from: states, while: 'due' },
  }) as const

/** Refunds above this in total need a second person: minor units, of any currency. */
export const REFUND_APPROVAL_ABOVE = 100_000

/** The approval of large refunds. */
export const refundApproval = {
  when: { amount: { over: REFUND_APPROVAL_ABOVE } },
  by: 'approve',
  quorum: 1,
  expires: '72h',
} as const
