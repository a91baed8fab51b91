import { useEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import type { Included } from '#data/types.ts'
import { Countdown } from '#engine/fields/Countdown.tsx'
import { ResourceLink } from '#engine/links.tsx'
import { useQueueCounts } from '#engine/list/useQueueCounts.ts'
import { Badge } from '#ui/Badge.tsx'
import { fieldOf } from '#model/standard.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { Skeleton } from '#ui/states.tsx'
import { tickets, type Seen } from '../shared/resources.ts'
import { ALL, type Inbox as InboxState } from './useInbox.ts'
import css from './inbox.module.css'

const Entry = ({
  row,
  included,
  current,
}: {
  readonly row: Seen<'tickets'>
  readonly included: Included
  readonly current: boolean
}) => {
  const place = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (current) place.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const state = tickets().states.find((s) => s.value === row.state)
  const priority = fieldOf(tickets(), 'priority')?.options?.find((o) => o.value === row.priority)
  const customer =
    typeof row.customer === 'string' ? included.customers?.[row.customer]?.title : undefined
  return (
    <li>
      <Link
        ref={place}
        to="/ticket_chat/$id"
        params={{ id: row.id }}
        search
        className={css.entry}
        aria-current={current ? 'true' : undefined}
      >
        <span className={css.subject} dir="auto">
          {String(row.subject ?? row.number ?? '')}
        </span>
        <span className={css.line}>
          <span className={css.customer} dir="auto">
            {customer ?? `#${String(row.number ?? '')}`}
          </span>
          {priority?.tone === 'warning' || priority?.tone === 'danger' ? (
            <Badge tone={priority.tone}>{label(priority.label)}</Badge>
          ) : null}
        </span>
        <span className={css.line}>
          {typeof row.slaDueAt === 'string' ? (
            <Countdown value={row.slaDueAt} />
          ) : (
            <span className={css.quiet}>{label(state?.label ?? '')}</span>
          )}
        </span>
      </Link>
    </li>
  )
}

/** The tickets of a queue beside the open one. */
export const Inbox = ({ id, inbox }: { readonly id: string; readonly inbox: InboxState }) => {
  const { t } = useTranslation()
  const { compact } = useFormat()
  const { queues, queue, now, rows, included } = inbox
  const counts = useQueueCounts(tickets(), queues, { now })
  const tab = (name: string, text: string, count?: number) => (
    <Link
      key={name}
      to="/ticket_chat/$id"
      params={{ id }}
      search={{ queue: name }}
      replace
      className={css.tab}
      aria-current={queue === name ? 'true' : undefined}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      {text}
      {count === undefined ? null : <span className={css.count}>{compact(count)}</span>}
    </Link>
  )
  const content = () => {
    if (!rows) {
      return (
        <div className={css.waiting} aria-busy>
          {[0, 1, 2, 3].map((i) => (
            <Skeleton key={i} width="80%" />
          ))}
        </div>
      )
    }
    if (!rows.length) return <p className={css.none}>{t('ticket.inboxEmpty')}</p>
    return (
      <ol className={css.entries}>
        {rows.map((row) => (
          <Entry key={row.id} row={row} included={included} current={row.id === id} />
        ))}
      </ol>
    )
  }
  return (
    <nav className={css.inbox} aria-label={t('ticket.inbox')}>
      <div className={css.tabs} role="group" aria-label={t('ticket.queues')}>
        {queues.map(({ name, label: text }, i) => tab(name, label(text), counts[i]))}
        {tab(ALL, t('list.all'))}
      </div>
      {content()}
      <ResourceLink
        resource={tickets()}
        target={{ page: 'list', search: queue && queue !== ALL ? { queue } : {} }}
        className={css.toList}
      >
        {t('ticket.toList')}
      </ResourceLink>
    </nav>
  )
}
