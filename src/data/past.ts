/** Queries that load with the first look at the past of a record, or at what refers to it. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListQuery } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'
import { formatListQuery } from '#model/urlQuery.ts'
import { get } from './api.ts'
import { keys, listOf } from './queries.ts'
import type { ListResponse, RecordResponse } from './types.ts'

type Collection = Pick<ResourceModel, 'collection'>
const base = (resource: Collection) => `/api/${resource.collection}`

/** One record as it was at an instant, with the titles of its references. */
export const recordAsOfQuery = (resource: Collection, id: string, asOf: string) =>
  queryOptions({
    queryKey: [...keys.record(resource.collection, id), 'asOf', asOf],
    queryFn: ({ signal }) =>
      get<RecordResponse>(`${base(resource)}/${encodeURIComponent(id)}`, {
        signal,
        query: { asOf },
      }),
  })

/** The list as it was at an instant, page by page. */
export const listAsOfQuery = (resource: Collection, asOf: string, query: Partial<ListQuery>) => {
  const asked = listOf(query)
  const params = (cursor: string): URLSearchParams => {
    const out = formatListQuery(cursor ? { ...asked, cursor } : asked)
    out.set('asOf', asOf)
    return out
  }
  return infiniteQueryOptions({
    queryKey: [...keys.lists(resource.collection), 'asOf', params('').toString()],
    queryFn: ({ signal, pageParam }) =>
      get<ListResponse>(base(resource), { signal, query: params(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (last: ListResponse) => last.page.next,
    placeholderData: keepPreviousData,
  })
}

/** Records of one collection that refer to a record by one field. */
export interface UsedBy {
  readonly collection: string
  readonly field: string
  /** Deleting the record is refused, or empties the field. */
  readonly onDelete: 'refuse' | 'clear'
  readonly count: number
  /** Otherwise there are more. */
  readonly countIsExact: boolean
  /** The first ones; `title` is null if the person may not read it. */
  readonly records: readonly { readonly id: string; readonly title: string | null }[]
}

/** What refers to a record; `trashed`: also records in the trash. */
export const whereUsedQuery = (resource: Collection, id: string, trashed: boolean) =>
  queryOptions({
    queryKey: [...keys.record(resource.collection, id), 'whereUsed', trashed],
    queryFn: async ({ signal }) =>
      (
        await get<{ readonly data: readonly UsedBy[] }>(
          `${base(resource)}/${encodeURIComponent(id)}/where-used`,
          { signal, query: trashed ? { trashed: 'true' } : {} },
        )
      ).data,
  })
