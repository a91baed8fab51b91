/**
 * What can be taken back of charged lines, in whole units: of each line its quantity, amount and
 * tax, less what was taken before. The server's rules and the browser compute with the same
 * functions. Amounts are in minor units and include the share of discount and tax.
 */
import { baseOf, daysBetween, netOf, shareOf } from './charge.ts'
import { own } from '#schemas/define/own.ts'
import type { FieldModel, Json } from './types.ts'

/** Amount of a part, and the tax contained in it. */
export interface Share {
  readonly amount: number
  readonly tax: number
}

/** What was taken of a line before. */
export interface Taken extends Share {
  readonly quantity: number
}

/** A line as it is charged. The stay of a booking, which is not a row, is line 0. */
export interface ChargedLine {
  /** Counted from 1. */
  readonly line: number
  readonly title: string
  /** True if the title is a label of the schema. */
  readonly labelled: boolean
  readonly quantity: number
  readonly unit: number
  /** Off the whole line. */
  readonly discount: number
  readonly net: number
  readonly tax: number
  readonly currency: string
  readonly taken: Taken
}

type Data = Readonly<Record<string, Json>>

const NOTHING: Taken = { quantity: 0, amount: 0, tax: 0 }

const dataOf = (value: Json | undefined): Data =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Data) : {}
const rowsOf = (value: Json | undefined): readonly Data[] =>
  Array.isArray(value) ? value.map(dataOf) : []
const numberOf = (value: Json | undefined): number =>
  Number.isSafeInteger(value) ? (value as number) : 0
const amountOf = (value: Json | undefined): number => numberOf(dataOf(value).amount)
const memberOf = (row: Data, name: string | undefined): Json | undefined =>
  name === undefined ? undefined : own(row, name)

const takenIn = (value: Json | undefined): ReadonlyMap<number, Taken> =>
  new Map(
    rowsOf(value).map((row) => [
      numberOf(row.line),
      { quantity: numberOf(row.quantity), amount: amountOf(row.amount), tax: amountOf(row.tax) },
    ]),
  )

const baseLine = ({ charge }: FieldModel, record: Data): ChargedLine | undefined => {
  const amount = charge?.base && baseOf(charge.base, record)
  if (!charge?.base || !amount) return undefined
  const { label, unit, quantity, from, to } = charge.base
  const days = daysBetween(String(own(record, from)), String(own(record, to)))
  return {
    line: 0,
    title: label,
    labelled: true,
    quantity: days * numberOf(own(record, quantity)),
    unit: amountOf(own(record, unit)),
    discount: 0,
    net: amount.amount,
    tax: 0,
    currency: amount.currency,
    taken: NOTHING,
  }
}

/**
 * The charged lines of a record, with what was taken of them. `taken` replaces what the record says
 * of it.
 */
export const chargedLines = (
  field: FieldModel,
  record: Data,
  taken: Json | undefined = memberOf(record, field.charge?.taken),
): readonly ChargedLine[] => {
  const { charge, fields = [] } = field
  if (!charge) return []
  const before = takenIn(taken)
  const base = baseLine(field, record)
  const lines = rowsOf(own(record, field.name)).map((row, i): ChargedLine => {
    const basis = {
      quantity: numberOf(memberOf(row, charge.quantity)),
      unit: amountOf(memberOf(row, charge.unit)),
      discount: amountOf(memberOf(row, charge.discount)),
      tax: numberOf(memberOf(row, charge.tax)),
    }
    const net = netOf(basis)
    return {
      ...basis,
      line: i + 1,
      title: String(memberOf(row, fields[0]?.name) ?? ''),
      labelled: false,
      net,
      tax: shareOf(net, basis.tax),
      currency: String(dataOf(memberOf(row, charge.unit)).currency ?? ''),
      taken: NOTHING,
    }
  })
  return [...(base ? [base] : []), ...lines].map((line) => ({
    ...line,
    taken: before.get(line.line) ?? NOTHING,
  }))
}

/** `units` of `quantity` units of an amount that is not negative, half up. */
const until = (amount: number, units: number, quantity: number): number =>
  Number((BigInt(amount) * BigInt(units) * 2n + BigInt(quantity)) / (BigInt(quantity) * 2n))

const shareUntil = ({ net, tax, quantity }: ChargedLine, units: number): Share => {
  const taxed = until(tax, units, quantity)
  return { amount: until(net, units, quantity) + taxed, tax: taxed }
}

/**
 * Units that were taken, never more than the line has. A unit of which only a part was paid back in
 * the end, since the rest failed, can be taken again, for what is missing.
 *
 * Parts of a refund round on their own: up to a minor unit per unit may be missing of what was taken
 * in full. That errs towards taken: no unit is offered twice because of rounding.
 */
const unitsTaken = (line: ChargedLine): number => {
  const fits = (units: number): boolean =>
    shareUntil(line, units).amount <= line.taken.amount + units
  let [paid, units] = [0, Math.min(line.taken.quantity, line.quantity)]
  if (units <= 0 || fits(units)) return Math.max(0, units)
  // By halves: a line may have a million units.
  while (units - paid > 1) {
    const half = Math.floor((paid + units) / 2)
    if (fits(half)) paid = half
    else units = half
  }
  return paid
}

/** Units that can still be taken of a line; none of a line that costs nothing. */
export const unitsLeft = (line: ChargedLine): number =>
  line.net > 0 && line.quantity > 0 ? line.quantity - unitsTaken(line) : 0

/**
 * How many of the next `units` of a line are to be counted as taken: those that are taken again are
 * counted already. What was counted of a line so never exceeds its quantity.
 */
export const countedUnits = (line: ChargedLine, units: number): number =>
  Math.max(0, units - Math.max(0, line.taken.quantity - unitsTaken(line)))

/**
 * Amount and tax of the next `units` of a line. Computed from sums, so that all parts of a line
 * together are the line.
 */
export const shareOfUnits = (line: ChargedLine, units: number): Share => {
  const { taken } = line
  const up = shareUntil(line, unitsTaken(line) + units)
  const amount = Math.max(0, up.amount - taken.amount)
  return { amount, tax: Math.min(amount, Math.max(0, up.tax - taken.tax)) }
}
