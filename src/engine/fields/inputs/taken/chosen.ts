import { shareOfUnits, type ChargedLine } from '#model/taken.ts'

/** A line and how many units of it are chosen. */
export interface Chosen {
  readonly line: number
  readonly quantity: number
}

/** The choice with another quantity of one line; a quantity of 0 removes it. */
export const chosenOf = (
  chosen: readonly Chosen[],
  line: number,
  quantity: number,
): readonly Chosen[] =>
  [
    ...chosen.filter((one) => one.line !== line),
    ...(quantity > 0 ? [{ line, quantity }] : []),
  ].sort((a, b) => a.line - b.line)

/** What the choice comes to, in minor units; `tax` is contained in the amount. */
export const sumOf = (
  lines: readonly ChargedLine[],
  chosen: readonly Chosen[],
): { readonly amount: number; readonly tax: number; readonly currency: string } => {
  const sums = { amount: 0, tax: 0, currency: lines[0]?.currency ?? '' }
  for (const { line: number, quantity } of chosen) {
    const line = lines.find((one) => one.line === number)
    if (!line) continue
    const { amount, tax } = shareOfUnits(line, quantity)
    sums.amount += amount
    sums.tax += tax
  }
  return sums
}
