import { useQuery } from '@tanstack/react-query'
import { listQuery } from '#data/queries.ts'
import { label } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { ResourceLink } from '../links.tsx'
import type { PageProps } from '../routes.ts'

/** The records of a resource, by title. */
export const ListPage = ({ resource }: PageProps) => {
  const { data, error, refetch } = useQuery(listQuery(resource))
  return (
    <>
      <PageHeader title={label(resource.label.many)} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : !data ? <SkeletonRows columns={1} /> : (
        <ul>{data.data.map((row) => <li key={row.id}><ResourceLink resource={resource} target={{ page: 'detail', id: row.id }}>{String(row[resource.title])}</ResourceLink></li>)}</ul>
      )}
    </>
  )
}
