import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCan } from '#data/me.ts'
import { useOrganisation } from '#engine/person.ts'
import { useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/time.ts'
import { Chart } from './Chart.tsx'
import { dashboardQuery, useLiveDashboard, type DashboardData, type Metric } from './data.ts'
import { Activity, CardBones, TopList } from './Lists.tsx'
import { Range } from './Range.tsx'
import { Bare, isFlat, Start, useBare } from './Start.tsx'
import { daysOf, readDashboardSearch, todayIn, type DashboardSearch } from './range.ts'
import { Tile, TileBones } from './Tile.tsx'
import css from './dashboard.module.css'

/** Metrics in display order with the entities they come from; metrics not named here come last. */
const order = [
  ['revenue', 'paymentTransaction'],
  ['bookings', 'booking'],
  ['occupancy', 'booking'],
  ['openOrders', 'order'],
  ['orders', 'order'],
  ['newCustomers', 'customer'],
  ['ticketsInBreach', 'ticket'],
  ['mrr', 'subscription'],
] as const
const rank = (f: Metric): number => {
  const at = order.findIndex(([name]) => name === f.name)
  return at < 0 ? order.length : at
}

/** Skeletons of the expected size: as many tiles as the person may probably read. */
const Skeletons = () => {
  const can = useCan()
  const tiles = order.filter(([, entity]) => can(`${entity}.list`))
  const charts = (['order', 'booking'] as const).filter((entity) => can(`${entity}.list`))
  return (
    <>
      <ul className={css.tiles}>
        {tiles.map(([name]) => (
          <TileBones key={name} />
        ))}
      </ul>
      <div className={css.cards}>
        {charts.map((entity) => (
          <CardBones key={entity} />
        ))}
      </div>
      <div className={css.cards}>
        {charts.length ? <CardBones /> : null}
        <CardBones />
      </div>
    </>
  )
}

const Filled = ({
  data,
  stale,
  onLonger,
}: {
  readonly data: DashboardData
  readonly stale: boolean
  readonly onLonger: (() => void) | undefined
}) => {
  const { t } = useTranslation()
  const metrics = [...data.metrics].sort((a, b) => rank(a) - rank(b))
  const charts = metrics.filter((f) => f.chart && !isFlat(f))
  const tops = data.top.filter((top) => top.rows.length > 0)
  // A new organisation has nothing to count, so it gets first steps instead.
  const bare = useBare(data)
  const still = metrics.some((f) => f.chart) && !charts.length && !tops.length
  if (bare === undefined) return <Skeletons />
  if (bare) {
    return (
      <div className={css.all}>
        <Bare />
        {data.activity.length ? (
          <div className={css.cards}>
            <Activity entries={data.activity} />
          </div>
        ) : null}
      </div>
    )
  }
  return (
    <div className={css.all} data-stale={stale || undefined}>
      {metrics.length ? (
        <ul className={css.tiles} aria-label={t('dashboard.metrics')}>
          {metrics.map((metric) => (
            <Tile key={metric.name} metric={metric} />
          ))}
        </ul>
      ) : (
        <Start />
      )}
      {still ? (
        <section className={css.start} aria-label={t('dashboard.still')}>
          <h2 className={css.startTitle}>{t('dashboard.still')}</h2>
          <p className={css.startText}>{t('dashboard.stillText')}</p>
          {onLonger ? (
            <Button variant="default" onClick={onLonger}>
              {t('dashboard.longer')}
            </Button>
          ) : null}
        </section>
      ) : null}
      {charts.length ? (
        <div className={css.cards}>
          {charts.map((metric) => (
            <Chart key={metric.name} metric={metric} data={data} />
          ))}
        </div>
      ) : null}
      <div className={css.cards}>
        {tops.map((top) => (
          <TopList key={top.metric} top={top} data={data} />
        ))}
        <Activity entries={data.activity} />
      </div>
    </div>
  )
}

/**
 * `/dashboard`: key metrics of a period compared with the previous one, charts over time, and
 * recent activity.
 */
export const Dashboard = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const search: DashboardSearch = readDashboardSearch(useSearch({ from: '/_main/dashboard' }))
  const navigate = useNavigate({ from: '/dashboard' })
  const { timeZone } = useOrganisation()
  const days = daysOf(search, todayIn(timeZone, useNow()))
  const { data, error, isPlaceholderData, refetch } = useQuery(dashboardQuery(days))
  useLiveDashboard()
  const span = ({ from, to }: { from: string; to: string }) =>
    from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`
  const content = () => {
    if (error && (!data || isPlaceholderData)) {
      return <ErrorState error={error} onRetry={() => void refetch()} />
    }
    if (!data) return <Skeletons />
    if (data.metrics.length || data.activity.length) {
      return (
        <Filled
          data={data}
          stale={isPlaceholderData}
          onLonger={
            search.range === 'year' ? undefined : () => void navigate({ search: { range: 'year' } })
          }
        />
      )
    }
    return (
      <EmptyState
        title={t('screens.dashboardEmpty')}
        text={t('screens.dashboardEmptyText')}
        actions={<Start />}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={t('screens.dashboard')}
        subtitle={
          data
            ? t('dashboard.compared', { period: span(data), before: span(data.previous) })
            : '\u00a0'
        }
        actions={
          <Range search={search} days={days} onChange={(next) => void navigate({ search: next })} />
        }
      />
      {content()}
    </>
  )
}
