import type { RecordOf } from '#schemas/names.ts'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '#data/me.ts'
import { aggregateQuery } from '#data/queries.ts'
import { ResourceLink } from '#engine/links.tsx'
import { dayStart } from '#model/zone.ts'
import { useOrganisation } from '#engine/person.ts'
import type { Filter } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Skeleton } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { dayIn } from '#model/zone.ts'
import { addUp, roundMoney, type Amount } from '../shared/money.ts'
import { listLink, type PageLink } from '../shared/links.ts'
import { orders, transactions } from '../shared/resources.ts'
import {
  lateFilter,
  minuteOf,
  ongoingFilter,
  paymentsFilter,
  unpaidFilter,
  type BoardSearch,
} from './board.ts'
import css from './orderDash.module.css'

interface Sum {
  readonly count: number
  readonly sums: readonly Amount[]
}

/**
 * Number of records of a filter, and the sum of `field` less that of `minus`; undefined while
 * loading.
 */
const useSum = (
  resource: ResourceModel,
  filter: Filter,
  on: boolean,
  field?: string,
  minus?: string,
): Sum | undefined => {
  const measure = ['count', ...(field ? [`sum:${field}`] : []), ...(minus ? [`sum:${minus}`] : [])]
  const { data } = useQuery({
    ...aggregateQuery(resource, { measure, filter }),
    enabled: on,
    placeholderData: (old) => old,
  })
  return (
    data && {
      count: data.data.reduce((n, r) => n + Number(r.values.count ?? 0), 0),
      sums: addUp(
        data.data.map((r) => r.values[`sum:${field ?? ''}`]),
        data.data.map((r) => r.values[`sum:${minus ?? ''}`]),
      ),
    }
  )
}

interface MetricProps {
  readonly name: string
  readonly value: ReactNode
  readonly note: ReactNode
  readonly alarm?: boolean
  readonly link: PageLink
}
const Metric = ({ name, value, note, alarm = false, link }: MetricProps) => (
  <li>
    <ResourceLink {...link} className={css.metric} data-alarm={alarm || undefined}>
      <span className={css.metricName}>{name}</span>
      <span className={css.metricValue}>{value ?? <Skeleton width={72} />}</span>
      <span className={css.metricNote}>{note ?? '\u00a0'}</span>
    </ResourceLink>
  </li>
)

/** What of the money the person may read. */
const useMoneyRights = () => {
  const can = useCan()
  const key = transactions().entity
  return {
    payments:
      can(`${key}.list`) &&
      (['amount', 'kind', 'state', 'processedAt'] as const).every((f) =>
        can(`${key}.field.${f}.read`),
      ),
    owed: (['total', 'paid', 'paymentState', 'state'] as const).every((f) =>
      can(`${orders().entity}.field.${f}.read`),
    ),
  }
}

/** Today in the organisation's zone. */
const useToday = (now: number): string => dayIn(useOrganisation().timeZone, new Date(now))

const useMoneyText = () => {
  const { i18n } = useTranslation()
  const { currency } = useOrganisation()
  return (sum: Sum | undefined) => sum && roundMoney(sum.sums, i18n.language, currency)
}

/** Payments of today. */
const Payments = ({ today }: { readonly today: string }) => {
  const { t } = useTranslation()
  const text = useMoneyText()
  const from = dayStart(today, useOrganisation().timeZone)
  const captured = useSum(transactions(), paymentsFilter('capture', from), true, 'amount')
  const refunded = useSum(transactions(), paymentsFilter('refund', from), true, 'amount')
  const paid = (kind: 'capture' | 'refund') =>
    listLink('payment-transactions', {
      kind,
      state: 'succeeded',
      processedAt: `${today}..${today}`,
    })
  return (
    <>
      <Metric
        name={t('orders.captured')}
        value={text(captured)}
        note={captured && t('orders.capturedNote', { count: captured.count })}
        link={paid('capture')}
      />
      <Metric
        name={t('orders.refunded')}
        value={text(refunded)}
        note={refunded && t('orders.refundedNote', { count: refunded.count })}
        link={paid('refund')}
      />
    </>
  )
}

/**
 * Today's money and late orders, without metrics the person may not read. Days are in the
 * organisation's zone.
 */
export const Metrics = ({
  search,
  now,
}: {
  readonly search: BoardSearch
  readonly now: number
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const may = useMoneyRights()
  const today = useToday(now)
  const text = useMoneyText()
  const unpaid = useSum(orders(), unpaidFilter(search), may.owed, 'total', 'paid')
  const minute = minuteOf(now)
  const late = useSum(orders(), lateFilter(minute, search), true)
  const ongoing = useSum(orders(), ongoingFilter(search), true)
  const narrowed = {
    ...(search.vendor ? { vendor: search.vendor } : {}),
    // The list ignores an unknown kind from the URL.
    ...(search.kind ? { kind: search.kind as RecordOf<'orders'>['kind'] } : {}),
  }
  return (
    <ul className={css.metrics} aria-label={t('orders.metrics')}>
      {may.payments ? <Payments today={today} /> : null}
      {may.owed ? (
        <Metric
          name={t('orders.openAmount')}
          value={text(unpaid)}
          note={unpaid && t('orders.openNote', { count: unpaid.count })}
          link={listLink('orders', {
            ...narrowed,
            paymentState: ['none', 'partial'],
            state: ['placed', 'confirmed', 'in_progress', 'completed'],
          })}
        />
      ) : null}
      <Metric
        name={t('orders.lateOrders')}
        value={late && number(late.count)}
        note={ongoing && t('orders.lateNote', { count: number(ongoing.count) })}
        alarm={(late?.count ?? 0) > 0}
        link={listLink('orders', { ...narrowed, where: lateFilter(minute) })}
      />
    </ul>
  )
}
