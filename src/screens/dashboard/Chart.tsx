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

/** A metric over time and in the previous period, as a line chart or a table. */
export const Chart = ({
  metric,
  data,
}: {
  readonly metric: Metric
  readonly data: DashboardData
}) => {
  const { t, i18n } = useTranslation()
  const text = useMetricText()
  const name = useStepName(data.grain)
  const title = useId()
  const [asTable, setAsTable] = useState(false)
  const [at, setAt] = useState<number>()
  const resource = modelOf(metric.collection)
  if (!resource) return null
  const points = lineOf(metric.series, '')
  const before = lineOf(metric.before, '').slice(0, points.length)
  const { top, parts } = scaleOf(Math.max(0, ...points.map(Number), ...before.map(Number)))
  const every = Math.max(1, Math.ceil(points.length / MARKS))
  const place = (i: number): number => (points.length > 1 ? (i / (points.length - 1)) * 100 : 50)
  const follow = (e: PointerEvent<HTMLDivElement>): void => {
    const box = e.currentTarget.getBoundingClientRect()
    const along = (e.clientX - box.left) / box.width
    const share = document.documentElement.dir === 'rtl' ? 1 - along : along
    setAt(Math.min(points.length - 1, Math.max(0, Math.round(share * (points.length - 1)))))
  }
  const one = (v: number | null | undefined) =>
    v === undefined ? '—' : text.one(metric.unit, v, '')
  const started = new Intl.NumberFormat(i18n.language)
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
      <div className={css.plot} hidden={asTable} aria-hidden>
        <div className={css.axis}>
          {Array.from({ length: parts + 1 }, (_, i) => (
            <span key={i} style={{ insetBlockEnd: `${(i / parts) * 100}%` }}>
              {started.format((top / parts) * i)}
            </span>
          ))}
        </div>
        <div className={css.field} onPointerMove={follow} onPointerLeave={() => setAt(undefined)}>
          {Array.from({ length: parts + 1 }, (_, i) => (
            <span
              key={i}
              className={css.gridLine}
              style={{ insetBlockEnd: `${(i / parts) * 100}%` }}
            />
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">
            <path d={areaPath(points, 0, top)} className={css.area} />
            <path
              d={linePath(before, 0, top, points.length)}
              className={css.lineBefore}
              vectorEffect="non-scaling-stroke"
            />
            <path
              d={linePath(points, 0, top)}
              className={css.line}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {at === undefined || data.steps[at] === undefined ? null : (
            <>
              <span className={css.rule} style={{ insetInlineStart: `${place(at)}%` }} />
              <span
                className={css.knob}
                style={{
                  insetInlineStart: `${place(at)}%`,
                  insetBlockEnd: `${((points[at] ?? 0) / top) * 100}%`,
                }}
              />
              <span
                className={css.tip}
                data-far={place(at) > 60 || undefined}
                style={
                  place(at) > 60
                    ? { insetInlineEnd: `${100 - place(at)}%` }
                    : { insetInlineStart: `${place(at)}%` }
                }
              >
                <b>{name.long(data.steps[at])}</b>
                <span>
                  <i className={css.keyNow} />
                  {one(points[at])}
                </span>
                <span>
                  <i className={css.keyBefore} />
                  {one(before[at])}
                </span>
              </span>
            </>
          )}
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
      <div
        className={asTable ? css.tableBox : 'visually-hidden'}
        tabIndex={asTable ? 0 : undefined}
        role={asTable ? 'group' : undefined}
        aria-labelledby={asTable ? title : undefined}
      >
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
      </div>
      <p className={css.legend} aria-hidden>
        <span>
          <i className={css.keyNow} />
          {t('dashboard.thisPeriod')}
        </span>
        <span>
          <i className={css.keyBefore} />
          {t('dashboard.periodBefore')}
        </span>
      </p>
    </section>
  )
}
