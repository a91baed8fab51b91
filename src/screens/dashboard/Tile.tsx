import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { useOrganisation } from '#engine/person.ts'
import { ResourceLink } from '#engine/links.tsx'
import { modelOf } from '#engine/resource.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { Skeleton } from '#ui/states.tsx'
import { changeOf, currencyOf, lineOf, type Change } from './change.ts'
import type { Figure } from './data.ts'
import { Spark } from './Spark.tsx'
import { useFigureText } from './useFigureText.ts'
import css from './dashboard.module.css'

const icons = { more: IconArrowUpRight, less: IconArrowDownRight, same: IconMinus } as const

/** More or less than before, in words and colour. */
const Trend = ({ change, share }: { readonly change: Change; readonly share: boolean }) => {
  const { t } = useTranslation()
  const text = useFigureText()
  const Icon = icons[change.kind]
  const by =
    change.by === undefined
      ? ''
      : share
        ? t('dashboard.points', { count: text.count(Math.round(change.by * 1000) / 10) })
        : text.percent(change.by)
  const words =
    change.kind === 'same'
      ? t('dashboard.same')
      : change.by === undefined
        ? t('dashboard.new')
        : t(change.kind === 'more' ? 'dashboard.more' : 'dashboard.less', { by })
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

/** One key figure: what it is, how it stands against before, how it went; the whole of it leads to the list behind. */
export const Tile = ({ figure }: { readonly figure: Figure }) => {
  const { t } = useTranslation()
  const text = useFigureText()
  const currency = currencyOf(figure, useOrganisation().currency)
  const change = changeOf(figure, currency)
  const resource = modelOf(figure.collection)
  if (!resource) return null
  const others = text.others(figure.value, currency)
  const records = t('dashboard.records', {
    count: figure.records,
    number: text.count(figure.records),
    what: inSentence(figure.records === 1 ? resource.label.one : resource.label.many),
  })
  return (
    <li className={css.tile} data-figure={figure.name}>
      <ResourceLink
        resource={resource}
        target={{ page: 'list', search: { where: figure.filter } }}
        className={css.tileLink}
      >
        <span className={css.tileName}>{label(figure.label)}</span>
        <span className={css.tileValue} data-records={figure.records}>
          {text.main(figure, figure.value, currency)}
          {others ? <span className={css.tileOthers}>{others}</span> : null}
        </span>
        <span className={css.tileTrend}>
          {change ? <Trend change={change} share={figure.unit === 'share'} /> : null}
          <span className={css.tileBefore}>
            {t('dashboard.before', { value: text.main(figure, figure.previous, currency) })}
          </span>
        </span>
        <Spark points={lineOf(figure.series, currency)} tone={change?.tone ?? 'neutral'} />
        <span className={css.tileRecords}>{records}</span>
      </ResourceLink>
    </li>
  )
}

/** As high as a tile. */
export const TileBones = () => (
  <li className={css.tile} aria-hidden>
    <div className={css.tileLink}>
      <Skeleton width="45%" />
      <Skeleton width="60%" />
      <Skeleton width="70%" />
      <span className={css.spark} />
      <Skeleton width="50%" />
    </div>
  </li>
)
