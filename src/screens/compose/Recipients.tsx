import { own } from '#schemas/define/own.ts'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { PanelProps } from '#engine/detail/panels.ts'
import { ResourceLink } from '#engine/links.tsx'
import { modelOf } from '#engine/resource.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { deliveriesQuery, type Delivery } from './data.ts'
import css from './compose.module.css'

const states = [
  'failed',
  'waiting',
  'sending',
  'delivered',
  'no_device',
  'no_address',
  'muted',
  'read',
] as const
const tones: Readonly<Partial<Record<string, Tone>>> = {
  failed: 'danger',
  waiting: 'info',
  sending: 'info',
  delivered: 'success',
  no_device: 'warning',
  no_address: 'warning',
}
const known = (state: string) => states.find((s) => s === state) ?? 'waiting'

const Who = ({ recipient: { type, id, title } }: Pick<Delivery, 'recipient'>) => {
  const { t } = useTranslation()
  const resource = modelOf(type)
  if (id === null || title === null || !resource) {
    return <span className={css.quiet}>{t('compose.unnamed')}</span>
  }
  return (
    <ResourceLink resource={resource} target={{ page: 'detail', id }}>
      {title}
    </ResourceLink>
  )
}

const When = ({ at }: { readonly at: string | null }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (at) return <time dateTime={at}>{format.instant(at)}</time>
  return (
    <span className={css.quiet} aria-label={t('common.none')}>
      –
    </span>
  )
}

const Row = ({ row }: { readonly row: Delivery }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <tr>
      <td>
        <Who recipient={row.recipient} />
      </td>
      <td>
        <Badge tone={own(tones, row.state) ?? 'neutral'}>
          {t(`compose.states.${known(row.state)}`)}
        </Badge>
      </td>
      <td>
        <When at={row.deliveredAt} />
      </td>
      <td>
        <When at={row.readAt} />
      </td>
      <td className={css.error}>
        {row.error}
        {row.error && row.retryAt ? (
          <span className={css.quiet}>
            {' '}
            {t('compose.retryAt', { at: format.instant(row.retryAt) })}
          </span>
        ) : null}
      </td>
    </tr>
  )
}

/** The recipients of a notification and their delivery states. */
export const Recipients = ({ record }: PanelProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [state, setState] = useState<string>()
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(deliveriesQuery(record.id, state))
  const counts = data?.pages[0]?.counts ?? {}
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  const all = Object.entries(counts).reduce(
    (sum, [name, n]) => (name === 'read' ? sum : sum + n),
    0,
  )
  if (isPending) return <SkeletonRows rows={6} columns={4} />
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!all) return <EmptyState title={t('compose.nobodyYet')} text={t('compose.nobodyYetText')} />
  return (
    <div className={css.recipients}>
      <div role="group" aria-label={t('compose.show')} className={css.chips}>
        <button
          type="button"
          aria-pressed={state === undefined}
          onClick={() => setState(undefined)}
        >
          {t('compose.all')} <span>{format.number(all)}</span>
        </button>
        {states
          .filter((s) => counts[s])
          .map((s) => (
            <button key={s} type="button" aria-pressed={state === s} onClick={() => setState(s)}>
              {t(`compose.states.${s}`)} <span>{format.number(counts[s] ?? 0)}</span>
            </button>
          ))}
      </div>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('compose.recipients')}>
        <table className={css.table} aria-label={t('compose.recipients')}>
          <thead>
            <tr>
              <th>{t('compose.recipient')}</th>
              <th>{t('compose.state')}</th>
              <th>{t('compose.deliveredAt')}</th>
              <th>{t('compose.readAt')}</th>
              <th>{t('compose.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('notices.more')}
        </Button>
      ) : null}
    </div>
  )
}
