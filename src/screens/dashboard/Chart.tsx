import { useId, useState, type PointerEvent } from 'react'
import { IconChartLine, IconList } from '@tabler/icons-react'
import { ResourceLink } from '#engine/links.tsx'
import { modelOf } from '#engine/resource.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { lineOf } from './change.ts'
import type { DashboardData, Metric } from './data.ts'
import { areaPath, linePath, scaleOf } from './plot.ts'
import { useMetricText } from './useMetricText.ts'
import css from './dashboard.module.css'

const titles = {
  day: 'dashboard.byDay',
  week: 'dashboard.byWeek',
  month: 'dashboard.byMonth',
} as const
const MARKS = 6

/** Names of the steps: days and weeks by their first day, months by name. */
const useStepName = (grain: DashboardData['grain']) => {
  const { t, i18n } = useTranslation()
  const short = new Intl.DateTimeFormat(i18n.language, {
    timeZone: 'UTC',
    ...(grain === 'month'
      ? { month: 'short', year: '2-digit' }
      : { day: 'numeric', month: 'short' }),
  })
  const long = new Intl.DateTimeFormat(i18n.language, {
    timeZone: 'UTC',
    ...(grain === 'month' ? { month: 'long', year: 'numeric' } : { dateStyle: 'medium' }),
  })
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  return {
    short: (day: string) => short.format(at(day)),
    long: (day: string) =>
      grain === 'week'
        ? t('dashboard.weekOf', { day: long.format(at(day)) })
        : long.format(at(day)),
  }
}

/** One metric ready to draw: its values now and in the period before, and how to write them. */
interface Plot {
  readonly data: DashboardData
  readonly points: readonly (number | null)[]
  readonly before: readonly (number | null)[]
  readonly top: number
  readonly parts: number
  /** Distance of step `i` from the start, in percent. */
  readonly place: (i: number) => number
  readonly one: (value: number | null | undefined) => string
  readonly name: ReturnType<typeof useStepName>
}

const usePlot = (metric: Metric, data: DashboardData): Plot => {
  const text = useMetricText()
  const name = useStepName(data.grain)
  const points = lineOf(metric.series, '')
  const before = lineOf(metric.before, '').slice(0, points.length)
  return {
    data,
    points,
    before,
    name,
    ...scaleOf(Math.max(0, ...points.map(Number), ...before.map(Number))),
    place: (i) => (points.length > 1 ? (i / (points.length - 1)) * 100 : 50),
    one: (v) => (v === undefined ? '—' : text.one(metric.unit, v, '')),
  }
}

const Key = ({ before = false }: { readonly before?: boolean }) => (
  <i className={before ? css.keyBefore : css.keyNow} />
)

/** The step under the pointer. */
const Tip = ({ plot, at }: { readonly plot: Plot; readonly at: number }) => {
  const { points, before, top, one, name, data } = plot
  const place = plot.place(at)
  const far = place > 60
  return (
    <>
      <span className={css.rule} style={{ insetInlineStart: `${place}%` }} />
      <span
        className={css.knob}
        style={{
          insetInlineStart: `${place}%`,
          insetBlockEnd: `${((points[at] ?? 0) / top) * 100}%`,
        }}
      />
      <span
        className={css.tip}
        data-far={far || undefined}
        style={far ? { insetInlineEnd: `${100 - place}%` } : { insetInlineStart: `${place}%` }}
      >
        <b>{name.long(data.steps[at] ?? '')}</b>
        <span>
          <Key />
          {one(points[at])}
        </span>
        <span>
          <Key before />
          {one(before[at])}
        </span>
      </span>
    </>
  )
}

const Lines = ({ points, before, top }: Plot) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">
    <path d={areaPath(points, 0, top)} className={css.area} />
    <path
      d={linePath(before, 0, top, points.length)}
      className={css.lineBefore}
      vectorEffect="non-scaling-stroke"
    />
    <path d={linePath(points, 0, top)} className={css.line} vectorEffect="non-scaling-stroke" />
  </svg>
)

