import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { whereUsedQuery } from '#data/past.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { SkeletonRows } from '#ui/states.tsx'
import { refuses, Uses, type Alternative, type Fate } from './Uses.tsx'

interface Props {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly fate: Fate
  readonly alternatives: readonly Alternative[]
  /** Called once it is known whether what refers to the record prevents its deletion. */
  readonly onPrevented: (prevented: boolean) => void
}

/**
 * What refers to a record, before it is deleted or ends. Limited to what the person may read; a
 * failure blocks nothing.
 */
export const WhereUsed = ({ resource, record, fate, alternatives, onPrevented }: Props) => {
  const { data, isError } = useQuery({
    ...whereUsedQuery(resource, record.id, fate === 'purge'),
    staleTime: 0,
    retry: false,
    // The links open other tabs, where the person may free the record.
    refetchOnWindowFocus: 'always',
  })
  const prevented = data ? refuses(data, fate) : false
  useEffect(() => onPrevented(prevented), [prevented, onPrevented])
  if (isError) return null
  if (!data) return <SkeletonRows columns={1} rows={2} />
  return <Uses used={data} ids={[record.id]} fate={fate} alternatives={alternatives} />
}
