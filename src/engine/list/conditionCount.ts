import type { Filter } from '#model/query.ts'

/** Number of conditions in a group. */
export const conditionCount = (filter: Filter): number => {
  if ('path' in filter) return 1
  if ('not' in filter) return conditionCount(filter.not)
  return ('and' in filter ? filter.and : filter.or).reduce((n, f) => n + conditionCount(f), 0)
}
