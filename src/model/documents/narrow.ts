import type { ResourceModel } from '../types.ts'
import { documentFilters, documentSorts } from './query.ts'

/**
 * How the pages of a resource kept in documents differ: neither search nor layouts, and only the
 * filters and sorts that have indexes.
 */
export type Narrowed = Pick<ResourceModel, 'list'>

/** The members that replace those of the model. */
export const narrowed = (resource: ResourceModel): Narrowed => {
  const { layouts: _layouts, ...list } = resource.list
  const sorts = documentSorts(resource)
  return {
    list: {
      ...list,
      onlyTable: true,
      search: [],
      filters: documentFilters(resource),
      sortable: list.sortable.filter((name) => sorts.includes(name)),
      sort: sorts.includes(list.sort.replace(/^-/, '')) ? list.sort : '-createdAt',
    },
  }
}

/** API actions that need the server: nobody has them on such a resource. */
export const withoutDocuments = ['export', 'import'] as const
