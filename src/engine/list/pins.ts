/** Columns that stay in place while the others scroll: the title, and those a person pinned. */
import type { ListColumn } from './columns.ts'
import { isNarrow, type ListPreference } from './preference.ts'

/** More would leave no room for the others; pins.module.css has as many places, and the title's. */
export const MAX_PINS = 5

type Pins = Pick<ListPreference, 'pinned'>

/** True for a column that stays in place where any is pinned. */
export const staysIn = ({ name, title }: ListColumn, { pinned = [] }: Pins): boolean =>
  title || pinned.includes(name)

/** The columns with those that stay in place first; on a phone, where none are, as they were. */
export const pinnedFirst = (columns: readonly ListColumn[], pins: Pins): readonly ListColumn[] => {
  if (!pins.pinned || isNarrow()) return columns
  return [...columns.filter((c) => staysIn(c, pins)), ...columns.filter((c) => !staysIn(c, pins))]
}

/** How many of the columns, which are in this order, stay in place; none where nothing is pinned. */
export const pinnedCount = (columns: readonly ListColumn[], pins: Pins): number =>
  pins.pinned && !isNarrow() ? columns.filter((c) => staysIn(c, pins)).length : 0
