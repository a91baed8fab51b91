import type { Order } from '#schemas/order.ts'
import type { Money } from '#schemas/define/fields.ts'
import { totalsOf } from '../rules/order/money.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { Random } from './random.ts'

/** An order line as input; no discount and no tax by default. `tax` in basis points. */
export interface DemoLine {
  readonly title: string
  readonly quantity: number
  readonly unit: Money
  readonly discount?: Money
  readonly tax?: number
}

/**
 * A row of `orders`, complete except its number (`numberOrders`) and payments (`paid`,
 * `paymentState`: nothing yet).
 */
export interface DemoOrder extends SeedRow {
  readonly createdAt: Date
  readonly kind: Order['kind']
  readonly customer: string
  readonly vendor: string
  readonly currency: string
  readonly state: Order['state']
  readonly subtotal: Money
  readonly discount: Money
  readonly total: Money
  readonly paid: Money
  readonly paymentState: Order['paymentState']
}

/** Input of an order. `booking`, `job` and `proposal` name its origin. */
export interface DemoOrderGiven {
  /** When it was placed (for a draft: when it was created). */
  readonly at: Date
  readonly state: Order['state']
  readonly kind: Order['kind']
  readonly customer: string
  readonly vendor: string
  readonly lines: readonly DemoLine[]
  readonly job?: string
  readonly proposal?: string
  readonly booking?: string
  readonly dueAt?: Date
  readonly address?: Order['address']
  readonly notes?: string | null
}

const DAY_MS = 86_400_000
/** Returns when a finished order ended: on its due date, or some days after it was placed. */
const closed = (
  now: Date,
  at: Date,
  state: Order['state'],
  dueAt: Date | undefined,
): string | null => {
  if (state !== 'completed' && state !== 'cancelled') return null
  const wanted =
    state === 'completed' && dueAt && dueAt > at
      ? dueAt.getTime()
      : at.getTime() + (state === 'completed' ? 4 : 2) * DAY_MS
  return new Date(Math.max(at.getTime(), Math.min(wanted, now.getTime() - 3_600_000))).toISOString()
}

/** Creates an order with the totals that its business rules derive. */
export const demoOrder = (
  random: Random,
  { at, lines, dueAt, ...given }: DemoOrderGiven,
): DemoOrder => {
  const { currency } = lines[0]!.unit
  const charged = lines.map((line) => ({ ...line, tax: line.tax ?? 0 }))
  return {
    id: random.id(at),
    createdAt: at,
    ...given,
    currency,
    lines: charged,
    ...totalsOf(charged, currency),
    paid: { amount: 0, currency },
    paymentState: 'none',
    closedAt: closed(random.now, at, given.state, dueAt),
    placedAt: given.state === 'draft' ? null : at.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
  }
}

/** Returns the number of the nth order, 1-based. */
export const orderNumber = (n: number): string => `ORD-${String(n).padStart(6, '0')}`

/**
 * Numbers all orders of the demo data in the order in which they were placed. Called once, with
 * every order.
 */
export const numberOrders = <T extends DemoOrder>(
  orders: readonly T[],
): (T & { readonly number: string })[] =>
  [...orders]
    .sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
    .map((order, i) => ({ ...order, number: orderNumber(i + 1) }))
