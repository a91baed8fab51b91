/**
 * The query string of a list (api.md, Collections): its sort and limits, and how a `ListQuery` is
 * written. `urlQueryParse.ts` reads it. Pure; shared by browser and server.
 */
import { formatFilter } from './filterUrl.ts'
import type { ListQuery, SortKey } from './query.ts'

export const DEFAULT_LIMIT = 25
export const MAX_LIMIT = 200
/** Rows reachable by `page`. */
export const MAX_PAGED_ROWS = 10_000

/** Parses `-placedAt,number` to sort keys. */
export const parseSort = (text: string): SortKey[] =>
  text
    .split(',')
    .map((part) =>
      part.startsWith('-')
        ? { field: part.slice(1), descending: true }
        : { field: part, descending: false },
    )

export const formatSort = (sort: readonly SortKey[]): string =>
  sort.map((s) => (s.descending ? `-${s.field}` : s.field)).join(',')

/**
 * The parameters of a query, without defaults. `parseListQuery` parses them back to the same query.
 */
export const formatListQuery = (query: ListQuery): URLSearchParams => {
  const out = new URLSearchParams()
  if (query.filter) formatFilter(query.filter, out)
  if (query.sort.length) out.set('sort', formatSort(query.sort))
  if (query.search) out.set('search', query.search)
  if (query.limit !== DEFAULT_LIMIT) out.set('limit', String(query.limit))
  if (query.cursor !== undefined) out.set('cursor', query.cursor)
  if (query.page !== undefined) out.set('page', String(query.page))
  if (query.fields) out.set('fields', query.fields.join(','))
  if (query.include) out.set('include', query.include.join(','))
  if (query.totalExact) out.set('total', 'exact')
  if (query.trashed) out.set('trashed', 'true')
  return out
}
