import { useQueries } from '@tanstack/react-query'
import { useHolds } from '#data/me.ts'
import { listQuery } from '#data/queries.ts'
import { ResourceLink } from '#engine/links.tsx'
import { modelOf } from '#engine/resource.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import type { DashboardData } from './data.ts'
import css from './dashboard.module.css'

/** Records a new marketplace needs, in the order of their dependencies. */
const BEGIN = ['vendors', 'hotels', 'services', 'customers', 'bookings', 'orders']
/** Screens to look at first, for people who create nothing. */
const LOOK = [
  'bookings',
  'orders',
  'tickets',
  'conversations',
  'hotels',
  'services',
  'customers',
  'vendors',
  'proposals',
  'payment-transactions',
  'subscriptions',
  'notifications',
]
const MOST = 6

/** True when this period and the previous one count nothing. */
export const isBare = ({ metrics }: Pick<DashboardData, 'metrics'>): boolean =>
  metrics.every((f) => f.records === 0 && isFlat(f))

/** True when a line chart would be flat at zero in this period and the previous one. */
export const isFlat = ({
  series,
  before,
}: Pick<DashboardData['metrics'][number], 'series' | 'before'>): boolean =>
  [...series, ...before].every((line) => line.points.every((point) => !point))

/**
 * True when there is nothing to count in any period, so the organisation is new; undefined until
 * known.
 */
export const useBare = (data: DashboardData): boolean | undefined => {
  const possible = isBare(data)
  const collections = [...new Set(data.metrics.filter((f) => f.chart).map((f) => f.collection))]
  const lists = useQueries({
    queries: collections.flatMap((name) => {
      const model = modelOf(name)
      return model ? [{ ...listQuery(model, { limit: 1 }), enabled: possible }] : []
    }),
  })
  if (!possible) return false
  return lists.some((l) => l.isPending) ? undefined : lists.every((l) => l.data?.data.length === 0)
}

/** What the person may create, else the lists they may read. */
const useWays = () => {
  const can = useHolds()
  const models = (names: readonly string[]) =>
    names.flatMap((name) => {
      const model = modelOf(name)
      return model?.path ? [model] : []
    })
  const begin = models(BEGIN)
    .filter((r) => can(`${r.entity}.create`))
    .slice(0, MOST)
  return {
    begin: begin.length > 0,
    ways: begin.length
      ? begin
      : models(LOOK)
          .filter((r) => can(`${r.entity}.list`))
          .slice(0, MOST),
  }
}

/** First steps for an empty dashboard; renders nothing when the person may take none. */
export const Start = () => {
  const { t } = useTranslation()
  const { begin, ways } = useWays()
  if (!ways.length) return null
  return (
    <ul className={css.ways} aria-label={t('dashboard.ways')}>
      {ways.map((r) => {
        const Icon = iconOf(r.nav.icon)
        return (
          <li key={r.collection}>
            <ResourceLink
              resource={r}
              target={begin ? { page: 'create' } : { page: 'list' }}
              className={css.way}
            >
              <span className={css.entryIcon} aria-hidden>
                <Icon size={18} stroke={1.5} />
              </span>
              {begin ? t('form.addTitle', { what: inSentence(r.label.one) }) : label(r.label.many)}
            </ResourceLink>
          </li>
        )
      })}
    </ul>
  )
}

/** Shown instead of metrics while there are none. */
export const Bare = () => {
  const { t } = useTranslation()
  const { begin } = useWays()
  return (
    <section className={css.start} aria-label={t('dashboard.bare')}>
      <h2 className={css.startTitle}>{t('dashboard.bare')}</h2>
      <p className={css.startText}>{t(begin ? 'dashboard.bareText' : 'dashboard.bareRead')}</p>
      <Start />
    </section>
  )
}
