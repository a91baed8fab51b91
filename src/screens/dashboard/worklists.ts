/** The records that wait for the person: `GET /api/worklists`. */
import { queryOptions } from '@tanstack/react-query'
import type { SummaryPart } from '#schemas/define/detail.ts'
import { get } from '#data/api.ts'
import type { Included, RecordData } from '#data/types.ts'
import type { Filter } from '#model/query.ts'
import { KEY } from './data.ts'

export interface Worklist {
  /** `bookings.arrivals`. */
  readonly name: string
  readonly label: string
  readonly collection: string
  readonly filter: Filter
  /** Sort of the list, earliest due first. */
  readonly sort: string
  /** The field that says when a row is due. */
  readonly due: string | null
  /** The field that names a row, if not the record's title. */
  readonly title: string | null
  readonly total: number
  readonly totalIsExact: boolean
  readonly rows: readonly RecordData[]
  readonly included: Included
  readonly show: readonly SummaryPart[]
}

/** All worklists of the person, also empty ones. Refetched with the metrics. */
export const worklistsQuery = () =>
  queryOptions({
    queryKey: [KEY, 'worklists'],
    queryFn: async ({ signal }) =>
      (await get<{ readonly data: readonly Worklist[] }>('/api/worklists', { signal })).data,
    staleTime: 10_000,
  })
