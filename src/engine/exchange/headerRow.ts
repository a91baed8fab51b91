/** Which line of a file names its columns: a title may be above it. */
import { columnsOf, type Source } from '#model/importMapping.ts'
import type { FileLine } from './csv.ts'

/** Lines that may be the header. */
export const HEADER_LINES = 10

const filledIn = ({ cells }: FileLine): number => cells.filter((c) => c.trim() !== '').length

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/**
 * The index of the line that names the columns, by the entries that each line would give: the line
 * with the most columns that become fields, if these are half of its cells; otherwise the first that
 * is more than half as wide as the lines below it.
 */
export const headerIndex = (
  lines: readonly FileLine[],
  match: (at: number) => Readonly<Record<string, Source>>,
): number => {
  const candidates = lines.slice(0, HEADER_LINES).flatMap((line, at) => {
    const filled = filledIn(line)
    const below = median(lines.slice(at + 1).map(filledIn))
    return filled > below / 2 ? [{ at, filled }] : []
  })
  const known = candidates.map(({ at, filled }) => {
    const mapping = { nulls: [], fields: match(at) }
    const columns = new Set(
      Object.values(mapping.fields).flatMap((entry) => columnsOf(mapping, entry)),
    )
    return { at, count: columns.size * 2 >= filled ? columns.size : 0 }
  })
  const best = Math.max(0, ...known.map(({ count }) => count))
  const found = best > 0 ? known.find(({ count }) => count === best) : candidates[0]
  return found?.at ?? 0
}
