/**
 * What lines are charged: amounts of each line and their sums, by the names that `rows({ … },
 * { charge })` declares. The server's rules and the browser compute with the same functions. Amounts
 * are in minor units.
 */
import { MAX_AMOUNT } from '#schemas/define/amounts.ts'
import type { Charge, ChargeBase } from '#schemas/define/hints.ts'
import { own } from '#schemas/define/own.ts'
import type { Json } from './types.ts'

/** Share of an amount in basis points, half away from zero. */
export const shareOf = (amount: number, bps: number): number => {
  const product = BigInt(Math.abs(amount)) * BigInt(bps)
  return Math.sign(amount) * Number((product + 5000n) / 10_000n)
}

/** Basis of one line: `unit` and `discount` (off the whole line) as amounts, `tax` in basis points. */
export interface LineBasis {
  readonly quantity: number
  readonly unit: number
  readonly discount: number
  readonly tax: number
}

export interface Sums {
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
  readonly total: number
}

/** Unit × quantity less the discount, before tax. */
export const netOf = ({ quantity, unit, discount }: LineBasis): number => unit * quantity - discount

/** Sums of lines; the tax of each line is rounded, and sums add rounded lines. */
export const sumsOf = (lines: readonly LineBasis[]): Sums => {
  let [subtotal, discount, tax] = [0, 0, 0]
  for (const line of lines) {
    const net = netOf(line)
    subtotal += line.unit * line.quantity
    discount += line.discount
    tax += Math.abs(net) <= MAX_AMOUNT ? shareOf(net, line.tax) : MAX_AMOUNT
  }
  return { subtotal, discount, tax, total: subtotal - discount + tax }
}

/** An amount in minor units with its currency. */
export interface Amount {
  readonly amount: number
  readonly currency: string
}

const valueAt = (row: Json, name: string | undefined): Json | undefined =>
  name === undefined || row === null || typeof row !== 'object'
    ? undefined
    : own(row as Readonly<Record<string, Json>>, name)

const amountAt = (row: Json, name: string | undefined): Amount | undefined => {
  const { amount, currency } = (valueAt(row, name) ?? {}) as Readonly<Record<string, Json>>
  return Number.isSafeInteger(amount) && typeof currency === 'string'
    ? { amount: amount as number, currency }
    : undefined
}

const numberAt = (row: Json, name: string | undefined): number => {
  const value = valueAt(row, name)
  return Number.isSafeInteger(value) ? (value as number) : 0
}

const DAY_MS = 86_400_000

/** Whole days from one local date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Days × quantity × the amount of one. */
export const spanAmount = (from: string, to: string, quantity: number, unit: number): number =>
  daysBetween(from, to) * quantity * unit

/** What a record is charged besides its lines; null while its fields are not complete. */
export const baseOf = (base: ChargeBase, record: Json): Amount | null => {
  const unit = amountAt(record, base.unit)
  const [from, to] = [valueAt(record, base.from), valueAt(record, base.to)]
  if (!unit || typeof from !== 'string' || typeof to !== 'string' || !(from < to)) return null
  const amount = spanAmount(from, to, numberAt(record, base.quantity), unit.amount)
  return Number.isSafeInteger(amount) ? { amount, currency: unit.currency } : null
}

/** Lines with their amounts; null for a line that is not complete yet. */
export interface Charged {
  readonly lines: readonly (Amount | null)[]
  /** Null while no line is complete, or if they mix currencies. */
  readonly sums: (Sums & { readonly currency: string }) | null
}

/** What child rows are charged as they are now, also while they are being typed. */
export const chargedOf = (charge: Charge, rows: readonly Json[]): Charged => {
  const bases = rows.map((row) => {
    const unit = amountAt(row, charge.unit)
    const basis = unit && {
      quantity: numberAt(row, charge.quantity),
      unit: unit.amount,
      discount: amountAt(row, charge.discount)?.amount ?? 0,
      tax: numberAt(row, charge.tax),
    }
    return basis && { basis, currency: unit.currency }
  })
  const complete = bases.filter((b) => b !== undefined)
  const [first] = complete
  const same = first && complete.every((b) => b.currency === first.currency)
  return {
    lines: bases.map((b) => (b ? { amount: netOf(b.basis), currency: b.currency } : null)),
    sums: same ? { ...sumsOf(complete.map((b) => b.basis)), currency: first.currency } : null,
  }
}
