import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isMasked } from '#schemas/define/kinds.ts'
import { recordQuery } from '#data/queries.ts'
import type { ResourceModel } from '#model/types.ts'
import { Loading } from '#ui/states.tsx'
import { RecordFailure } from '../RecordFailure.tsx'
import type { FormValues } from './values.ts'

/** Loads a record and gives its values to `children`, without unique and computed ones. */
export const Copied = ({
  resource,
  id,
  children,
}: {
  readonly resource: ResourceModel
  readonly id: string
  readonly children: (given: FormValues) => ReactNode
}) => {
  const { data, error, refetch } = useQuery(recordQuery(resource, id))
  if (!data) {
    return error ? (
      <RecordFailure resource={resource} error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    )
  }
  const unique = new Set(resource.unique.filter((set) => set.length === 1).flat())
  const given = Object.fromEntries(
    resource.fields
      .filter(
        (f) =>
          !f.derived &&
          !unique.has(f.name) &&
          !isMasked(f) &&
          data.data[f.name] !== undefined &&
          data.data[f.name] !== null,
      )
      .map((f) => [f.name, data.data[f.name] ?? null]),
  )
  return children(given)
}
