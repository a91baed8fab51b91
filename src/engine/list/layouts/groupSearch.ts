import type { FieldModel, Json } from '#model/types.ts'
import { filterFields, type AnyListSearch } from '../../listSearch.ts'
import type { List } from '../useList.ts'

/** Search parameters of the list restricted to one group. */
export const groupSearch = (list: List, by: FieldModel, value: Json): AnyListSearch => {
  const plain: AnyListSearch = {
    ...list.search,
    page: undefined,
    after: undefined,
    by: undefined,
    layout: 'table',
  }
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
