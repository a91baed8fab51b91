import { fieldOf } from '#model/standard.ts'
import type { ResourceModel } from '#model/types.ts'
import { filterFields, type AnyListSearch } from './listSearch.ts'

/**
 * Search parameters of the list of the records that refer, in `field`, to one record or to one of
 * several: a quick filter where the list has one, otherwise a condition. Never empty, since a list
 * that drops its condition shows everything.
 */
export const relationSearch = (
  source: ResourceModel,
  field: string,
  ids: readonly string[],
): AnyListSearch => {
  const [only = ''] = ids
  const many = fieldOf(source, field)?.kind === 'refs'
  if (ids.length > 1) return { where: { path: [field], op: many ? 'hasAny' : 'in', value: ids } }
  return filterFields(source).some(({ name }) => name === field)
    ? { [field]: only }
    : { where: { path: [field], op: many ? 'has' : 'eq', value: only } }
}
