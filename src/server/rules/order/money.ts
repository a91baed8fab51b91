import type { Money } from '#schemas/define/fields.ts'
import { shareOf } from '../booking/money.ts'

/** Basis for charging a line of an order or an invoice; `tax` in basis points. */
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

/** Maximum of a money field, in minor units. */
export const MOST = 1_000_000_000_000

/**
 * Sums of lines: each line is unit × quantity less its discount, its tax is rounded half away from
 * zero, and totals add rounded lines.
 */
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

/** True when the derived sums exceed a money field. */
export const tooLarge = ({ subtotal, total }: Totals): boolean =>
  [subtotal, total].some(({ amount }) => Math.abs(amount) > MOST)
