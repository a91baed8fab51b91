/** The server's overview of a customer. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { get } from '#data/api.ts'
import { keys } from '#data/queries.ts'
import type { Included } from '#data/types.ts'
import type { Amount } from '../shared/money.ts'
import type { Seen } from '../shared/resources.ts'

/** Parts that the person may not read are absent. */
export interface Overview {
  readonly value?: readonly Amount[]
  readonly bookings?: { readonly total: number; readonly upcoming: number; readonly nights: number }
  readonly lastStay?: { readonly id: string; readonly hotel: string; readonly until: string } | null
  readonly stays?: readonly Seen<'bookings'>[]
  readonly openOrders?: number
  readonly openTickets?: number
  readonly satisfaction?: { readonly average: number | null; readonly count: number }
  readonly included: Included
}

/** Collections that both responses depend on. */
export const SOURCES = [
  'bookings',
  'orders',
  'payment-transactions',
  'tickets',
  'conversations',
] as const

type Source = (typeof SOURCES)[number]

interface HappenedIn<C extends Source> {
  readonly collection: C
  readonly id: string
  /** Instant. */
  readonly at: string
  readonly record: Seen<C>
}
/** An event of the timeline. */
export type Happened = { [C in Source]: HappenedIn<C> }[Source]

export interface TimelinePage {
  readonly kinds: readonly string[]
  readonly data: readonly Happened[]
  readonly included: Included
  readonly next: string | null
}

const at = (id: string, name: string) => `/api/customers/${encodeURIComponent(id)}/previews/${name}`
/** Query key that covers both. */
export const wholeKey = (id: string) => [...keys.collection('customers'), 'whole', id] as const

export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...wholeKey(id), 'overview'],
    queryFn: async ({ signal }) =>
      (await get<{ data: Overview }>(at(id, 'overview'), { signal })).data,
  })

/** Pages of the timeline, newest first; `kind` limits it to one collection. */
export const timelineQuery = (id: string, kind: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...wholeKey(id), 'timeline', kind ?? ''],
    queryFn: async ({ signal, pageParam }) =>
      (
        await get<{ data: TimelinePage }>(at(id, 'timeline'), {
          signal,
          query: { kinds: kind, before: pageParam || undefined },
        })
      ).data,
    initialPageParam: '',
    getNextPageParam: (last: TimelinePage) => last.next,
  })
