import type { Money } from '#schemas/define/fields.ts'
import { shareOf } from '../booking/money.ts'

/** What a line of an order or an invoice is charged by; `tax` in basis points. */
export interface ChargedLine {
  readonly quantity: number
  readonly unit: Money
  readonly discount?: Money | null | undefined
  readonly tax: number
}

export interface Totals {
  readonly subtotal: Money
  readonly discount: Money
  readonly tax: Money
  readonly total: Money
}

/** Most that a money field holds, in minor units. */
export const MOST = 1_000_000_000_000

/** Sums of lines: a line is unit × quantity less its discount, its tax is rounded half away from zero by itself, and totals add rounded lines. */
export const totalsOf = (lines: readonly ChargedLine[], currency: string): Totals => {
  const money = (amount: number): Money => ({ amount, currency })
  let [subtotal, discount, tax] = [0, 0, 0]
  for (const line of lines) {
    const gross = line.unit.amount * line.quantity
    const off = line.discount?.amount ?? 0
    subtotal += gross
    discount += off
    tax += Math.abs(gross - off) <= MOST ? shareOf(gross - off, line.tax) : MOST
  }
  return {
    subtotal: money(subtotal),
    discount: money(discount),
    tax: money(tax),
    total: money(subtotal - discount + tax),
  }
}

/** The derived sums do not fit into money fields. */
export const tooLarge = ({ subtotal, total }: Totals): boolean =>
  [subtotal, total].some(({ amount }) => Math.abs(amount) > MOST)
