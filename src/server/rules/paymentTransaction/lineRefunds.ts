/** Refunds of lines: what is left of each, what the chosen quantities come to, and their parts. */
import { say, type Said } from '#model/message.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { PaymentTransaction } from '#schemas/paymentTransaction.ts'
import type { Refund } from '#schemas/settlement.ts'
import {
  chargedLines,
  countedUnits,
  shareOfUnits,
  unitsLeft,
  type ChargedLine,
  type Taken,
} from '#model/taken.ts'
import type { FieldModel, Json } from '#model/types.ts'
import type { Tx } from '../../database/transaction.ts'
import { forbidden, invalid, type FieldProblem } from '../../base/problem.ts'
import type { RuleContext } from '../types.ts'
import type { SubjectField } from './ledger.ts'

/** Lines of a refund as they are stored. */
export type RefundedLine = PaymentTransaction['lines'][number]

/** What was taken of each line, as the field `refundedLines` has it. */
export type TakenLine = {
  readonly title: string
  readonly line: number
  readonly quantity: number
  readonly amount: Money
  readonly tax: Money
}

/** What was refunded of the lines of a subject or is under way, in the order of the lines. */
export const takenOf = async (tx: Tx, field: SubjectField, id: string): Promise<TakenLine[]> => {
  const { rows } = await tx.query<Taken & Pick<TakenLine, 'line' | 'title'> & { currency: string }>(
    `SELECT (l->>'line')::int AS line, max(l->>'title') AS title, t.amount_currency AS currency, sum((l->>'quantity')::int)::int AS quantity,
       sum((l->'amount'->>'amount')::bigint)::bigint AS amount, sum((l->'tax'->>'amount')::bigint)::bigint AS tax
     FROM payment_transactions t, jsonb_array_elements(t.lines) l
     WHERE t."${field}" = $1 AND t.kind = 'refund' AND t.state IN ('pending', 'processing', 'succeeded') AND t.deleted_at IS NULL
     GROUP BY (l->>'line')::int, t.amount_currency ORDER BY 1`,
    [id],
  )
  return rows.map(({ line, title, currency, quantity, amount, tax }) => ({
    title,
    line,
    quantity,
    amount: { amount: Number(amount), currency },
    tax: { amount: Number(tax), currency },
  }))
}

type Chosen = Refund['lines'][number]
type Found = { readonly line: ChargedLine; readonly units: number }

/** Finds the chosen lines; refuses those that do not exist, twice the same, and too many units. */
const foundOf = (chosen: readonly Chosen[], lines: readonly ChargedLine[]): Found[] => {
  const errors: FieldProblem[] = []
  const refuse = (path: string, code: string, message: Said): void =>
    void errors.push({ path, code, message })
  const found = chosen.flatMap(({ line: wanted, quantity }, i): Found[] => {
    const line = lines.find((one) => one.line === wanted)
    if (!line) refuse(`lines.${i}.line`, 'invalid_value', 'There is no such line')
    else if (chosen.findIndex((one) => one.line === wanted) < i) {
      refuse(`lines.${i}.line`, 'invalid_value', 'This line is named twice')
    } else {
      const left = unitsLeft(line)
      if (quantity <= left) return [{ line, units: quantity }]
      const message =
        left > 0 ? say('At most {{n}} can still be refunded', { n: left }) : 'Nothing is left of it'
      refuse(`lines.${i}.quantity`, 'too_big', message)
    }
    return []
  })
  if (errors.length) throw invalid(errors)
  return found
}

/** Share of the discount in units whose net amount is known; none without a discount. */
const discountOf = ({ discount, unit }: ChargedLine, units: number, net: number): number =>
  discount > 0 ? unit * units - net : 0

const refundedLine = ({ line, units }: Found): RefundedLine => {
  const { amount, tax } = shareOfUnits(line, units)
  const money = (sum: number): Money => ({ amount: sum, currency: line.currency })
  const quantity = countedUnits(line, units)
  const { line: number, title } = line
  // What was missing of a unit is not a multiple of its price.
  if (quantity < units) {
    return { line: number, title, quantity, tax: money(tax), amount: money(amount) }
  }
  const discount = discountOf(line, units, amount - tax)
  return {
    line: number,
    title,
    quantity,
    unit: money(line.unit),
    ...(discount > 0 ? { discount: money(discount) } : {}),
    tax: money(tax),
    amount: money(amount),
  }
}

const rowsOf = ({ resource }: Pick<RuleContext, 'resource'>): FieldModel => {
  const rows = resource.fields.find(({ charge }) => charge?.taken !== undefined)
  if (!rows) throw new Error(`The lines of ${resource.collection} cannot be refunded.`)
  return rows
}

