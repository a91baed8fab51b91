import { own } from '#schemas/define/own.ts'
import type { ComponentType, MouseEvent } from 'react'
import {
  IconAlarm,
  IconAt,
  IconCheck,
  IconClock,
  IconCreditCardOff,
  IconEye,
  IconFileImport,
  IconSpeakerphone,
  IconUserCheck,
} from '@tabler/icons-react'
import type { Notice } from '#data/inbox.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { bodyOf, titleOf, typeOf } from './titles.ts'
import css from './notices.module.css'

const icons: Readonly<
  Record<ReturnType<typeof typeOf>, ComponentType<{ size: number; stroke: number }>>
> = {
  mention: IconAt,
  assignment: IconUserCheck,
  followed: IconEye,
  reminder: IconClock,
  breach: IconAlarm,
  payment_failed: IconCreditCardOff,
  import_finished: IconFileImport,
  announcement: IconSpeakerphone,
}
const tones: Readonly<Partial<Record<string, string | undefined>>> = {
  breach: css.danger,
  payment_failed: css.danger,
  mention: css.info,
  assignment: css.info,
  followed: css.info,
  reminder: css.info,
}

/** One notification: its text, time and link. */
export const Item = ({
  notice,
  onFollow,
  onRead,
}: {
  readonly notice: Notice
  readonly onFollow: (notice: Notice) => void
  readonly onRead: () => void
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const type = typeOf(notice)
  const Icon = icons[type]
  const title = titleOf(notice, t)
  const body = bodyOf(notice)
  const unread = !notice.readAt
  const open = (e: MouseEvent) => {
    // Leave opening in a new tab to the browser.
    if (e.ctrlKey || e.metaKey || e.shiftKey) return
    e.preventDefault()
    onFollow(notice)
  }
  const content = (
    <>
      <span className={css.title}>
        {unread ? <span className="visually-hidden">{t('notices.unreadOne')} </span> : null}
        {title}
        {notice.times > 1 ? (
          <span className={css.times}>{t('notices.times', { count: notice.times })}</span>
        ) : null}
      </span>
      {body ? <span className={css.body}>{body}</span> : null}
      <time className={css.time} dateTime={notice.at} title={format.instant(notice.at)}>
        {format.ago(notice.at)}
      </time>
    </>
  )
  return (
    <li className={`${css.item} ${unread ? css.isUnread : ''}`}>
      <span className={`${css.icon} ${own(tones, type) ?? ''}`} aria-hidden>
        <Icon size={16} stroke={1.75} />
      </span>
      {notice.link ? (
        <a className={css.link} href={notice.link} onClick={open}>
          {content}
        </a>
      ) : (
        <div className={css.link}>{content}</div>
      )}
      {unread ? (
        <button
          type="button"
          className={css.mark}
          aria-label={t('notices.readOne', { title })}
          title={t('notices.read')}
          onClick={onRead}
        >
          <IconCheck size={16} stroke={1.75} aria-hidden />
        </button>
      ) : null}
    </li>
  )
}
