import { useQuery } from '@tanstack/react-query'
import type { PanelProps } from '#engine/detail/panels.ts'
import { rangeText } from '#engine/detail/parts.ts'
import { ResourceLink } from '#engine/links.tsx'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { bookings } from '../shared/resources.ts'
import { useRefreshed } from '../shared/useRefreshed.ts'
import { overviewQuery, SOURCES, wholeKey, type Overview as Facts } from './data.ts'
import { Metrics } from './Metrics.tsx'
import { QuickActions } from './QuickActions.tsx'
import { recordLink } from '../shared/links.ts'
import css from './customer.module.css'

/** Head of a customer's page: their value, next stays and open records. */
export const Overview = ({ record }: PanelProps) => {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(overviewQuery(record.id))
  useRefreshed(wholeKey(record.id), SOURCES)
  if (error && !data) {
    return (
      <div className={css.card}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  const stays = () => {
    if (data?.stays) return <Stays facts={data} />
    if (data) return null
    return <div className={css.waiting} />
  }
  return (
    <div className={css.overview} aria-busy={!data}>
      <Metrics id={record.id} facts={data} />
      <div className={css.card}>
        <div className={css.cardHead}>
          <h2 className={css.cardTitle}>
            {t(!data || data.stays ? 'pages.upcoming' : 'pages.quickActions')}
          </h2>
          <QuickActions record={record} />
        </div>
        {stays()}
      </div>
    </div>
  )
}

/** Upcoming stays side by side, nearest first: as high as without one, so that nothing moves. */
const Stays = ({ facts }: { readonly facts: Facts }) => {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const stays = facts.stays ?? []
  if (!stays.length) return <p className={css.noStays}>{t('pages.noStays')}</p>
  const nights = (from: unknown, to: unknown) =>
    Math.round((Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000)
  return (
    <ul className={css.stays} aria-label={t('pages.upcoming')}>
      {stays.map((stay) => {
        const state = bookings().states.find((s) => s.value === stay.state)
        const hotel = facts.included.hotels?.[String(stay.hotel)]?.title ?? String(stay.code)
        return (
          <li key={stay.id} className={css.stay}>
            <ResourceLink {...recordLink('bookings', stay.id)} className={css.stayHotel} dir="auto">
              {hotel}
            </ResourceLink>
            {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
            <span className={css.stayFacts}>
              {[
                rangeText('day', String(stay.checkIn), String(stay.checkOut), i18n.language, 'UTC'),
                t('pages.nightsOf', { count: nights(stay.checkIn, stay.checkOut) }),
                stay.roomTypeCode,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className={css.amount}>{stay.total ? format.money(stay.total) : ''}</span>
          </li>
        )
      })}
    </ul>
  )
}
