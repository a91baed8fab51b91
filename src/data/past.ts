/** Queries that load with the first look at the past of a record, or at what refers to it. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ResourceModel } from '#model/types.ts'
import { get } from './api.ts'
import { keys } from './queries.ts'
import type { ListAnswer, RecordAnswer } from './types.ts'

type Collection = Pick<ResourceModel, 'collection'>
const base = (resource: Collection) => `/api/${resource.collection}`

/** One record as it was at an instant, with the titles of its references. */
export const recordAsOfQuery = (resource: Collection, id: string, asOf: string) =>
  queryOptions({
    queryKey: [...keys.record(resource.collection, id), 'asOf', asOf],
    queryFn: ({ signal }) =>
      get<RecordAnswer>(`${base(resource)}/${encodeURIComponent(id)}`, {
        signal,
        query: { asOf },
      }),
  })

/** The whole list as it was at an instant, page by page, in the order the records were created. */
export const listAsOfQuery = (resource: Collection, asOf: string, limit: number) =>
  infiniteQueryOptions({
    queryKey: [...keys.lists(resource.collection), 'asOf', asOf, limit],
    queryFn: ({ signal, pageParam }) =>
      get<ListAnswer>(base(resource), {
        signal,
        query: { asOf, limit, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: (last: ListAnswer) => last.page.next,
  })

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
