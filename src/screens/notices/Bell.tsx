import { Suspense, useCallback, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { IconBell } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { Notice } from '#data/inbox.ts'
import { useTranslation } from '#ui/i18n.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { retryImport } from '#ui/retryImport.ts'
import { toast } from '#ui/toast.ts'
import { Panel } from './Panel.tsx'
import { bodyOf, titleOf } from './titles.ts'
import { useArrivals, useInbox, useRead } from './useInbox.ts'
import css from './notices.module.css'

const MOST = 99
const chatAfterMs = 4000
/** Unread chat counts load on every page, but after the bell, since they are not urgent. */
const ChatWatch = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, chatAfterMs))
  return {
    default: (await retryImport(() => import('../shared/chatWatch/ChatWatch.tsx'))).ChatWatch,
  }
})

/**
 * Bell of the header: unread count, a panel with the latest, and a toast for each new notification.
 */
export const Bell = () => {
  const { t } = useTranslation()
  const id = useId()
  const router = useRouter()
  const read = useRead()
  const { notices, unread, isSuccess } = useInbox(false)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  const follow = useCallback(
    (notice: Notice) => {
      setOpen(false)
      void read.one(notice)
      if (notice.link) router.history.push(notice.link)
    },
    [read, router],
  )
  useArrivals(notices, isSuccess, (notice) => {
    if (open || notice.quiet || document.visibilityState !== 'visible') return
    toast.info({
      title: titleOf(notice, t),
      message: bodyOf(notice),
      progress: true,
      once: [notice.link ?? '', notice.title ?? '', notice.body ?? ''].join('\n'),
      ...(notice.link ? { action: { label: t('notices.open'), run: () => follow(notice) } } : {}),
    })
  })
  useEffect(() => {
    if (!open) return
    const outside = (e: Event) => {
      if (e.target instanceof Node && !box.current?.contains(e.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  // the name must hold the very characters that are shown: people say them to voice control
  const shown = unread > MOST ? `${MOST}+` : `${unread}`

  return (
    <div
      ref={box}
      className={css.box}
      onKeyDown={(e) => {
        if (e.key === 'Escape' && open) {
          e.stopPropagation()
          setOpen(false)
          button.current?.focus()
        }
      }}
    >
      <IconButton
        ref={button}
        style={{ color: 'var(--text)' }}
        size={36}
        aria-label={unread ? t('notices.bellUnread', { count: unread, shown }) : t('notices.title')}
        title={t('notices.title')}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen((was) => !was)}
      >
        <IconBell size={18} stroke={1.5} />
        {unread ? (
          <span className={css.count} aria-hidden>
            {shown}
          </span>
        ) : null}
      </IconButton>
      <Suspense fallback={null}>
        <ChatWatch />
      </Suspense>
      {open ? <Panel id={id} onFollow={follow} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
