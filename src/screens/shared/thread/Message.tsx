import { memo, type ReactNode } from 'react'
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconCheck,
  IconChecks,
  IconClock,
  IconCopy,
  IconDots,
  IconLock,
  IconPencil,
} from '@tabler/icons-react'
import type { Included } from '#data/types.ts'
import type { AnyRef } from '#model/pointers.ts'
import { useTranslation } from '#ui/i18n.ts'
import { receivedMessage } from '#engine/serverMessage.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import { Files } from './Files.tsx'
import { discard, retry, type Outgoing } from './outbox.ts'
import { mentionsIn } from './mentionsIn.ts'
import css from './thread.module.css'
import type { Seen } from '../resources.ts'

/** The reader's permissions and identity. */
export interface Reader {
  readonly id: string | undefined
  readonly tenant: string | null
  readonly mayWrite: boolean
  readonly mayEdit: boolean
}

/** True for messages of the reader's side: our staff's, or their vendor's. */
export const isOurs = (message: Seen<'chat-messages'>, reader: Reader): boolean =>
  reader.tenant === null
    ? message.kind === 'outgoing' || message.kind === 'note'
    : (message.sender as AnyRef | null)?.id === reader.tenant

export const senderName = (
  message: Seen<'chat-messages'>,
  included: Included,
  fallback: string,
): string => {
  const sender = message.sender as AnyRef | null
  return (sender && included[sender.type]?.[sender.id]?.title) ?? fallback
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (language: string, zone: string): Intl.DateTimeFormat => {
  const key = `${language} ${zone}`
  let known = clocks.get(key)
  if (!known) {
    clocks.set(
      key,
      (known = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: zone })),
    )
  }
  return known
}

const marks = { sent: 'chat.sent', delivered: 'chat.delivered', read: 'chat.read' } as const

/** Delivery marks of the reader's own message. */
const Marks = ({ state }: { readonly state: unknown }) => {
  const { t } = useTranslation()
  if (state !== 'sent' && state !== 'delivered' && state !== 'read') return null
  const Icon = state === 'sent' ? IconCheck : IconChecks
  return (
    <span className={css.marks} data-read={state === 'read' || undefined} title={t(marks[state])}>
      <Icon size={14} aria-hidden />
      <span className="visually-hidden">{t(marks[state])}</span>
    </span>
  )
}

const mentioned = (message: Seen<'chat-messages'>, included: Included): readonly string[] =>
  (message.mentions ?? []).flatMap((id) => included.employees?.[id]?.title ?? [])

/** Text with mentioned names highlighted. */
const withNames = (text: string, names: readonly string[]): ReactNode =>
  mentionsIn(text, names).map((part, i) =>
    i % 2 ? (
      <span key={i} className={css.mention}>
        {part}
      </span>
    ) : (
      part
    ),
  )

interface MessageProps {
  readonly message: Seen<'chat-messages'>
  readonly included: Included
  readonly joined: boolean
  readonly reader: Reader
  readonly zone: string
  readonly quoted: Seen<'chat-messages'> | undefined
  readonly onReply: (message: Seen<'chat-messages'>) => void
  readonly onEdit: (message: Seen<'chat-messages'>) => void
  /** Scrolls to the message with this id. */
  readonly onJump: (id: string) => void
}

interface ActivityProps {
  readonly message: Seen<'chat-messages'>
  readonly included: Included
  /** The time as it is shown. */
  readonly at: string
}

/** Something that happened in the conversation. */
const Activity = ({ message, included, at }: ActivityProps) => {
  const who = senderName(message, included, '')
  const about = mentioned(message, included).join(', ')
  return (
    <div className={css.activity}>
      {who ? `${who} · ` : null}
      {receivedMessage(message.body ?? '', message.message ?? {})}
      {about ? `: ${about}` : null} · <time dateTime={String(message.createdAt)}>{at}</time>
    </div>
  )
}

/** The quoted message that a message replies to. */
const Quote = ({
  message: { replyTo },
  included,
  quoted,
  onJump,
}: Pick<MessageProps, 'message' | 'included' | 'quoted' | 'onJump'>) => {
  const { t } = useTranslation()
  if (typeof replyTo !== 'string') return null
  return (
    <button
      type="button"
      className={css.quote}
      title={t('chat.toQuoted')}
      onClick={() => onJump(replyTo)}
    >
      {quoted ? <strong>{senderName(quoted, included, t('chat.someone'))} </strong> : null}
      {String(quoted?.body ?? included['chat-messages']?.[replyTo]?.title ?? t('chat.earlier'))}
    </button>
  )
}

