import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, openStays, TODAY, unique, type Stays } from '#tests/support/stays.ts'
import { Problem } from '../../base/problem.ts'
import type { RecordData } from '../../store/types.ts'

const SUBJECTS = {
  order: { entity: 'order', column: '"order"' },
  booking: { entity: 'booking', column: 'booking' },
  invoice: { entity: 'subscriptionInvoice', column: 'invoice' },
} as const
type Kind = keyof typeof SUBJECTS

/** A step of somebody who works with the money of a record; refused ones change nothing. */
type Step =
  | { readonly do: 'pay'; readonly share: number; readonly method: string }
  | { readonly do: 'open'; readonly share: number }
  | { readonly do: 'move'; readonly to: string; readonly pick: number }
  | { readonly do: 'refund'; readonly share: number }
  | { readonly do: 'refundPayment'; readonly share: number; readonly pick: number }
  | { readonly do: 'reprice'; readonly quantity: number }
  | { readonly do: 'cancel' }

const share = fc.constantFrom(1, 7, 33, 50, 99, 100)
const pick = fc.nat({ max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      share,
      method: fc.constantFrom('card', 'cash', 'bank', 'manual'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const), share }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      to: fc.constantFrom('processing', 'succeeded', 'failed', 'cancelled'),
      pick,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), share }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refundPayment' as const), share, pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('reprice' as const),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
)

/** Reaches every state, whatever else is tried. */
const through: readonly Step[] = [
  { do: 'pay', share: 50, method: 'cash' },
  { do: 'pay', share: 100, method: 'card' },
  { do: 'refund', share: 33 },
  { do: 'refund', share: 100 },
]

interface Entry {
  readonly id: string
  readonly version: number
  readonly kind: string
  readonly state: string
  readonly parent: string | null
  readonly amount_amount: number
  readonly refunded_amount: number | null
  readonly refundable_amount: number | null
  readonly refund_state: string | null
}

interface Stored {
  readonly version: number
  readonly state: string
  readonly total_amount: number
  readonly cancellation_fee_amount?: number | null
  readonly paid_amount: number
  readonly refunded_amount: number | null
  readonly due_amount: number
  readonly refundable_amount: number
  readonly payment_state: string
}

const sum = (entries: readonly Entry[], ...states: string[]): number =>
  entries
    .filter((one) => states.includes(one.state))
    .reduce((all, one) => all + Number(one.amount_amount), 0)

/** What is said of money that came and went back. */
const saidOf = (captured: number, refunded: number): string | undefined => {
  if (captured === 0) return 'none'
  if (refunded === captured) return 'refunded'
  return refunded > 0 ? 'partially_refunded' : undefined
}

const OPEN: Readonly<Record<Kind, (state: string) => boolean>> = {
  order: (state) => !['draft', 'cancelled'].includes(state),
  booking: (state) => state !== 'expired',
  invoice: (state) => ['open', 'uncollectible'].includes(state),
}

/** What the sums of its ledger make of a record, written down independently of the product. */
const expectedOf = (kind: Kind, record: Stored, entries: readonly Entry[]) => {
  const captures = entries.filter((one) => one.kind === 'capture')
  const refunds = entries.filter((one) => one.kind === 'refund')
  const [captured, refunded] = [sum(captures, 'succeeded'), sum(refunds, 'succeeded')]
  const cancelledStay = kind === 'booking' && record.state === 'cancelled'
  const owed = Number(cancelledStay ? (record.cancellation_fee_amount ?? 0) : record.total_amount)
  const received = captured - refunded
  const due = OPEN[kind](record.state) && captured < owed ? Math.max(0, owed - received) : 0
  const left = received - sum(refunds, 'pending', 'processing') - (cancelledStay ? owed : 0)
  return {
    paid_amount: received,
    refunded_amount: refunded || null,
    due_amount: due,
    refundable_amount: Math.max(0, left),
    payment_state: saidOf(captured, refunded) ?? (captured >= owed ? 'paid' : 'partial'),
  }
}

/** The same of one payment. */
const expectedOfPayment = (payment: Entry, entries: readonly Entry[]) => {
  if (payment.kind !== 'capture' || payment.state !== 'succeeded') {
    return { refunded_amount: null, refundable_amount: null, refund_state: null }
  }
  const refunds = entries.filter((one) => one.parent === payment.id)
  const [amount, sent] = [Number(payment.amount_amount), sum(refunds, 'succeeded')]
  const state = saidOf(amount, sent) ?? null
  return {
    refunded_amount: sent || null,
    refundable_amount: amount - sent - sum(refunds, 'pending', 'processing'),
    refund_state: state,
  }
}