/** Requires the right to read what lines come to, since refusals would say it otherwise. */
const requireLines = ({ resource, access }: Pick<RuleContext, 'resource' | 'access'>): void => {
  const { name, charge } = rowsOf({ resource })
  const { base } = charge ?? {}
  const read = [name, ...(base ? [base.unit, base.quantity, base.from, base.to] : [])]
  if (!read.every((field) => access.can(`${resource.entity}.field.${field}.read`))) {
    throw forbidden('You do not have the permission to see the lines.')
  }
}

/**
 * The chosen lines of a record with their amounts, as they are now. The record must be locked.
 * Throws a 422 at the line that is wrong.
 */
export const linesOf = async (
  field: SubjectField,
  record: { readonly id: string },
  chosen: readonly Chosen[],
  { resource, tx }: Pick<RuleContext, 'resource' | 'tx'>,
): Promise<RefundedLine[]> => {
  if (!chosen.length) return []
  const taken: Json = await takenOf(tx, field, record.id)
  const given = record as Readonly<Record<string, Json>>
  const lines = chargedLines(rowsOf({ resource }), given, taken)
  return foundOf(chosen, lines).map(refundedLine)
}

/**
 * Completes the input of `refund`: the amount of the chosen lines. An amount beside lines must be
 * theirs, so that nobody refunds, or approves, another amount than they saw.
 */
export const completeRefund =
  (field: SubjectField) =>
  async (row: { readonly id: string }, input: Refund, context: RuleContext): Promise<Refund> => {
    const { amount: given } = input
    if (input.lines.length) requireLines(context)
    const lines = await linesOf(field, row, input.lines, context)
    const [first] = lines
    if (!first) {
      if (given) return input
      throw invalid([{ path: 'amount', code: 'required', message: 'Choose lines or an amount' }])
    }
    const sum = lines.reduce((total, { amount }) => total + amount.amount, 0)
    const amount = { amount: sum, currency: first.amount.currency }
    if (sum <= 0) {
      const message = 'The chosen lines add up to zero'
      throw invalid([{ path: 'lines', code: 'too_small', message }])
    }
    if (given && (given.amount !== sum || given.currency !== amount.currency)) {
      const message = say('The chosen lines add up to {{amount}}', { amount })
      throw invalid([{ path: 'amount', code: 'invalid_value', message }])
    }
    return { ...input, amount }
  }

/**
 * Splits one line at an amount below its own: whole units as far as they fit, then a part. A line
 * without units, which is the rest of some, has parts only.
 */
const splitAt = (
  line: RefundedLine,
  room: number,
): readonly [taken: RefundedLine[], rest: RefundedLine] => {
  const { currency } = line.amount
  const money = (amount: number): Money => ({ amount, currency })
  const [quantity, whole, tax] = [line.quantity ?? 0, line.amount.amount, line.tax.amount]
  const share = (sum: number, part: number, of: number): number =>
    of === 0 ? 0 : Number((BigInt(sum) * BigInt(part)) / BigInt(of))
  let units = share(quantity, room, whole)
  while (units > 0 && share(whole, units, quantity) > room) units -= 1
  const amount = share(whole, units, quantity)
  const taxed = share(tax, units, quantity)
  const off = line.discount && share(line.discount.amount, units, quantity)
  const discounted = (sum: number | undefined): Pick<RefundedLine, 'discount'> =>
    sum ? { discount: money(sum) } : {}
  const { discount: _, ...plain } = line
  const full: RefundedLine = {
    ...plain,
    ...discounted(off),
    quantity: units,
    tax: money(taxed),
    amount: money(amount),
  }
  const left: RefundedLine = {
    ...plain,
    ...discounted(line.discount && line.discount.amount - (off ?? 0)),
    quantity: quantity - units,
    tax: money(tax - taxed),
    amount: money(whole - amount),
  }
  const part = room - amount
  if (part <= 0) return [[full], left]
  // Part of the price of one unit: the unit counts once the rest of it is refunded.
  const { unit: __, discount: ___, ...bare } = left
  const partTax = share(left.tax.amount, part, left.amount.amount)
  const begun = { ...bare, quantity: 0, tax: money(partTax), amount: money(part) }
  const rest = {
    ...bare,
    tax: money(left.tax.amount - partTax),
    amount: money(left.amount.amount - part),
  }
  return [units > 0 ? [full, begun] : [begun], rest]
}

/** Takes lines worth `room` from the front of `lines`; returns them and the rest. */
export const takeLines = (
  lines: readonly RefundedLine[],
  room: number,
): readonly [taken: RefundedLine[], rest: RefundedLine[]] => {
  const taken: RefundedLine[] = []
  let left = room
  for (const [i, line] of lines.entries()) {
    if (line.amount.amount > left) {
      if (left <= 0) return [taken, lines.slice(i)]
      const [parts, rest] = splitAt(line, left)
      return [
        [...taken, ...parts],
        [rest, ...lines.slice(i + 1)],
      ]
    }
    taken.push(line)
    left -= line.amount.amount
  }
  return [taken, []]
}
