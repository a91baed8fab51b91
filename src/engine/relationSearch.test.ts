import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '#model/searchText.ts'
import { filterOf } from './list/queryOf.ts'
import { readListSearch, type AnyListSearch } from './listSearch.ts'
import { relationSearch } from './relationSearch.ts'
import { allResources, modelOf } from './resource.ts'

const IDS = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']
const resources = allResources()
const asked = (collection: string, search: AnyListSearch) => {
  const resource = modelOf(collection)!
  // As the address of the list says it.
  const read = readListSearch(resource, parseSearch(stringifySearch(search)))
  return filterOf({ resource, model: { resources }, search: read, zone: 'UTC' })
}
const relations = resources.flatMap((owner) =>
  [...owner.detail.tabs, ...owner.referredBy].flatMap((relation) =>
    modelOf(relation.collection)?.path
      ? [[owner.collection, relation.collection, relation.field, relation.many] as const]
      : [],
  ),
)

test.each(relations)('filters the list of %s → %s by %s', (_owner, collection, field, many) => {
  const source = modelOf(collection)!
  expect(asked(collection, relationSearch(source, field, IDS.slice(0, 1)))).toEqual({
    path: [field],
    op: many ? 'has' : 'eq',
    value: IDS[0],
  })
  expect(asked(collection, relationSearch(source, field, IDS))).toEqual({
    path: [field],
    op: many ? 'hasAny' : 'in',
    value: IDS,
  })
})
