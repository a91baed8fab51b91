import { useQuery } from '@tanstack/react-query'
import { whereUsedQuery } from '#data/past.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { SkeletonRows } from '#ui/states.tsx'
import { Uses, type Alternative, type Fate } from './Uses.tsx'

interface Props {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly fate: Fate
  readonly alternatives: readonly Alternative[]
}

/**
 * What refers to a record, before it is deleted or ends. Limited to what the person may read; a
 * failure blocks nothing.
 */
export const WhereUsed = ({ resource, record, fate, alternatives }: Props) => {
  const { data, isError } = useQuery({
    ...whereUsedQuery(resource, record.id, fate === 'purge'),
    staleTime: 0,
    retry: false,
  })
  if (isError) return null
  if (!data) return <SkeletonRows columns={1} rows={2} />
  return <Uses used={data} ids={[record.id]} fate={fate} alternatives={alternatives} />
}
