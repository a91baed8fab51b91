/** What a click on a column's header makes of the sort. Pure. */
import type { SortKey } from '#model/query.ts'

/** Maximum levels, as the server allows. */
export const MAX_LEVELS = 5

/** A click: the only level, the other way round if it already is. */
export const onlyBy = (sort: readonly SortKey[], field: string): readonly SortKey[] => [
  { field, descending: sort.some((key) => key.field === field && !key.descending) },
]

/** A click with Shift: adds a level, turns it round, then removes it; the last one stays. */
export const withLevel = (sort: readonly SortKey[], field: string): readonly SortKey[] => {
  const known = sort.find((key) => key.field === field)
  if (!known) return [...sort, { field, descending: false }].slice(0, MAX_LEVELS)
  if (!known.descending) {
    return sort.map((key) => (key === known ? { field, descending: true } : key))
  }
  const rest = sort.filter((key) => key !== known)
  return rest.length ? rest : [{ field, descending: false }]
}
