/** Keys and options of every query the pages share; equal queries share a cache entry. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { formatFilter } from '#model/filterUrl.ts'
import type { Filter, ListQuery } from '#model/query.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { formatListQuery } from '#model/urlQuery.ts'
import { call, get } from './api.ts'
import type {
  FileInfo,
  Included,
  ListResponse,
  Me,
  PickerOption,
  RecordResponse,
  RecordData,
  StorageFacts,
} from './types.ts'

/** A collection. Only the compiler knows `record`: the type of its records. */
export interface Collection<R extends RecordData = RecordData> extends Pick<
  ResourceModel,
  'collection'
> {
  readonly record?: R
}
const base = (resource: Collection) => `/api/${resource.collection}`

/** Keys by content; `collection(c)` covers everything that depends on rows of `c`. */
export const keys = {
  me: ['me'] as const,
  approvals: ['approvals'] as const,
  collection: (collection: string) => ['collection', collection] as const,
  lists: (collection: string) => ['collection', collection, 'list'] as const,
  record: (collection: string, id: string) => ['collection', collection, 'record', id] as const,
  history: (collection: string, id: string) => ['collection', collection, 'history', id] as const,
  options: (collection: string) => ['collection', collection, 'options'] as const,
  aggregates: (collection: string) => ['collection', collection, 'aggregate'] as const,
}

/** A list request with its defaults filled in. */
export const listOf = (query: Partial<ListQuery>): ListQuery => ({
  sort: [],
  limit: 25,
  totalExact: false,
  trashed: false,
  ...query,
})

/** One page of a list; keeps the previous rows while the next load. */
export const listQuery = <R extends RecordData = RecordData>(
  resource: Collection<R>,
  query: Partial<ListQuery> = {},
) => {
  const params = formatListQuery(listOf(query))
  return queryOptions({
    queryKey: [...keys.lists(resource.collection), params.toString()],
    queryFn: ({ signal }) => get<ListResponse<R>>(base(resource), { query: params, signal }),
    placeholderData: keepPreviousData,
  })
}

