import type { FieldModel, Json } from '#model/types.ts'
import { filterFields, type AnyListSearch } from '../../listSearch.ts'
import type { List } from '../useList.ts'
import { betweenDays } from './useDayRows.ts'

/** Those of the list's table, without what other layouts need. */
const plainSearch = ({ search }: List): AnyListSearch => ({
  ...search,
  page: undefined,
  after: undefined,
  by: undefined,
  across: undefined,
  measure: undefined,
  month: undefined,
  layout: 'table',
})

/** Search parameters of the list restricted to one day of a field. */
export const daySearch = (list: List, field: FieldModel, day: string): AnyListSearch => {
  if (filterFields(list.resource).some((f) => f.name === field.name)) {
    return { ...plainSearch(list), [field.name]: day }
  }
  const { where } = list.search
  const own = betweenDays(field, day, day, list.zone)
  return { ...plainSearch(list), where: { and: [...(where ? [where] : []), ...own] } }
}

/** Search parameters of the list restricted to one group. */
export const groupSearch = (list: List, by: FieldModel, value: Json): AnyListSearch => {
  const plain = plainSearch(list)
  // A record has several tags: those it is filtered by still hold.
  const filtered = by.tagsOf !== undefined && list.search[by.name] !== undefined
  if (value !== null && !filtered && filterFields(list.resource).some((f) => f.name === by.name)) {
    return { ...plain, [by.name]: value as string }
  }
  const condition =
    value === null
      ? { path: [by.name], op: 'isNull' as const, value: true }
      : { path: [by.name], op: by.tagsOf === undefined ? ('eq' as const) : ('has' as const), value }
  return {
    ...plain,
    where: list.search.where ? { and: [list.search.where, condition] } : condition,
  }
}
