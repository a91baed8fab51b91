import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get } from '#data/api.ts'
import { mergeIncluded } from '#data/included.ts'
import { keys, listOf } from '#data/queries.ts'
import type { Included, ListResponse, RecordData } from '#data/types.ts'
import type { ListQuery } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'
import { formatListQuery, MAX_LIMIT } from '#model/urlQuery.ts'

/** A layout that needs all rows at once loads at most this many and says that there are more. */
export const MOST_ROWS = 2000

export interface AllRows {
  readonly rows: readonly RecordData[]
  readonly included: Included
  /** How many rows exist, if more than were loaded. */
  readonly cut: Pick<ListResponse['page'], 'total' | 'totalIsExact'> | undefined
}

const readAll = async (
  resource: ResourceModel,
  asked: ListQuery,
  signal: AbortSignal,
): Promise<AllRows> => {
  const rows: RecordData[] = []
  let included: Included = {}
  let cursor: string | null = null
  let counted: ListResponse['page'] | undefined
  do {
    const page: ListResponse = await get<ListResponse>(`/api/${resource.collection}`, {
      query: formatListQuery(cursor ? { ...asked, cursor } : asked),
      signal,
    })
    rows.push(...page.data)
    included = mergeIncluded([{ included }, page])
    counted ??= page.page
    cursor = page.page.next
  } while (cursor && rows.length < MOST_ROWS)
  return { rows, included, cut: cursor === null ? undefined : counted }
}

/** Every row of a request, loaded page by page; refreshed with the collection like any list. */
export const useAllRows = (resource: ResourceModel, query: Partial<ListQuery>, enabled = true) => {
  const asked: ListQuery = listOf({ ...query, limit: MAX_LIMIT })
  return useQuery({
    queryKey: [...keys.lists(resource.collection), 'all', formatListQuery(asked).toString()],
    queryFn: ({ signal }) => readAll(resource, asked, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
}
