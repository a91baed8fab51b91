import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { useOrganisation } from '#engine/person.ts'
import { ResourceLink } from '#engine/links.tsx'
import { modelOf } from '#engine/resource.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { Skeleton } from '#ui/states.tsx'
import { changeOf, currencyOf, lineOf, type Change } from './change.ts'
import type { Metric } from './data.ts'
import { Spark } from './Spark.tsx'
import { useMetricText } from './useMetricText.ts'
import css from './dashboard.module.css'

const icons = { more: IconArrowUpRight, less: IconArrowDownRight, same: IconMinus } as const

/** Change against the previous period, in words and colour. */
const Trend = ({ change, share }: { readonly change: Change; readonly share: boolean }) => {
  const { t } = useTranslation()
  const text = useMetricText()
  const Icon = icons[change.kind]
  const amountText = () => {
    if (change.by === undefined) return ''
    if (share) {
      return t('dashboard.points', { count: text.count(Math.round(change.by * 1000) / 10) })
    }
    return text.percent(change.by)
  }
  const by = amountText()
  const changeText = () => {
    if (change.kind === 'same') return t('dashboard.same')
    if (change.by === undefined) return t('dashboard.new')
    return t(change.kind === 'more' ? 'dashboard.more' : 'dashboard.less', { by })
  }
  const words = changeText()
  return (
    <span className={css.trend} data-tone={change.tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {words}
      {change.tone === 'neutral' ? null : (
        <span className="visually-hidden">{`, ${t(change.tone === 'better' ? 'dashboard.better' : 'dashboard.worse')}`}</span>
      )}
    </span>
  )
}

/** A key metric with its change and trend; the whole tile links to the records behind it. */
export const Tile = ({ metric }: { readonly metric: Metric }) => {
  const { t } = useTranslation()
  const text = useMetricText()
  const currency = currencyOf(metric, useOrganisation().currency)
  const change = changeOf(metric, currency)
  const resource = modelOf(metric.collection)
  if (!resource) return null
  const others = text.others(metric.value, currency)
  const records = t('dashboard.records', {
    count: metric.records,
    number: text.count(metric.records),
    what: inSentence(metric.records === 1 ? resource.label.one : resource.label.many),
  })
  return (
    <li className={css.tile} data-metric={metric.name}>
      <ResourceLink
        resource={resource}
        target={{ page: 'list', search: { where: metric.filter } }}
        className={css.tileLink}
      >
        <span className={css.tileHead}>
          <span className={css.tileName}>{label(metric.label)}</span>
          {metric.unit === 'count' ? null : <span className={css.tileRecords}>{records}</span>}
        </span>
        <span className={css.tileValue} data-records={metric.records}>
          {text.main(metric, metric.value, currency)}
          {others ? <span className={css.tileOthers}>{others}</span> : null}
        </span>
        <span className={css.tileTrend}>
          {change ? <Trend change={change} share={metric.unit === 'share'} /> : null}
          <span className={css.tileBefore}>
            {t('dashboard.before', { value: text.main(metric, metric.previous, currency) })}
          </span>
        </span>
        <Spark points={lineOf(metric.series, currency)} tone={change?.tone ?? 'neutral'} />
      </ResourceLink>
    </li>
  )
}

/** Skeleton with the height of a tile. */
export const TileBones = () => (
  <li className={css.tile} aria-hidden>
    <div className={css.tileLink}>
      <Skeleton width="45%" />
      <Skeleton width="60%" />
      <Skeleton width="70%" />
      <span className={css.spark} />
    </div>
  </li>
)
