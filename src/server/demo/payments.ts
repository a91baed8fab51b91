import type { Order } from '#schemas/order.ts'
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { Money } from '#schemas/define/fields.ts'
import {
  EMPTY,
  settlementOf,
  type Ledger,
  type SubjectField,
} from '../rules/paymentTransaction/ledger.ts'
import { refundsSaid } from '../rules/paymentTransaction/refunds.ts'
import { facts } from '../rules/paymentTransaction/subject.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { Random } from './random.ts'

const DAY_MS = 86_400_000

export interface PaymentRow extends SeedRow {
  readonly createdAt: Date
  readonly kind: PaymentTransaction['kind']
  readonly state: PaymentTransaction['state']
  readonly amount: Money
}

/** How something was paid. `kept` is what remains after a refund. */
export type Course =
  | 'none'
  | 'paid'
  | 'deposit'
  | 'declined'
  | 'waiting'
  | 'given up'
  | { readonly kept: number }

/** Something to be paid, from `since` on. */
export interface Payable {
  readonly field: SubjectField
  readonly id: string
  readonly total: Money | null
  readonly since: Date
  readonly until?: Date
  readonly course: Course
}

/** What a payment says of refunds of this amount. */
const refundsFrom = ({ kind, state, amount }: PaymentRow, sent: number): Record<string, unknown> =>
  kind === 'capture' && state === 'succeeded' ? refundsSaid(amount, sent, sent) : {}

/** The whole ledger as it is written, and its totals per subject. */
export class DemoLedger {
  readonly #random: Random
  readonly #rows: PaymentRow[] = []
  readonly #sums = new Map<string, Ledger>()
  constructor(random: Random) {
    this.#random = random
  }

  #enter(
    payable: Payable,
    more: {
      kind: PaymentRow['kind']
      state: PaymentRow['state']
      amount: number
      at: Date
    } & Record<string, unknown>,
  ): PaymentRow {
    const { at, amount, ...rest } = more
    const settled = more.state === 'succeeded' || more.state === 'failed'
    const { field, id, total } = payable
    const row: PaymentRow = {
      id: this.#random.id(at),
      createdAt: at,
      ...rest,
      [field]: id,
      amount: { amount, currency: total!.currency },
      processedAt: settled
        ? new Date(
            Math.min(at.getTime() + this.#random.int(2, 90) * 1000, this.#random.now.getTime()),
          ).toISOString()
        : null,
      providerReference:
        more.method === 'card'
          ? `ch_${this.#random.faker.string.alphanumeric({ length: 20, casing: 'lower' })}`
          : null,
    }
    this.#rows.push(row)
    if (more.state === 'succeeded') {
      const was = this.#sums.get(id) ?? EMPTY
      this.#sums.set(
        id,
        more.kind === 'refund'
          ? { ...was, refunded: was.refunded + amount }
          : { ...was, captured: was.captured + amount },
      )
    }
    return row
  }

  #when({ since, until }: Payable): Date {
    const random = this.#random
    const last = Math.min(
      (until ?? random.now).getTime(),
      random.now.getTime(),
      since.getTime() + 3 * DAY_MS,
    )
    return this.#between(since, new Date(last))
  }

  /** Draws an instant between two others, which may be close together. */
  #between(from: Date, to: Date): Date {
    const spanMs = Math.max(to.getTime() - from.getTime(), 0)
    return new Date(from.getTime() + Math.floor((spanMs * this.#random.int(5, 95)) / 100))
  }

  /** Records the payments of one subject. */
  pay(payable: Payable): void {
    const random = this.#random
    const { total, course } = payable
    if (!total || total.amount <= 0 || course === 'none') return
    const at = this.#when(payable)
    const method = random.weighted({ card: 74, bank: 16, cash: 7, manual: 3 })
    const capture = { kind: 'capture', at, amount: total.amount } as const
    if (course === 'waiting') {
      return void this.#enter(payable, {
        ...capture,
        method: 'bank',
        state: random.chance(0.5) ? 'pending' : 'processing',
      })
    }
    if (course === 'given up') {
      return void this.#enter(payable, { ...capture, method: 'card', state: 'cancelled' })
    }
    if (course === 'declined' || random.chance(0.04)) {
      this.#enter(payable, {
        ...capture,
        method: 'card',
        state: 'failed',
        failureCode: random.one(['card_declined', 'insufficient_funds', 'expired_card']),
      })
    }
    if (course === 'declined') return
    const deposit = Math.max(1, Math.round((total.amount * random.one([20, 30, 50])) / 100))
    const split =
      course === 'deposit' ||
      (typeof course === 'string' && total.amount > 40_000 && random.chance(0.2))
    const first = this.#enter(payable, {
      ...capture,
      method,
      amount: split ? deposit : total.amount,
      state: 'succeeded',
      ...(random.chance(0.15) && method === 'bank'
        ? { note: 'Transfer with the reference of the order' }
        : {}),
    })
    const later = this.#between(
      at,
      new Date(Math.min(at.getTime() + 6 * DAY_MS, random.now.getTime())),
    )
    if (split && course !== 'deposit' && total.amount > deposit) {
      this.#enter(payable, {
        ...capture,
        at: later,
        method,
        amount: total.amount - deposit,
        state: 'succeeded',
      })
    }
    if (typeof course === 'object' && course.kept < total.amount) {
      this.#enter(payable, {
        kind: 'refund',
        method,
        at: later,
        amount: total.amount - course.kept,
        state: 'succeeded',
        parent: first.id,
        note: random.one([
          'Cancelled in time',
          'Not as described',
          'Agreed with the vendor',
          'Charged by mistake',
        ]),
      })
    }
  }

  /** Returns the totals of a subject. */
  of(id: string): Ledger {
    return this.#sums.get(id) ?? EMPTY
  }

  /** Returns the transactions with their numbers, in chronological order. */
  rows(): PaymentRow[] {
    const sent = new Map<unknown, number>()
    for (const { kind, parent, amount } of this.#rows) {
      if (kind === 'refund') sent.set(parent, (sent.get(parent) ?? 0) + amount.amount)
    }
    return [...this.#rows]
      .sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
      .map((row, i) => ({
        ...row,
        ...refundsFrom(row, sent.get(row.id) ?? 0),
        number: `PAY-${String(i + 1).padStart(6, '0')}`,
      }))
  }
}

