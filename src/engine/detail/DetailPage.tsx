import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '#data/queries.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useRecordId } from '../links.tsx'
import type { PageProps } from '../routes.ts'

/** One record, by title. */
export const DetailPage = ({ resource }: PageProps) => {
  const { data, error, refetch } = useQuery(recordQuery(resource, useRecordId()))
  if (error) return <ErrorState page error={error} onRetry={() => void refetch()} />
  return data ? <PageHeader title={String(data.data[resource.title] ?? data.data.id)} /> : <SkeletonRows columns={1} />
}
