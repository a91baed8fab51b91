import { useQuery } from '@tanstack/react-query'
import { useCan } from '#data/me.ts'
import { aggregateQuery } from '#data/queries.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { orders } from '../shared/resources.ts'
import { lateFilter, minuteOf, ongoingFilter } from './board.ts'
import css from './orderDash.module.css'

const SHOWN = 24

/**
 * Workload of vendors: ongoing orders, with late ones counted separately. Choosing a vendor filters
 * the board.
 */
export const VendorLoad = ({
  vendor,
  now,
  onVendor,
}: {
  readonly vendor: string | undefined
  readonly now: number
  readonly onVendor: (id: string | undefined) => void
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const may = useCan()(`${orders().entity}.field.vendor.read`)
  const ask = { group: ['vendor'], measure: ['count'] }
  const all = useQuery({
    ...aggregateQuery(orders(), { ...ask, filter: ongoingFilter() }),
    enabled: may,
    placeholderData: (old) => old,
  })
  const late = useQuery({
    ...aggregateQuery(orders(), { ...ask, filter: lateFilter(minuteOf(now)) }),
    enabled: may,
    placeholderData: (old) => old,
  })
  if (!may || (!all.data && all.isError)) return null
  if (!all.data) return <div className={css.loadPlace} aria-busy="true" />
  const lateOf = new Map(late.data?.data.map((d) => [d.group.vendor, Number(d.values.count)]))
  const rows = all.data.data.map((d) => ({
    id: String(d.group.vendor),
    name: all.data.included.vendors?.[String(d.group.vendor)]?.title ?? t('common.noAccess'),
    count: Number(d.values.count),
    late: lateOf.get(d.group.vendor) ?? 0,
  }))
  const most = Math.max(1, ...rows.map((r) => r.count))
  const shown = rows.slice(0, SHOWN)
  const chosen = rows.find((r) => r.id === vendor)
  if (chosen && !shown.includes(chosen)) shown.push(chosen)
  if (!rows.length) return null
  return (
    <section className={css.load} aria-label={t('orders.load')}>
      <h2 className={css.loadTitle}>{t('orders.load')}</h2>
      <ul className={css.loadList}>
        {shown.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className={css.loadRow}
              aria-pressed={row.id === vendor}
              onClick={() => onVendor(row.id === vendor ? undefined : row.id)}
            >
              <span className={css.loadName}>{row.name}</span>
              <span className={css.loadCount}>
                {number(row.count)}
                {row.late ? (
                  <span className={css.loadLate}>
                    {' '}
                    · {t('orders.loadLate', { count: number(row.late) })}
                  </span>
                ) : null}
              </span>
              <span className={css.loadBar} aria-hidden>
                <span
                  className={css.loadLateBar}
                  style={{ inlineSize: `${(row.late / most) * 100}%` }}
                />
                <span
                  className={css.loadRest}
                  style={{ inlineSize: `${((row.count - row.late) / most) * 100}%` }}
                />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
