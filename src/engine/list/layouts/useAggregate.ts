import { useQuery } from '@tanstack/react-query'
import { aggregateQuery } from '#data/queries.ts'
import type { Filter } from '#model/query.ts'
import type { FieldModel } from '#model/types.ts'
import type { List } from '../useList.ts'
import type { Measure } from './measures.ts'

interface Options {
  readonly enabled?: boolean
  /** Only records of the list that all of these hold for. */
  readonly within?: readonly Filter[]
}

/** Counts and measures the records of the list by fields. */
export const useAggregate = (
  { resource, query: { filter, search } }: List,
  by: readonly (FieldModel | undefined)[],
  measures: readonly Measure[],
  { enabled = true, within = [] }: Options = {},
) => {
  const all = [filter ?? [], ...within].flat()
  const asked = all.length > 1 ? { and: all } : all[0]
  return useQuery({
    ...aggregateQuery(resource, {
      group: by.flatMap((f) => f?.name ?? []),
      measure: ['count', ...measures.map(({ key }) => key)],
      ...(asked ? { filter: asked } : {}),
      ...(search ? { search } : {}),
    }),
    enabled,
    placeholderData: (old) => old,
  })
}