/** Returns the entries of a message's menu when it opens. */
const useEntries = ({
  message,
  reader,
  onReply,
  onEdit,
}: Pick<MessageProps, 'message' | 'reader' | 'onReply' | 'onEdit'>) => {
  const { t } = useTranslation()
  return (): readonly MenuEntry[] => [
    ...(reader.mayWrite
      ? [
          {
            key: 'reply',
            label: t('chat.quote'),
            icon: <IconArrowBackUp size={16} aria-hidden />,
            onSelect: () => onReply(message),
          },
        ]
      : []),
    ...(reader.mayEdit && message.createdBy !== null && message.createdBy === reader.id
      ? [
          {
            key: 'edit',
            label: t('chat.edit'),
            icon: <IconPencil size={16} aria-hidden />,
            onSelect: () => onEdit(message),
          },
        ]
      : []),
    {
      key: 'copy',
      label: t('chat.copy'),
      icon: <IconCopy size={16} aria-hidden />,
      onSelect: () =>
        void navigator.clipboard
          .writeText(String(message.body))
          .then(() => toast.success(t('chat.copied'))),
    },
  ]
}

/** A message stored by the server. */
export const Message = memo(function Message({
  message,
  included,
  joined,
  reader,
  zone,
  quoted,
  onReply,
  onEdit,
  onJump,
}: MessageProps) {
  const { t, i18n } = useTranslation()
  const { kind, body } = message
  const at = clockOf(i18n.language, zone).format(Date.parse(String(message.createdAt)))
  const entries = useEntries({ message, reader, onReply, onEdit })
  if (kind === 'activity') return <Activity message={message} included={included} at={at} />
  const ours = isOurs(message, reader)
  const name = senderName(
    message,
    included,
    t(message.createdBy !== null && message.createdBy === reader.id ? 'chat.you' : 'chat.someone'),
  )
  const attachments = message.attachments ?? []
  return (
    <div
      className={css.message}
      data-side={ours ? 'ours' : 'theirs'}
      data-kind={kind}
      data-joined={joined || undefined}
    >
      {joined ? null : (
        <div className={css.name}>
          {kind === 'note' ? (
            <span className={css.noteMark}>
              <IconLock size={12} aria-hidden />
              {t('chat.note')}
            </span>
          ) : null}
          <span>{name}</span>
        </div>
      )}
      <div className={css.line}>
        <div className={css.bubble}>
          {joined ? <span className="visually-hidden">{name}: </span> : null}
          <Quote message={message} included={included} quoted={quoted} onJump={onJump} />
          {body ? (
            <p className={css.body} dir="auto">
              {withNames(String(body), mentioned(message, included))}
            </p>
          ) : null}
          {attachments.length ? <Files files={attachments} /> : null}
          <span className={css.meta}>
            {message.editedAt ? <span>{t('chat.edited')}</span> : null}
            <time dateTime={String(message.createdAt)}>{at}</time>
            {ours && kind === 'outgoing' ? <Marks state={message.state} /> : null}
          </span>
        </div>
        <Menu label={t('chat.actionsFor', { at })} items={entries}>
          {(trigger) => (
            <button
              type="button"
              {...trigger}
              className={css.messageMenu}
              aria-label={t('chat.actionsFor', { at })}
            >
              <IconDots size={16} aria-hidden />
            </button>
          )}
        </Menu>
      </div>
    </div>
  )
})

/** An outgoing message. */
export const Pending = ({
  message,
  waiting,
}: {
  readonly message: Outgoing
  readonly waiting: boolean
}) => {
  const { t } = useTranslation()
  return (
    <div className={css.message} data-side="ours" data-kind={message.kind} data-pending="">
      <div className={css.line}>
        <div className={css.bubble}>
          {message.body ? (
            <p className={css.body} dir="auto">
              {message.body}
            </p>
          ) : null}
          {message.attachments.length ? <Files files={message.attachments} /> : null}
          <span className={css.meta}>
            {message.error ? null : (
              <>
                <IconClock size={13} aria-hidden />
                {t(waiting ? 'chat.waiting' : 'chat.sending')}
              </>
            )}
          </span>
        </div>
      </div>
      {message.error ? (
        <div className={css.failed} role="alert">
          <IconAlertCircle size={14} aria-hidden />
          {t('chat.failed', { why: message.error })}
          <button type="button" className={css.textButton} onClick={() => retry(message.clientId)}>
            {t('chat.retry')}
          </button>
          <button
            type="button"
            className={css.textButton}
            onClick={() => discard(message.clientId)}
          >
            {t('chat.discard')}
          </button>
        </div>
      ) : null}
    </div>
  )
}
