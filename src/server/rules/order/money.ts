import type { Money } from '#schemas/define/fields.ts'
import { MAX_AMOUNT } from '#schemas/define/amounts.ts'
import { sumsOf } from '#model/charge.ts'

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

/** Sums of the lines of an order or an invoice. */
export const totalsOf = (lines: readonly ChargedLine[], currency: string): Totals => {
  const { subtotal, discount, tax, total } = sumsOf(
    lines.map((line) => ({
      ...line,
      unit: line.unit.amount,
      discount: line.discount?.amount ?? 0,
    })),
  )
  const money = (amount: number): Money => ({ amount, currency })
  return {
    subtotal: money(subtotal),
    discount: money(discount),
    tax: money(tax),
    total: money(total),
  }
}

/** True when the derived sums exceed a money field. */
export const tooLarge = ({ subtotal, total }: Totals): boolean =>
  [subtotal, total].some(({ amount }) => Math.abs(amount) > MAX_AMOUNT)
