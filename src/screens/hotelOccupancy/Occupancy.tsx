import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get } from '#data/api.ts'
import { keys } from '#data/queries.ts'
import { pageWidthPx } from '#engine/detail/pageWidth.ts'
import type { PanelProps } from '#engine/detail/panels.ts'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useRefreshed } from '../shared/useRefreshed.ts'
import { heightOf } from './height.ts'
import { shareTaken, sumOf, type Occupancy as Facts } from './nights.ts'
import { NightsTable } from './NightsTable.tsx'
import css from './occupancy.module.css'

const SPANS = [30, 90] as const

/** What the colours of the nights say. */
const Legend = () => {
  const { t } = useTranslation()
  return (
    <ul className={css.legend} aria-label={t('pages.legend')}>
      {(
        [
          ['0', t('pages.free')],
          ['2', t('pages.partly')],
          ['full', t('pages.full')],
          ['over', t('pages.over')],
          ['closed', t('pages.closed')],
        ] as const
      ).map(([heat, text]) => (
        <li key={heat}>
          <span className={css.sample} data-heat={heat} aria-hidden />
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Free rooms of each type on the coming nights, with links to the guests. */
export const Occupancy = ({ record }: PanelProps) => {
  const { t } = useTranslation()
  const { bps } = useFormat()
  const [days, setDays] = useState<(typeof SPANS)[number]>(30)
  const queryKey = [...keys.collection('hotels'), 'occupancy', record.id]
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...queryKey, days],
    queryFn: async ({ signal }) =>
      (
        await get<{ data: Facts }>(
          `/api/hotels/${encodeURIComponent(record.id)}/previews/occupancy`,
          { signal, query: { days } },
        )
      ).data,
    placeholderData: keepPreviousData,
    retry: false,
  })
  useRefreshed(queryKey, ['bookings'])
  // Without rooms and guests there is no occupancy.
  if (data && data.types.length === 0) return null
  const share = data && shareTaken(sumOf(data.types, data.days))
  const content = () => {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <SkeletonRows columns={6} rows={4} heightPx={30} />
    return (
      <>
        {data.open ? null : <p className={css.muted}>{t('pages.notOpen')}</p>}
        <NightsTable hotel={record.id} facts={data} />
        <Legend />
      </>
    )
  }
  return (
    <div
      className={css.card}
      aria-busy={!data && !error}
      style={data ? undefined : { minBlockSize: heightOf(record, pageWidthPx()) }}
    >
      <div className={css.head}>
        <h2 className={css.title}>{t('pages.occupancy')}</h2>
        <span className={css.muted} role="status">
          {share === undefined || isPlaceholderData
            ? ''
            : t('pages.occupied', {
                share: bps(
                  share < 1000 ? Math.round(share / 10) * 10 : Math.round(share / 100) * 100,
                ),
                count: days,
              })}
        </span>
        <div className={css.spans} role="group" aria-label={t('pages.span')}>
          {SPANS.map((n) => (
            <button
              key={n}
              type="button"
              className={css.span}
              aria-pressed={n === days}
              onClick={() => setDays(n)}
            >
              {t('pages.nightsOf', { count: n })}
            </button>
          ))}
        </div>
      </div>
      {content()}
    </div>
  )
}
