import { useEffect, useRef, useState } from 'react'
import { IconButton, iconButtonClass } from '#ui/Button.tsx'
import { IconChecks, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Notice } from '#data/inbox.ts'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { Item } from './Item.tsx'
import { useInbox, useRead } from './useInbox.ts'
import css from './notices.module.css'

interface HeadProps {
  /** Called with the press of "mark all as read"; undefined when nothing is unread. */
  readonly onReadAll: (() => void) | undefined
  readonly onClose: () => void
}

const Head = ({ onReadAll, onClose }: HeadProps) => {
  const { t } = useTranslation()
  const style = { color: 'var(--text)' }
  return (
    <div className={css.head}>
      <h2 className={css.heading}>{t('notices.title')}</h2>
      <IconButton
        size={32}
        style={style}
        aria-label={t('notices.readAll')}
        title={t('notices.readAll')}
        disabled={!onReadAll}
        onClick={onReadAll}
      >
        <IconChecks size={18} stroke={1.5} />
      </IconButton>
      <Link
        to="/settings"
        search={{ tab: 'notifications' }}
        onClick={onClose}
        className={iconButtonClass({ size: 32 })}
        style={style}
        aria-label={t('notices.settings')}
        title={t('notices.settings')}
      >
        <IconSettings size={18} stroke={1.5} />
      </Link>
    </div>
  )
}

interface ViewsProps {
  readonly unreadOnly: boolean
  readonly onChange: (unreadOnly: boolean) => void
}

const Views = ({ unreadOnly, onChange }: ViewsProps) => {
  const { t } = useTranslation()
  const views = [
    { only: false, label: t('notices.all') },
    { only: true, label: t('notices.unread') },
  ]
  return (
    <div className={css.views} role="group" aria-label={t('notices.show')}>
      {views.map(({ only, label }) => (
        <button
          key={label}
          type="button"
          className={css.view}
          aria-pressed={unreadOnly === only}
          onClick={() => onChange(only)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** Panel with the latest notifications, below the bell. */
export const Panel = ({
  id,
  onFollow,
  onClose,
}: {
  readonly id: string
  readonly onFollow: (notice: Notice) => void
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const [unreadOnly, setUnreadOnly] = useState(false)
  const {
    notices,
    unread,
    isPending,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useInbox(unreadOnly)
  const read = useRead()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const content = () => {
    if (isPending) return <SkeletonRows rows={5} columns={1} heightPx={64} />
    if (error && !notices.length) return <ErrorState error={error} onRetry={() => void refetch()} />
    return null
  }
  return (
    <div
      id={id}
      ref={panel}
      className={css.panel}
      role="dialog"
      aria-label={t('notices.title')}
      tabIndex={-1}
    >
      <Head onReadAll={unread ? () => void read.all(notices[0]) : undefined} onClose={onClose} />
      <Views unreadOnly={unreadOnly} onChange={setUnreadOnly} />
      <div className={css.scroll}>
        {content()}
        {!isPending && !error && !notices.length ? (
          <p className={css.none} role="status">
            {t(unreadOnly ? 'notices.noneUnread' : 'notices.none')}
          </p>
        ) : null}
        {notices.length ? (
          <ul className={css.list}>
            {notices.map((notice) => (
              <Item
                key={notice.id}
                notice={notice}
                onFollow={onFollow}
                onRead={() => {
                  void read.one(notice)
                  panel.current?.focus()
                }}
              />
            ))}
          </ul>
        ) : null}
        {hasNextPage ? (
          <button
            type="button"
            className={css.more}
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t(isFetchingNextPage ? 'common.loading' : 'notices.more')}
          </button>
        ) : null}
      </div>
    </div>
  )
}
