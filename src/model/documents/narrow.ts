import type { ResourceModel } from '../types.ts'
import { documentFilters, documentSorts } from './query.ts'

/**
 * What differs, for its pages, in a resource kept in documents: neither search nor layouts, and the
 * filters and sorts there are indexes for.
 */
export type Narrowed = Pick<ResourceModel, 'list'>

/** The members that replace those of the model. */
export const narrowed = (resource: ResourceModel): Narrowed => {
  const { layouts: _layouts, ...list } = resource.list
  const sorts = documentSorts(resource)
  return {
    list: {
      ...list,
      search: [],
      filters: documentFilters(resource),
      sortable: list.sortable.filter((name) => sorts.includes(name)),
      sort: sorts.includes(list.sort.replace(/^-/, '')) ? list.sort : '-createdAt',
    },
  }
}

/** Actions of the API that need the server: no person has them on such a resource. */
export const withoutDocuments = ['export', 'import'] as const
