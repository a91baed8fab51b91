import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useHolds } from '#data/me.ts'
import { listQuery } from '#data/queries.ts'
import type { Included } from '#data/types.ts'
import { listedIds, listedQueue } from '#engine/listed.ts'
import { isStandard } from '#model/standard.ts'
import type { ListQuery } from '#model/query.ts'
import { filterOfQueue, QUEUE_STEP_MS, queuesOf } from '#model/queues.ts'
import type { QueueModel } from '#model/types.ts'
import { parseSort } from '#model/urlQuery.ts'
import { useTimed } from '#ui/time.ts'
import { tickets, type Seen } from '../shared/resources.ts'

/** Tickets the inbox shows; the list shows all. */
const SHOWN = 50
/** Every ticket, the newest first. */
export const ALL = 'all'
const COLUMNS = ['number', 'subject', 'customer', 'assignee', 'priority', 'slaDueAt', 'state']

const WIDE = '(width >= 1360px)'
const media = () => (typeof window.matchMedia === 'function' ? window.matchMedia(WIDE) : undefined)
const subscribe = (fn: () => void) => {
  const found = media()
  found?.addEventListener?.('change', fn)
  return () => found?.removeEventListener?.('change', fn)
}
/** True where the inbox fits beside the conversation and its facts. */
const useWide = () => useSyncExternalStore(subscribe, () => media()?.matches ?? false)

export interface Inbox {
  readonly queues: readonly QueueModel[]
  /** Name of the queue, `ALL`, or undefined for the rows of the list one came from. */
  readonly queue: string | undefined
  /** Time in ms the queues refer to. */
  readonly now: number
  /** Undefined while loading, and where there is no room for them. */
  readonly rows: readonly Seen<'tickets'>[] | undefined
  readonly included: Included
  /** True where the column is shown. */
  readonly wide: boolean
  /** Ids of the tickets before and after; undefined at the ends. */
  readonly previous: string | undefined
  readonly next: string | undefined
  /** False when the open ticket is alone. */
  readonly steps: boolean
}

/** Ids around a ticket; of one that left the inbox, around the place where it was. */
const around = (ids: readonly string[], id: string, lastAt: number) => {
  const at = ids.indexOf(id)
  if (at >= 0) return { at, previous: ids[at - 1], next: ids[at + 1] }
  if (lastAt < 0) return { at, previous: undefined, next: undefined }
  return { at, previous: ids[Math.min(lastAt, ids.length) - 1], next: ids[lastAt] }
}

/**
 * The tickets to go through beside the open one: of the chosen queue, by default that of the list
 * one came from, or its very rows.
 */
export const useInbox = (id: string, asked: string | undefined): Inbox => {
  const resource = tickets()
  const holds = useHolds()
  const wide = useWide()
  const now = useTimed((at) => at - (at % QUEUE_STEP_MS))
  const [from] = useState(() => ({
    ids: listedIds(resource.collection),
    queue: listedQueue(resource.collection),
  }))
  const readable = useMemo(
    () => (name: string) => isStandard(name) || holds(`${resource.entity}.field.${name}.read`),
    [holds, resource],
  )
  const queues = useMemo(
    () => queuesOf(resource, (_, name) => readable(name)),
    [resource, readable],
  )
  const listed = from.ids.includes(id) ? undefined : ALL
  const wanted = asked ?? from.queue ?? listed
  const queue = queues.find(({ name }) => name === wanted)
  const chosen = queue ? wanted : wanted && ALL
  const request = useMemo((): Partial<ListQuery> => {
    const fields = COLUMNS.filter(readable)
    if (queue) {
      const sort = parseSort(queue.sort ?? resource.list.sort)
      return { filter: filterOfQueue(queue, now), sort, fields, limit: SHOWN }
    }
    if (chosen) return { fields, limit: SHOWN }
    return { filter: { path: ['id'], op: 'in', value: from.ids.slice(0, 100) }, fields, limit: 100 }
  }, [resource, readable, queue, chosen, now, from])
  const response = useQuery({
    ...listQuery(resource, request),
    enabled: wide && holds(`${resource.entity}.list`),
    placeholderData: (old) => old,
  })
  const rows = useMemo(() => {
    if (!wide || !response.data) return undefined
    if (chosen) return response.data.data
    const place = new Map(from.ids.map((one, i) => [one, i]))
    return [...response.data.data].sort((a, b) => place.get(a.id)! - place.get(b.id)!)
  }, [wide, response.data, chosen, from])
  const ids = rows?.map((row) => row.id) ?? from.ids
  const lastAt = useRef(-1)
  const { at, previous, next } = around(ids, id, lastAt.current)
  useEffect(() => {
    if (at >= 0) lastAt.current = at
  }, [at])
  return {
    queues,
    queue: chosen,
    now,
    rows,
    included: response.data?.included ?? {},
    wide,
    previous,
    next,
    steps: (at >= 0 && ids.length > 1) || previous !== undefined || next !== undefined,
  }
}
