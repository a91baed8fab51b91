import { beforeAll, describe, expect, test } from 'vitest'
import { totalsOf } from '../rules/order/money.ts'
import { EMPTY, keptOf, paymentStateOf, type Ledger } from '../rules/paymentTransaction/ledger.ts'
import { daysBetween, midnight, periodEnd } from '../rules/subscription/calendar.ts'
import { Random } from './random.ts'
import { demoRows } from './seed.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- rows of every collection; a wrong guess fails the test
type Row = Readonly<Record<string, any>>
const NOW = new Date('2026-06-10T11:00:00Z')

describe('demo payments', () => {
  let rows: Readonly<Record<string, readonly Row[]>>
  const sums = new Map<string, Ledger>()
  const subjectOf = (t: Row): string => t.order ?? t.booking ?? t.invoice
  beforeAll(() => {
    rows = demoRows(new Random(NOW), [
      { file: '01900000-0000-7000-8000-000000000001', alt: 'A' },
    ]) as never
    for (const t of rows['payment-transactions']!.filter((r) => r.state === 'succeeded')) {
      const was = sums.get(subjectOf(t)) ?? EMPTY
      const { amount } = t.amount as { amount: number }
      sums.set(
        subjectOf(t),
        t.kind === 'refund'
          ? { ...was, refunded: was.refunded + amount }
          : { ...was, captured: was.captured + amount },
      )
    }
  })
  const of = (id: string) => sums.get(id) ?? EMPTY
  const amount = (money: { amount: number } | null): number => money?.amount ?? 0

  test('add up to the paid, refunded and due amounts of orders, bookings and invoices', () => {
    expect(rows.orders!.length).toBeGreaterThan(400)
    for (const order of rows.orders!) {
      expect(order).toMatchObject(totalsOf(order.lines, order.currency))
      expect([amount(order.paid), order.paymentState]).toEqual([
        keptOf(of(order.id)),
        paymentStateOf(amount(order.total), of(order.id)),
      ])
    }
    for (const booking of rows.bookings!) {
      expect(amount(booking.paid)).toBe(keptOf(of(booking.id)))
      expect(amount(booking.refunded)).toBe(of(booking.id).refunded)
    }
    for (const invoice of rows['subscription-invoices']!) {
      const { subtotal, tax, total } = totalsOf(invoice.lines, 'EUR')
      expect(invoice).toMatchObject({ subtotal, tax, total })
      expect([amount(invoice.paid), amount(invoice.due)]).toEqual([
        keptOf(of(invoice.id)),
        ['paid', 'void'].includes(invoice.state) ? 0 : total.amount - keptOf(of(invoice.id)),
      ])
      if (invoice.state === 'paid') expect(amount(invoice.paid)).toBe(total.amount)
      expect(Boolean(invoice.overdue)).toBe(
        invoice.state === 'open' && invoice.dueOn < '2026-06-10',
      )
    }
  })
  test('include every state of payments, subscriptions, invoices and orders, and nothing later than now', () => {
    const states = (collection: string) =>
      [...new Set(rows[collection]!.map((r) => r.state))].sort()
    expect(states('payment-transactions')).toEqual([
      'cancelled',
      'failed',
      'pending',
      'processing',
      'succeeded',
    ])
    expect(states('subscriptions')).toEqual([
      'active',
      'cancelled',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    expect(states('subscription-invoices')).toEqual([
      'draft',
      'open',
      'paid',
      'uncollectible',
      'void',
    ])
    expect(states('subscription-plans')).toEqual(['active', 'draft', 'retired'])
    expect(states('orders')).toEqual([
      'cancelled',
      'completed',
      'confirmed',
      'draft',
      'in_progress',
      'placed',
    ])
    for (const t of rows['payment-transactions']!) {
      expect((t.createdAt as Date) <= NOW && (t.processedAt ?? '') <= NOW.toISOString()).toBe(true)
      expect([t.order, t.booking, t.invoice].filter(Boolean)).toHaveLength(1)
      expect(amount(t.amount)).toBeGreaterThan(0)
    }
  })
  test('refund no more than was captured, and reference the captured payment', () => {
    const all = new Map(rows['payment-transactions']!.map((t) => [String(t.id), t]))
    const refunds = [...all.values()].filter((t) => t.kind === 'refund')
    expect(refunds.length).toBeGreaterThan(20)
    for (const refund of refunds) {
      const parent = all.get(refund.parent)!
      expect([parent.kind, parent.state, subjectOf(parent)]).toEqual([
        'capture',
        'succeeded',
        subjectOf(refund),
      ])
      expect(amount(refund.amount)).toBeLessThanOrEqual(amount(parent.amount))
      expect(refund.createdAt >= parent.createdAt).toBe(true)
    }
  })
  test('are numbered without gaps, as are orders and invoices', () => {
    for (const [collection, prefix] of [
      ['orders', 'ORD-'],
      ['payment-transactions', 'PAY-'],
    ] as const) {
      const numbers = rows[collection]!.map((r) =>
        Number(String(r.number).slice(prefix.length)),
      ).sort((a, b) => a - b)
      expect(numbers).toEqual(numbers.map((_, i) => i + 1))
    }
    const invoices = rows['subscription-invoices']!.filter((r) => r.number)
      .map((r) => String(r.number))
      .sort()
    for (const year of ['2024', '2025', '2026']) {
      const own = invoices.filter((n) => n.startsWith(`INV-${year}`))
      expect(own).toEqual(own.map((_, i) => `INV-${year}-${String(i + 1).padStart(6, '0')}`))
    }
  })
  test('give each subscription the billing period of its calendar', () => {
    for (const sub of rows.subscriptions!) {
      if (sub.state !== 'trialing') {
        expect(sub.periodEnd).toBe(periodEnd(sub.anchoredOn, sub.periodStart, sub as never))
      }
      if (['trialing', 'active', 'past_due'].includes(sub.state)) {
        expect([sub.renewsAt, sub.periodEnd > '2026-06-10']).toEqual([
          midnight(sub.periodEnd),
          true,
        ])
      } else expect(sub.renewsAt).toBeNull()
      if (sub.state === 'past_due') expect(sub.graceUntil > NOW.toISOString()).toBe(true)
      const own = rows['subscription-invoices']!.filter(
        (i) => i.subscription === sub.id && i.state !== 'draft',
      )
      expect(own.length > 0).toBe(sub.state !== 'trialing')
      expect(own.some((i) => i.overdue)).toBe(sub.state === 'past_due' || sub.state === 'unpaid')
      expect(daysBetween(sub.periodStart, sub.periodEnd)).toBeGreaterThan(0)
    }
  })
})