/** All pages of a list in sequence, by cursor. */
export const infiniteListQuery = <R extends RecordData = RecordData>(
  resource: Collection<R>,
  query: Partial<ListQuery> = {},
) => {
  const asked = listOf(query)
  return infiniteQueryOptions({
    queryKey: [...keys.lists(resource.collection), 'infinite', formatListQuery(asked).toString()],
    queryFn: ({ signal, pageParam }) =>
      get<ListResponse<R>>(base(resource), {
        query: formatListQuery(pageParam ? { ...asked, cursor: pageParam } : asked),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last: ListResponse<R>) => last.page.next,
  })
}

/** One record with the titles of its references; a trashed one only when requested. */
export const recordQuery = <R extends RecordData = RecordData>(
  resource: Collection<R>,
  id: string,
  asked: { readonly trashed?: boolean } = {},
) =>
  queryOptions({
    queryKey: [...keys.record(resource.collection, id), ...(asked.trashed ? ['trashed'] : [])],
    queryFn: ({ signal }) =>
      get<RecordResponse<R>>(`${base(resource)}/${encodeURIComponent(id)}`, {
        signal,
        ...(asked.trashed ? { query: { trashed: 'true' } } : {}),
      }),
  })

/**
 * Options of a reference picker: those that match `search`, or exactly `ids`; `filter` narrows
 * dependent pickers.
 */
export const optionsQuery = (
  collection: string,
  asked: {
    readonly search?: string
    readonly ids?: readonly string[]
    readonly filter?: Filter
  } = {},
) => {
  const params = new URLSearchParams()
  if (asked.filter) formatFilter(asked.filter, params)
  if (asked.search) params.set('search', asked.search)
  if (asked.ids) params.set('ids', asked.ids.join(','))
  return queryOptions({
    queryKey: [...keys.options(collection), params.toString()],
    queryFn: ({ signal }) =>
      get<readonly PickerOption[]>(`/api/${collection}/options`, { query: params, signal }),
    enabled: !asked.ids || asked.ids.length > 0,
    staleTime: 30_000,
  })
}

/**
 * Position of the change stream when this page first read data: live events continue from there.
 * `live`: events from now on reach this tab.
 */
export const started: { at?: string | undefined; live?: boolean } = {}

/** The signed-in person. */
export const meQuery = () =>
  queryOptions({
    queryKey: keys.me,
    queryFn: async ({ signal }) => {
      const { body, headers } = await call<Me>('/api/me', { signal })
      started.at ??= headers.get('Live-Position') ?? undefined
      return body
    },
    staleTime: 5 * 60_000,
  })

/** One revision of a record. */
export interface Revision {
  /** Argument of `…/history/{revision}/restore`. */
  readonly revision: string
  /** Instant. */
  readonly at: string
  readonly operationId: string | null
  readonly actor: { readonly id: string | null; readonly name: string | null }
  readonly channel: string
  readonly version: number
  readonly action: string
  readonly reason: string | null
  /** Old and new value of each changed field the person may read. */
  readonly patch: Readonly<Record<string, readonly [Json, Json]>>
}

/** Changes of a record, newest first, page by page. */
export const historyQuery = (resource: Collection, id: string) =>
  infiniteQueryOptions({
    queryKey: keys.history(resource.collection, id),
    queryFn: ({ signal, pageParam }) =>
      get<{
        readonly data: readonly Revision[]
        readonly included: Included
        readonly page: { readonly next: string | null }
      }>(`${base(resource)}/${encodeURIComponent(id)}/history`, {
        signal,
        ...(pageParam ? { query: { cursor: pageParam } } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.next,
  })

/** An aggregate query: groups (`state`, `checkIn:month`) and measures (`count`, `sum:total`). */
export interface AggregateAsk {
  readonly group?: readonly string[]
  readonly measure?: readonly string[]
  readonly filter?: Filter
  readonly search?: string
  readonly timeZone?: string
}
/**
 * Groups and values by the requested texts; `included` has the titles of referenced records. At
 * most 1000 groups.
 */
export interface AggregateResponse {
  readonly data: readonly {
    readonly group: Readonly<Record<string, Json>>
    readonly values: Readonly<Record<string, Json>>
  }[]
  readonly included: Included
  readonly truncated: boolean
}

export const aggregateQuery = (resource: Collection, ask: AggregateAsk) => {
  const params = new URLSearchParams()
  if (ask.filter) formatFilter(ask.filter, params)
  if (ask.group?.length) params.set('group', ask.group.join(','))
  params.set('measure', (ask.measure ?? ['count']).join(','))
  if (ask.search) params.set('search', ask.search)
  if (ask.timeZone) params.set('tz', ask.timeZone)
  return queryOptions({
    queryKey: [...keys.aggregates(resource.collection), params.toString()],
    queryFn: ({ signal }) =>
      get<AggregateResponse>(`${base(resource)}/aggregate`, { query: params, signal }),
  })
}

/**
 * Names and links of stored files; links expire after minutes, so they are refetched before that.
 */
export const filesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['files', ...ids],
    queryFn: async ({ signal }) =>
      (
        await get<{ readonly data: readonly FileInfo[] }>('/api/files', {
          query: { ids: ids.join(',') },
          signal,
        })
      ).data,
    enabled: ids.length > 0,
    staleTime: 4 * 60_000,
  })

/** Storage details of one file, with a fresh download link; staff only. */
export const fileStorageQuery = (id: string) =>
  queryOptions({
    queryKey: ['files', 'storage', id],
    queryFn: async ({ signal }) =>
      (await get<{ readonly data: StorageFacts }>(`/api/files/${id}/storage`, { signal })).data,
    staleTime: 4 * 60_000,
  })

/** One hit of a global search. */
export interface SearchHit extends PickerOption {
  readonly collection: string
  readonly tags?: readonly string[]
}

/** Matching records of any entity: a few of each collection. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: async ({ signal }) =>
      (await get<{ readonly data: readonly SearchHit[] }>('/api/search', { query: { q }, signal }))
        .data,
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
