/** Saved views of lists and mappings of imports. All throw `ApiProblem`. */
import { queryOptions } from '@tanstack/react-query'
import type { SavedMapping, SavedView } from '#model/views.ts'
import { get } from './api.ts'

interface Body<One = SavedView> {
  readonly data: readonly One[]
}

/** Cache key of all views. */
export const viewsKey = ['views'] as const

/** The views of a list that the person may see; `path` is that of a list with fixed parts. */
export const viewsQuery = (collection: string, path = '') =>
  queryOptions({
    queryKey: [...viewsKey, collection, path],
    queryFn: ({ signal }) => get<Body>('/api/views', { signal, query: { collection, path } }),
    staleTime: 60_000,
  })

/** Some views by id, in any order; those the person may not see are missing. */
export const someViewsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...viewsKey, 'some', ...ids],
    queryFn: ({ signal }) => get<Body>('/api/views', { signal, query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
    staleTime: 60_000,
  })

/** The saved mappings of a collection's import page that the person may see. */
export const mappingsQuery = (collection: string) =>
  queryOptions({
    queryKey: [...viewsKey, 'import', collection],
    queryFn: ({ signal }) =>
      get<Body<SavedMapping>>('/api/views', { signal, query: { kind: 'import', collection } }),
    staleTime: 60_000,
  })