describe('payment states of a record and of its payments', () => {
  let s: Stays
  let subscription: RecordData
  beforeAll(async () => {
    s = await openStays()
    const plan = await s.make(
      'subscriptionPlan',
      { name: 'Basic', code: unique(), price: eur(3000), trialDays: 14, tax: 0 },
      { state: 'active' },
    )
    subscription = await s.make('subscription', {
      code: unique(),
      vendor: s.vendor.id,
      plan: plan.id,
      periodStart: TODAY,
    })
  }, 120_000)
  afterAll(() => s?.db.close())

  const lines = (quantity: number) => [{ title: 'Work', quantity, unit: eur(3333), tax: 2300 }]
  const begin: Readonly<Record<Kind, () => Promise<RecordData>>> = {
    order: () =>
      s.make(
        'order',
        { customer: s.customer.id, vendor: s.vendor.id, currency: 'EUR', lines: lines(2) },
        { state: 'placed' },
      ),
    booking: async () => {
      const fee = { daysBefore: 3, fee: { kind: 'percent', bps: 5000 } }
      return s.book(await s.hotel({ refundRules: [fee] }), 1, 2)
    },
    invoice: async () => {
      const draft = await s.make('subscriptionInvoice', {
        subscription: subscription.id,
        periodStart: '2026-06-01',
        periodEnd: '2026-07-01',
        currency: 'EUR',
        lines: lines(2),
      })
      return s.go('subscriptionInvoice', draft, 'open')
    },
  }

  const read = async (kind: Kind, id: string) => {
    const { entity, column } = SUBJECTS[kind]
    const { rows } = await s.db.query<Stored>(`SELECT * FROM ${s.of(entity).table} WHERE id = $1`, [
      id,
    ])
    const { rows: entries } = await s.db.query<Entry>(
      `SELECT * FROM payment_transactions WHERE ${column} = $1 ORDER BY created_at, id`,
      [id],
    )
    return { record: rows[0]!, entries }
  }

  const part = (amount: number, percent: number) =>
    eur(Math.max(1, Math.floor((Number(amount) * percent) / 100)))

  const take = async (kind: Kind, id: string, given: Step): Promise<void> => {
    const { record, entries } = await read(kind, id)
    const of = s.of(SUBJECTS[kind].entity)
    const version = Number(record.version)
    const chosen = (from: readonly Entry[], nth: number) => from[nth % Math.max(1, from.length)]
    const ledger = s.of('paymentTransaction')
    switch (given.do) {
      case 'pay': {
        const input = { amount: part(record.due_amount, given.share), method: given.method }
        await s.writer.act(of, { id, version }, 'pay', input, s.as())
        return
      }
      case 'open': {
        const amount = part(record.due_amount, given.share)
        await s.make('paymentTransaction', { kind: 'capture', method: 'bank', [kind]: id, amount })
        return
      }
      case 'move': {
        const waiting = entries.filter((one) => ['pending', 'processing'].includes(one.state))
        const one = chosen(waiting, given.pick)
        if (!one) return
        const moved = { id: one.id, version: Number(one.version) } as RecordData
        await s.go('paymentTransaction', moved, given.to)
        return
      }
      case 'refund': {
        const amount = part(record.refundable_amount, given.share)
        await s.writer.act(of, { id, version }, 'refund', { amount, reason: 'x' }, s.as())
        return
      }
      case 'refundPayment': {
        const one = chosen(
          entries.filter((e) => e.kind === 'capture'),
          given.pick,
        )
        if (!one) return
        const amount = part(one.refundable_amount ?? 1, given.share)
        const back = { amount, reason: 'x' }
        await s.writer.act(
          ledger,
          { id: one.id, version: Number(one.version) },
          'refund',
          back,
          s.as(),
        )
        return
      }
      case 'reprice': {
        const body =
          kind === 'booking'
            ? { extras: [{ label: 'Extra', quantity: given.quantity, unit: eur(1111) }] }
            : { lines: lines(given.quantity) }
        await s.writer.patch(of, id, version, body, s.as())
        return
      }
      case 'cancel':
        await s.go(SUBJECTS[kind].entity, { id, version } as RecordData, 'cancelled', 'Ill')
    }
  }

  const agrees = async (kind: Kind, id: string): Promise<void> => {
    const { record, entries } = await read(kind, id)
    expect(record).toMatchObject(expectedOf(kind, record, entries))
    for (const one of entries) expect(one).toMatchObject(expectedOfPayment(one, entries))
    expect(record.paid_amount).toBeGreaterThanOrEqual(0)
    const { rows } = await s.db.query<{ total: number | null }>(
      `SELECT sum(total_amount)::bigint AS total FROM credit_notes WHERE ${SUBJECTS[kind].column} = $1`,
      [id],
    )
    expect(Number(rows[0]!.total ?? 0)).toBe(Number(record.refunded_amount ?? 0))
  }

  test.each(['order', 'booking', 'invoice'] as const)(
    'of %s match the sums after random payments and refunds',
    async (kind) => {
      const reached = new Set<string>()
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
          const { id } = await begin[kind]()
          reached.add((await read(kind, id)).record.payment_state)
          for (const given of steps) {
            await take(kind, id, given).catch((error: unknown) => {
              if (!(error instanceof Problem)) throw error
            })
            await agrees(kind, id)
            reached.add((await read(kind, id)).record.payment_state)
          }
        }),
        { numRuns: 20, examples: [[[...through]]] },
      )
      expect(reached).toEqual(
        new Set(['none', 'partial', 'paid', 'partially_refunded', 'refunded']),
      )
    },
    240_000,
  )
})
