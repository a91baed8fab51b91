/** The server's response for a period: `GET /api/dashboard`. */
import { useEffect } from 'react'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { get } from '#data/api.ts'
import { onLiveEvent } from '#data/events.ts'
import type { Filter } from '#model/query.ts'
import type { Amount } from '../shared/money.ts'

/** A line with one point per step; null for future or missing values. */
export interface Series {
  readonly currency: string | null
  readonly points: readonly (number | null)[]
}
export type MetricValue = number | null | readonly Amount[]

export interface Metric {
  readonly name: string
  readonly label: string
  readonly collection: string
  readonly unit: 'count' | 'money' | 'share'
  readonly good: 'more' | 'less' | null
  readonly chart: boolean
  readonly value: MetricValue
  readonly previous: MetricValue
  /** Number of records in the linked list. */
  readonly records: number
  readonly series: readonly Series[]
  readonly before: readonly Series[]
  readonly filter: Filter
}
export interface Top {
  readonly metric: string
  readonly collection: string
  readonly field: string
  readonly target: string
  readonly rows: readonly {
    readonly id: string
    readonly title: string
    readonly records: number
    readonly sums: readonly Amount[]
  }[]
}
export interface ActivityEntry {
  readonly at: string
  readonly actor: string | null
  readonly collection: string
  readonly id: string
  readonly title: string
  readonly action: string
  readonly state: string | null
}
export interface DashboardData {
  readonly from: string
  readonly to: string
  readonly previous: { readonly from: string; readonly to: string }
  readonly grain: 'day' | 'week' | 'month'
  /** First day of each step. */
  readonly steps: readonly string[]
  readonly metrics: readonly Metric[]
  readonly top: readonly Top[]
  readonly activity: readonly ActivityEntry[]
}

/** First part of the keys of everything the page shows. */
export const KEY = 'dashboard'

/** All metrics of a period; the previous ones stay visible while loading. */
export const dashboardQuery = ({ from, to }: { readonly from: string; readonly to: string }) =>
  queryOptions({
    queryKey: [KEY, from, to],
    queryFn: async ({ signal }) =>
      (
        await get<{ readonly data: DashboardData }>('/api/dashboard', {
          query: { from, to },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
    // A later visit shows the cached data first, then fresh data.
    staleTime: 10_000,
  })

const GATHERED_MS = 1500

/** Refetches after changes, once per burst. */
export const useLiveDashboard = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLiveEvent(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: [KEY] })
      }, GATHERED_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client])
}
