import { useEffect, useState } from 'react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMe } from '#data/me.ts'
import { listQuery, optionsQuery, searchQuery, type SearchHit } from '#data/queries.ts'
import { recentRecords } from '#engine/recent.ts'
import { modelOf } from '#engine/resource.ts'
import type { ResourceModel } from '#model/types.ts'

const pauseMs = 150
/** Most records the server returns of a collection; fewer mean that there are no more. */
const MOST = 5
const RECENT = 6

/** The text, once typing rests. */
const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Found records of one collection. */
export interface Hits {
  readonly resource: ResourceModel
  readonly hits: readonly SearchHit[]
  /** How many match; undefined if all are shown or it is not known yet. */
  readonly total: number | undefined
  readonly more: boolean
}

/** Records that match a text by collection, `first` before the others, and whether more may come. */
export const useHits = (text: string, first: ResourceModel | undefined) => {
  const asked = text.trim()
  const q = usePaused(asked)
  const { data, error, isFetching } = useQuery(searchQuery(q))
  // Results of an earlier text would change places under the pointer.
  const current = q === asked && q.length > 1 && !isFetching ? (data ?? []) : []
  const by = new Map<string, SearchHit[]>()
  for (const hit of current) by.set(hit.collection, [...(by.get(hit.collection) ?? []), hit])
  const groups = [...by].flatMap(([collection, hits]) => {
    const resource = modelOf(collection)
    return resource?.path ? [{ resource, hits }] : []
  })
  groups.sort((a, b) => Number(b.resource === first) - Number(a.resource === first))
  const counts = useQueries({
    queries: groups.map(({ resource, hits }) => ({
      ...listQuery(resource, { search: q, limit: 1, fields: [resource.title] }),
      enabled: hits.length >= MOST,
    })),
  })
  const found = groups.map(({ resource, hits }, i): Hits => {
    const page = counts[i]?.data?.page
    return {
      resource,
      hits,
      total: hits.length >= MOST && page?.totalIsExact ? page.total : undefined,
      more: hits.length >= MOST && (page === undefined || page.total > hits.length),
    }
  })
  return { found, failed: error !== null, waiting: asked.length > 1 && (q !== asked || isFetching) }
}

/** The records opened last that still exist and may be seen, newest first. */
export const useRecents = (): readonly SearchHit[] => {
  const { account } = useMe()
  const [recent] = useState(() =>
    recentRecords(account.id)
      .filter((r) => modelOf(r.collection)?.path)
      .slice(0, RECENT),
  )
  const collections = [...new Set(recent.map((r) => r.collection))]
  const responses = useQueries({
    queries: collections.map((collection) => ({
      ...optionsQuery(collection, {
        ids: recent.filter((r) => r.collection === collection).map((r) => r.id),
      }),
      retry: false,
    })),
  })
  return recent.flatMap(({ collection, id }) => {
    const option = responses[collections.indexOf(collection)]?.data?.find((o) => o.id === id)
    return option ? [{ ...option, collection }] : []
  })
}
