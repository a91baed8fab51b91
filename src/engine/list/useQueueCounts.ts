import { useQueries } from '@tanstack/react-query'
import { aggregateQuery } from '#data/queries.ts'
import type { Filter } from '#model/query.ts'
import { filterOfQueue } from '#model/queues.ts'
import type { QueueModel, ResourceModel } from '#model/types.ts'

interface CountOptions {
  /** Time in ms the queues refer to. */
  readonly now: number
  /** Further conditions. */
  readonly filter?: Filter | undefined
  readonly search?: string | undefined
  readonly enabled?: boolean
}

/** Number of records in each queue, in the same order; undefined until known. */
export const useQueueCounts = (
  resource: ResourceModel,
  queues: readonly QueueModel[],
  { now, filter, search, enabled = true }: CountOptions,
): readonly (number | undefined)[] =>
  useQueries({
    queries: queues.map((queue) => {
      const own = filterOfQueue(queue, now)
      return {
        ...aggregateQuery(resource, {
          measure: ['count'],
          filter: filter ? { and: [filter, own] } : own,
          ...(search ? { search } : {}),
        }),
        enabled,
      }
    }),
  }).map(({ data }) => (data ? Number(data.data[0]?.values.count ?? 0) : undefined))
