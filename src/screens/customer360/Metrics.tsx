import { IconStarFilled } from '@tabler/icons-react'
import { useOrganisation } from '#engine/person.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { MetricStrip, type MetricFacts } from '../shared/metrics.tsx'
import { roundMoney } from '../shared/money.ts'
import { addressOf, listLink, recordLink } from '../shared/links.ts'
import type { Overview as Facts } from './data.ts'
import css from './customer.module.css'

type Metric = MetricFacts | undefined

/** Names alone, while the values load. */
const WaitingMetrics = () => {
  const { t } = useTranslation()
  return (
    <MetricStrip
      label={t('pages.overview')}
      metrics={[
        t('pages.value'),
        t('pages.bookings'),
        t('pages.nights'),
        t('pages.lastStay'),
        t('pages.openOrders'),
        t('pages.openTickets'),
        t('pages.satisfaction'),
      ].map((name) => ({ name, value: undefined }))}
    />
  )
}

/** What the customer spent, and their stays. */
const useStayMetrics = (id: string, facts: Facts | undefined): readonly Metric[] => {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { currency } = useOrganisation()
  if (!facts) return []
  const { value, bookings: stays, lastStay } = facts
  const lastStayMetric = (): Metric => {
    if (lastStay === undefined) return undefined
    if (!lastStay) return { name: t('pages.lastStay'), value: t('pages.never') }
    return {
      name: t('pages.lastStay'),
      value: format.day(lastStay.until),
      note: facts.included.hotels?.[lastStay.hotel]?.title,
      href: addressOf(recordLink('bookings', lastStay.id)),
    }
  }
  return [
    value && {
      name: t('pages.value'),
      value: roundMoney(value, i18n.language, currency),
      note: t('pages.valueNote'),
    },
    stays && {
      name: t('pages.bookings'),
      value: format.number(stays.total),
      note: t('pages.ahead', { count: stays.upcoming }),
      href: addressOf(listLink('bookings', { customer: id })),
    },
    stays && {
      name: t('pages.nights'),
      value: format.number(stays.nights),
      note: t('pages.nightsNote'),
    },
    lastStayMetric(),
  ]
}

/** Open orders and tickets, and how satisfied the customer is. */
const useServiceMetrics = (id: string, facts: Facts | undefined): readonly Metric[] => {
  const { t } = useTranslation()
  const format = useFormat()
  if (!facts) return []
  const { openOrders, openTickets, satisfaction } = facts
  return [
    openOrders === undefined
      ? undefined
      : {
          name: t('pages.openOrders'),
          value: format.number(openOrders),
          href: addressOf(
            listLink('orders', { customer: id, state: ['placed', 'confirmed', 'in_progress'] }),
          ),
        },
    openTickets === undefined
      ? undefined
      : {
          name: t('pages.openTickets'),
          value: format.number(openTickets),
          tone: openTickets > 0 ? 'warning' : undefined,
          href: addressOf(listLink('tickets', { customer: id, state: ['new', 'open', 'pending'] })),
        },
    satisfaction && {
      name: t('pages.satisfaction'),
      value:
        satisfaction.average === null ? (
          t('pages.unrated')
        ) : (
          <span className={css.stars}>
            {format.number(Math.round(satisfaction.average * 10) / 10)}
            <IconStarFilled size={14} aria-hidden />
          </span>
        ),
      note: t('pages.ratings', { count: satisfaction.count }),
    },
  ]
}

/** The metrics of a customer, those that the person may see. */
export const Metrics = ({
  id,
  facts,
}: {
  readonly id: string
  readonly facts: Facts | undefined
}) => {
  const { t } = useTranslation()
  const stays = useStayMetrics(id, facts)
  const service = useServiceMetrics(id, facts)
  if (!facts) return <WaitingMetrics />
  return (
    <MetricStrip
      label={t('pages.overview')}
      metrics={[...stays, ...service].filter((f): f is MetricFacts => f !== undefined)}
    />
  )
}
