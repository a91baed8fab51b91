/** The values on a card of a board. Pure. */
import type { ListColumn } from '../columns.ts'

const FACTS = 3
/** Kinds that say nothing in one line of a card. */
const UNSHOWN: ReadonlySet<string> = new Set(['state', 'image', 'images', 'tags', 'longText'])

/**
 * The columns a card shows besides its title and the field of the board: the first ones of the
 * list, and the amount that its column adds up. `sums` are the fields that are added up.
 */
export const cardFacts = (
  columns: readonly ListColumn[],
  by: string,
  sums: readonly string[],
): ListColumn[] => {
  const fitting = columns.filter((c) => !c.title && c.name !== by && !UNSHOWN.has(c.field.kind))
  const facts = fitting.slice(0, FACTS)
  const amount = sums
    .map((name) => fitting.find((c) => c.name === name))
    .find((c) => c?.field.kind === 'money')
  return amount && !facts.includes(amount) ? [...facts, amount] : facts
}
