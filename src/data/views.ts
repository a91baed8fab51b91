/** Saved views of lists. All throw `ApiProblem`. */
import { queryOptions } from '@tanstack/react-query'
import type { SavedView } from '#model/views.ts'
import { get } from './api.ts'

interface Answer {
  readonly data: readonly SavedView[]
}

/** Cache key of all views. */
export const viewsKey = ['views'] as const

/** The views of a list that the person may see; `path` is that of a list with fixed parts. */
export const viewsQuery = (collection: string, path = '') =>
  queryOptions({
    queryKey: [...viewsKey, collection, path],
    queryFn: ({ signal }) => get<Answer>('/api/views', { signal, query: { collection, path } }),
    staleTime: 60_000,
  })

/** Some views by id, in any order; those the person may not see are missing. */
export const someViewsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...viewsKey, 'some', ...ids],
    queryFn: ({ signal }) => get<Answer>('/api/views', { signal, query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
    staleTime: 60_000,
  })
