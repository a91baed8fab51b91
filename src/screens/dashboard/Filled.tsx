import { Button } from '#ui/Button.tsx'
import { useMe } from '#data/me.ts'
import { modelOf } from '#engine/resource.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { Chart } from './Chart.tsx'
import type { DashboardData, Metric } from './data.ts'
import { arranged, type Home } from './home.ts'
import { Activity, TopList } from './Lists.tsx'
import { Bare, isFlat, Start, useBare } from './Start.tsx'
import { Skeletons } from './Skeletons.tsx'
import { Tile } from './Tile.tsx'
import { rank } from './metricOrder.ts'
import css from './dashboard.module.css'

/** Ids of cards in a person's arrangement. */
export const cardId = {
  metric: (metric: Pick<Metric, 'name'>): string => `metric:${metric.name}`,
  chart: (metric: Pick<Metric, 'name'>): string => `chart:${metric.name}`,
  top: (top: DashboardData['top'][number]): string => `top:${top.metric}.${top.field}`,
  worklist: (name: string): string => `worklist:${name}`,
  view: (id: string): string => `view:${id}`,
  activity: 'activity',
} as const

type Card =
  | { readonly kind: 'chart'; readonly metric: Metric }
  | { readonly kind: 'top'; readonly top: DashboardData['top'][number] }
  | { readonly kind: 'activity' }

const idOf = (card: Card): string => {
  switch (card.kind) {
    case 'chart':
      return cardId.chart(card.metric)
    case 'top':
      return cardId.top(card.top)
    case 'activity':
      return cardId.activity
  }
}

/** Metrics in their usual order. */
export const metricsOf = (data: DashboardData): readonly Metric[] =>
  [...data.metrics].sort((a, b) => rank(a) - rank(b))

const cardsOf = (data: DashboardData): readonly Card[] => [
  ...metricsOf(data)
    .filter((metric) => metric.chart)
    .map((metric): Card => ({ kind: 'chart', metric })),
  ...data.top.map((top): Card => ({ kind: 'top', top })),
  { kind: 'activity' },
]

/** Charts and lists with their names, for arranging them. */
export const useCardNames = () => {
  const { t } = useTranslation()
  return (data: DashboardData): readonly { readonly id: string; readonly label: string }[] =>
    cardsOf(data).map((card) => {
      const id = idOf(card)
      if (card.kind === 'activity') return { id, label: t('dashboard.activity') }
      if (card.kind === 'chart') return { id, label: label(card.metric.label) }
      const many = modelOf(card.top.target)?.label.many ?? ''
      return { id, label: t('dashboard.top', { what: inSentence(many) }) }
    })
}

/** Metrics, charts and lists of a period, as the person arranged them. */
export const Filled = ({
  data,
  stale,
  home,
  onLonger,
}: {
  readonly data: DashboardData
  readonly stale: boolean
  readonly home: Home
  readonly onLonger: (() => void) | undefined
}) => {
  const { t } = useTranslation()
  const tenant = useMe().person?.tenant
  const metrics = metricsOf(data)
  const filled = cardsOf(data).filter(
    (card) =>
      card.kind === 'activity' ||
      // People of a tenant see nobody else in a ranking of tenants.
      (card.kind === 'chart' ? !isFlat(card.metric) : card.top.rows.length > (tenant ? 1 : 0)),
  )
  // A new organisation has nothing to count, so it gets first steps instead.
  const bare = useBare(data)
  const still = metrics.some((metric) => metric.chart) && filled.length === 1
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
  const tiles = arranged(metrics, cardId.metric, home)
  const cards = arranged(filled, idOf, home)
  return (
    <div className={css.all} data-stale={stale || undefined}>
      {metrics.length ? null : <Start />}
      {tiles.length ? (
        <ul className={css.tiles} aria-label={t('dashboard.metrics')}>
          {tiles.map((metric) => (
            <Tile key={metric.name} metric={metric} />
          ))}
        </ul>
      ) : null}
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
      <div className={css.cards}>
        {cards.map((card) => {
          const id = idOf(card)
          if (card.kind === 'chart') return <Chart key={id} metric={card.metric} data={data} />
          if (card.kind === 'top') return <TopList key={id} top={card.top} data={data} />
          return <Activity key={id} entries={data.activity} />
        })}
      </div>
    </div>
  )
}
