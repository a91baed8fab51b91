/**
 * Links to pages of declared entities. The compiler checks names of collections, filters, their
 * values and sorts.
 */
import type { CollectionName, ResourceOf } from '#schemas/names.ts'
import type { ResourceModel } from '#model/types.ts'
import { hrefOf, type PageTarget } from '#engine/links.tsx'
import type { AnyListSearch, ListSearch } from '#engine/listSearch.ts'
import { resourceOf } from './resources.ts'

/** A page of a resource, in the form that `ResourceLink` takes. */
export interface PageLink {
  readonly resource: ResourceModel
  readonly target: PageTarget
}

/** The list of a collection: `listLink('orders', { state: ['placed'] })`. */
export const listLink = <C extends CollectionName>(
  collection: C,
  search: ListSearch<ResourceOf<C>> = {},
): PageLink => ({
  resource: resourceOf(collection),
  target: { page: 'list', search: search as AnyListSearch },
})

/** The page of one record. */
export const recordLink = (collection: CollectionName, id: string): PageLink => ({
  resource: resourceOf(collection),
  target: { page: 'detail', id },
})

/** URL of a page as text. */
export const addressOf = ({ resource, target }: PageLink): string => hrefOf(resource, target)