/** The drawing, without what assistive technology reads: that is in the table. */
const Drawing = ({ plot, hidden }: { readonly plot: Plot; readonly hidden: boolean }) => {
  const { i18n } = useTranslation()
  const { data, points, top, parts, place, name } = plot
  const [at, setAt] = useState<number>()
  const every = Math.max(1, Math.ceil(points.length / MARKS))
  const follow = (e: PointerEvent<HTMLDivElement>): void => {
    const box = e.currentTarget.getBoundingClientRect()
    const along = (e.clientX - box.left) / box.width
    const share = document.documentElement.dir === 'rtl' ? 1 - along : along
    setAt(Math.min(points.length - 1, Math.max(0, Math.round(share * (points.length - 1)))))
  }
  const numbers = new Intl.NumberFormat(i18n.language)
  const heights = Array.from({ length: parts + 1 }, (_, i) => `${(i / parts) * 100}%`)
  return (
    <div className={css.plot} hidden={hidden} aria-hidden>
      <div className={css.axis}>
        {heights.map((height, i) => (
          <span key={height} style={{ insetBlockEnd: height }}>
            {numbers.format((top / parts) * i)}
          </span>
        ))}
      </div>
      <div className={css.field} onPointerMove={follow} onPointerLeave={() => setAt(undefined)}>
        {heights.map((height) => (
          <span key={height} className={css.gridLine} style={{ insetBlockEnd: height }} />
        ))}
        <Lines {...plot} />
        {at === undefined || data.steps[at] === undefined ? null : <Tip plot={plot} at={at} />}
      </div>
      <div className={css.marks}>
        {data.steps.map((day, i) =>
          i % every === 0 ? (
            <span key={day} style={{ insetInlineStart: `${place(i)}%` }}>
              {name.short(day)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  )
}

const Numbers = ({ plot, metric }: { readonly plot: Plot; readonly metric: Metric }) => {
  const { t } = useTranslation()
  const { data, points, before, one, name } = plot
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{label(metric.label)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.time')}</th>
          <th scope="col">{label(metric.label)}</th>
          <th scope="col">{t('dashboard.periodBefore')}</th>
        </tr>
      </thead>
      <tbody>
        {data.steps.map((day, i) => (
          <tr key={day}>
            <th scope="row">{name.long(day)}</th>
            <td>{one(points[i])}</td>
            <td>{one(before[i])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ChartProps {
  readonly metric: Metric
  readonly data: DashboardData
}

/** A metric over time and in the previous period, as a line chart or a table. */
export const Chart = ({ metric, data }: ChartProps) => {
  const { t } = useTranslation()
  const title = useId()
  const [asTable, setAsTable] = useState(false)
  const plot = usePlot(metric, data)
  const resource = modelOf(metric.collection)
  if (!resource) return null
  return (
    <section className={css.card} aria-labelledby={title}>
      <div className={css.cardHead}>
        <h2 id={title} className={css.cardTitle}>
          <ResourceLink
            resource={resource}
            target={{ page: 'list', search: { where: metric.filter } }}
          >
            {t(titles[data.grain], { what: label(metric.label) })}
          </ResourceLink>
        </h2>
        <button
          type="button"
          className={css.quiet}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <IconChartLine size={16} aria-hidden /> : <IconList size={16} aria-hidden />}
          {t(asTable ? 'dashboard.asChart' : 'dashboard.asTable')}
        </button>
      </div>
      <Drawing plot={plot} hidden={asTable} />
      <div
        className={asTable ? css.tableBox : 'visually-hidden'}
        tabIndex={asTable ? 0 : undefined}
        role={asTable ? 'group' : undefined}
        aria-labelledby={asTable ? title : undefined}
      >
        <Numbers plot={plot} metric={metric} />
      </div>
      <p className={css.legend} aria-hidden>
        <span>
          <Key />
          {t('dashboard.thisPeriod')}
        </span>
        <span>
          <Key before />
          {t('dashboard.periodBefore')}
        </span>
      </p>
    </section>
  )
}
