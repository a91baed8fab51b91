import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '#data/me.ts'
import { aggregateQuery, listQuery } from '#data/queries.ts'
import type { PanelProps } from '#engine/detail/panels.ts'
import { useTranslation, type TextKey } from '#ui/i18n.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx'
import { orders, proposals } from '../shared/resources.ts'
import { offerOf, sorted, type Order } from './offers.ts'
import { OffersTable } from './OffersTable.tsx'
import css from './compare.module.css'

/** Maximum number of compared proposals. */
const MOST = 100
const IN_PLAY: ReadonlySet<unknown> = new Set(['submitted', 'shortlisted', 'accepted'])
const SORTS: readonly (readonly [Order, TextKey])[] = [
  ['price', 'pages.byPrice'],
  ['start', 'pages.byStart'],
  ['finish', 'pages.byFinish'],
  ['rating', 'pages.byRating'],
  ['completed', 'pages.byCompleted'],
]

/** Completed orders per vendor; undefined when the person may not list orders. */
const useCompleted = (vendors: readonly string[]): ReadonlyMap<string, number> | undefined => {
  const can = useCan()
  const key = orders().entity
  const may =
    can(`${key}.list`) && (['vendor', 'state'] as const).every((f) => can(`${key}.field.${f}.read`))
  const { data } = useQuery({
    ...aggregateQuery(orders(), {
      group: ['vendor'],
      measure: ['count'],
      filter: {
        and: [
          { path: ['vendor'], op: 'in', value: [...vendors] },
          { path: ['state'], op: 'eq', value: 'completed' },
        ],
      },
    }),
    enabled: may && vendors.length > 0,
  })
  return useMemo(
    () =>
      data
        ? new Map(data.data.map((d) => [String(d.group.vendor), Number(d.values.count)]))
        : undefined,
    [data],
  )
}

/** The proposals of a job side by side. Drafts are visible to their vendors only. */
export const Compare = ({ record }: PanelProps) => {
  const { t } = useTranslation()
  const [order, setOrder] = useState<Order>('price')
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery(
    listQuery(proposals(), {
      filter: {
        and: [
          { path: ['job'], op: 'eq', value: record.id },
          { path: ['state'], op: 'ne', value: 'draft' },
        ],
      },
      include: ['vendor'],
      sort: [{ field: 'createdAt', descending: false }],
      limit: MOST,
    }),
  )
  const rows = data?.data ?? []
  const completed = useCompleted([...new Set(rows.map((r) => String(r.vendor)))].sort())
  if (error && !data) {
    return (
      <div className={css.card}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!data) {
    return (
      <div className={css.card} aria-busy="true">
        <SkeletonRows columns={4} rows={8} />
      </div>
    )
  }
  if (!rows.length) {
    return (
      <div className={css.card}>
        <EmptyState title={t('pages.noOffers')} text={t('pages.noOffersText')} />
      </div>
    )
  }
  const playing = rows.filter((r) => IN_PLAY.has(r.state))
  const shown = all || !playing.length ? rows : playing
  const offers = sorted(
    order,
    shown.map((r) => offerOf(r, data.included, completed)),
  )
  return (
    <div className={css.card}>
      <div className={css.tools}>
        <span className={css.sortName} id="compare-by">
          {t('pages.sortBy')}
        </span>
        <div role="group" aria-labelledby="compare-by" className={css.orders}>
          {SORTS.map(([by, text]) => (
            <button
              key={by}
              type="button"
              className={css.order}
              aria-pressed={by === order}
              onClick={() => setOrder(by)}
            >
              {t(text)}
            </button>
          ))}
        </div>
        {playing.length && playing.length < rows.length ? (
          <button
            type="button"
            className={css.order}
            aria-pressed={all}
            onClick={() => setAll(!all)}
          >
            {t('pages.outOfPlay', { count: rows.length - playing.length })}
          </button>
        ) : null}
      </div>
      <OffersTable job={record} offers={offers} />
    </div>
  )
}
