import { own } from '#schemas/define/own.ts'
import { Fragment, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  IconCalendar,
  IconCreditCard,
  IconMessage,
  IconShoppingCart,
  IconTicket,
} from '@tabler/icons-react'
import type { Included } from '#data/types.ts'
import type { PanelProps } from '#engine/detail/panels.ts'
import { AddressLink, hrefOf } from '#engine/links.tsx'
import { useTimeZone } from '#engine/person.ts'
import { modelOf } from '#engine/resource.ts'
import { Badge } from '#ui/Badge.tsx'
import type { Icon } from '#ui/icons.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { mergeTitles } from '../shared/titles.ts'
import { timelineQuery, type Happened } from './data.ts'
import { saidOf } from './said.ts'
import css from './customer.module.css'

const icons: Readonly<Record<string, Icon>> = {
  bookings: IconCalendar,
  orders: IconShoppingCart,
  'payment-transactions': IconCreditCard,
  tickets: IconTicket,
  conversations: IconMessage,
}

/** Timeline of a customer, newest first, optionally of one kind. */
export const Timeline = ({ record }: PanelProps) => {
  const { t } = useTranslation()
  const [kind, setKind] = useState<string>()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timelineQuery(record.id, kind),
  )
  const kinds = data?.pages[0]?.kinds ?? []
  const happened = data?.pages.flatMap((p) => p.data) ?? []
  const included = mergeTitles(data?.pages ?? [])
  const content = () => {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <SkeletonRows columns={3} rows={6} heightPx={52} />
    if (happened.length === 0) {
      return <EmptyState title={t('pages.nothingYet')} text={t('pages.nothingYetText')} />
    }
    return (
      <ol className={css.events} aria-label={t('pages.timeline')}>
        {happened.map((one) => (
          <Event key={`${one.collection} ${one.id}`} one={one} included={included} />
        ))}
      </ol>
    )
  }
  return (
    <div className={css.card} aria-busy={!data && !error}>
      {kinds.length > 1 || kind ? (
        <div className={css.kinds} role="group" aria-label={t('pages.kinds')}>
          {[undefined, ...kinds].map((k) => (
            <button
              key={k ?? ''}
              type="button"
              className={css.kind}
              aria-pressed={k === kind}
              onClick={() => setKind(k)}
            >
              {k === undefined ? t('pages.everything') : label(modelOf(k)?.label.many ?? k)}
            </button>
          ))}
        </div>
      ) : null}
      {content()}
      {hasNextPage ? (
        <div className={css.more}>
          <Button
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('pages.older')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const Event = ({ one, included }: { readonly one: Happened; readonly included: Included }) => {
  const format = useFormat(useTimeZone())
  const resource = modelOf(one.collection)
  const Picture = own(icons, one.collection) ?? IconCalendar
  const state = resource?.states.find((s) => s.value === one.record.state)
  const { title, facts, amount } = saidOf(one, included, format)
  // Conversations have no page of their own; they open in the chat.
  const hrefOfEvent = () => {
    if (one.collection === 'conversations') return `/chatuser?conversation=${one.id}&state=any`
    if (resource) return hrefOf(resource, { page: 'detail', id: one.id })
    return '#'
  }
  const href = hrefOfEvent()
  return (
    <li className={css.event}>
      <span className={css.dot} aria-hidden>
        <Picture size={15} />
      </span>
      <div className={css.eventText}>
        <div className={css.eventTitle}>
          <span className={css.what}>{label(resource?.label.one ?? one.collection)}</span>{' '}
          <AddressLink address={href}>{title}</AddressLink>
          {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
        </div>
        {facts.length ? (
          <div className={css.facts}>
            {facts.map((fact, i) => (
              <Fragment key={fact}>
                {i ? ' · ' : null}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
          </div>
        ) : null}
      </div>
      <span className={css.amount}>{amount}</span>
      <time className={css.when} dateTime={one.at} title={format.instant(one.at)}>
        {format.ago(one.at)}
      </time>
    </li>
  )
}