interface BookingLike extends SeedRow {
  readonly total?: unknown
  readonly cancellationFee?: unknown
  readonly state?: unknown
}
const moneyOf = (value: unknown): Money | null => (value as Money | null | undefined) ?? null

const courseOfBooking = (random: Random, { state, cancellationFee }: BookingLike): Course => {
  switch (state) {
    case 'checked_out':
      return random.chance(0.97) ? 'paid' : 'deposit'
    case 'checked_in':
      return random.weighted({ paid: 60, deposit: 30, none: 10 })
    case 'confirmed':
      return random.weighted({ paid: 35, deposit: 30, none: 30, declined: 5 })
    case 'pending':
      return random.weighted({ none: 60, waiting: 30, 'given up': 10 })
    case 'no_show':
      return random.chance(0.7) ? 'paid' : 'declined'
    case 'cancelled':
      if (random.chance(0.55)) return { kept: moneyOf(cancellationFee)?.amount ?? 0 }
      return moneyOf(cancellationFee)?.amount ? 'none' : 'given up'
    default:
      return random.chance(0.3) ? 'declined' : 'none'
  }
}

/** Pays bookings; returns them with the paid amounts. */
export const payBookings = <B extends BookingLike>(
  random: Random,
  ledger: DemoLedger,
  bookings: readonly B[],
): B[] =>
  bookings.map((booking) => {
    const total = moneyOf(booking.total)
    ledger.pay({
      field: 'booking',
      id: booking.id,
      total,
      since: booking.createdAt!,
      course: courseOfBooking(random, booking),
    })
    return { ...booking, ...settlementOf(facts.booking(booking as never), ledger.of(booking.id)) }
  })

const courseOfOrder = (random: Random, state: Order['state'], total: number): Course => {
  switch (state) {
    case 'completed':
      if (random.chance(0.88)) return 'paid'
      return random.chance(0.5) ? { kept: Math.round(total * 0.8) } : 'none'
    case 'in_progress':
      return random.weighted({ paid: 35, deposit: 45, none: 20 })
    case 'confirmed':
      return random.weighted({ paid: 25, deposit: 40, none: 30, declined: 5 })
    case 'placed':
      return random.weighted({ none: 60, waiting: 25, deposit: 15 })
    case 'cancelled':
      return random.chance(0.5) ? { kept: 0 } : 'none'
    default:
      return 'none'
  }
}

/** Pays orders; returns them with the paid amounts. */
export const payOrders = <
  O extends SeedRow & {
    readonly createdAt: Date
    readonly state: Order['state']
    readonly total: Money
  },
>(
  random: Random,
  ledger: DemoLedger,
  orders: readonly O[],
): O[] =>
  orders.map((order) => {
    ledger.pay({
      field: 'order',
      id: order.id,
      total: order.total,
      since: order.createdAt,
      course: courseOfOrder(random, order.state, order.total.amount),
    })
    return { ...order, ...settlementOf(facts.order(order as never), ledger.of(order.id)) }
  })
