import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, get } from '#data/api.ts'
import { keys } from '#data/queries.ts'

/** Contents and audience of a notification, as the form holds them. */
export interface Draft {
  readonly audience: string
  readonly channel: string
  readonly recipients: readonly string[]
}

/** Number of recipients, counted by the server. */
export interface Reach {
  readonly people: number
  readonly reached: number
  readonly muted: number
  readonly noDevice: number
  readonly noAddress: number
  readonly pushAvailable: boolean
}

export const reachQuery = ({ audience, channel, recipients }: Draft) =>
  queryOptions({
    queryKey: ['announcement', audience, channel, ...recipients],
    queryFn: async ({ signal }) =>
      (
        await call<{ data: Reach }>('/api/announcements/audience', {
          method: 'POST',
          body: { audience, channel, recipients },
          signal,
        })
      ).body.data,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })

/** Sends it to the caller alone; `no_device` when the caller has no device. */
export const sendTest = async (body: {
  readonly title: string
  readonly body: string
  readonly channel: string
  readonly link?: string
}): Promise<'sent' | 'no_device'> =>
  (
    await call<{ data: { state: 'sent' | 'no_device' } }>('/api/announcements/test', {
      method: 'POST',
      body,
    })
  ).body.data.state

/**
 * Delivery state of one recipient, whose id and title are null when the reader may not see them.
 */
export interface Delivery {
  readonly id: string
  readonly recipient: {
    readonly type: string
    readonly id: string | null
    readonly title: string | null
  }
  readonly state: string
  readonly attempts: number
  readonly error: string | null
  readonly retryAt: string | null
  readonly deliveredAt: string | null
  readonly readAt: string | null
}
interface DeliveryPage {
  readonly data: readonly Delivery[]
  readonly counts: Readonly<Record<string, number>>
  readonly next: string | null
}

/** Recipients of a notification, those that need attention first; refetched with the record. */
export const deliveriesQuery = (id: string, state: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keys.record('notifications', id), 'deliveries', state ?? ''],
    queryFn: async ({ signal, pageParam }) =>
      (
        await get<{ data: DeliveryPage }>(
          `/api/notifications/${encodeURIComponent(id)}/previews/deliveries`,
          {
            signal,
            query: { ...(state ? { state } : {}), ...(pageParam ? { after: pageParam } : {}) },
          },
        )
      ).data,
    initialPageParam: '',
    getNextPageParam: (last: DeliveryPage) => last.next,
  })
