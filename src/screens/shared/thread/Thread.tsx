import { useCallback, useEffect, useMemo, useState } from 'react'
import { useMe } from '#data/me.ts'
import { useHere } from '#data/presence.ts'
import { useNamedOthers } from '#engine/presence/namedOthers.ts'
import { useRights } from '#engine/resource.ts'
import { useTranslation } from '#ui/i18n.ts'
import { EmptyState } from '#ui/states.tsx'
import { conversations, messages as messageModel, type Seen } from '../resources.ts'
import { Composer } from './Composer.tsx'
import type { Reader } from './Message.tsx'
import { Messages } from './Messages.tsx'
import { openOutbox } from './outbox.ts'
import { useSend, type Answering } from './useSend.ts'
import css from './thread.module.css'

export interface ThreadProps {
  /** Id of the conversation; undefined before it is created. */
  readonly conversation: string | undefined
  readonly subject: string
  /**
   * Why the conversation is closed to new messages; by default everybody with permission can write.
   */
  readonly closed?: string
  /** Creates the conversation for the first message; returns its id. */
  readonly onFirst?: () => Promise<string>
  /** Key of the draft while there is no conversation. */
  readonly draftKey: string
}

const useReader = (): Reader => {
  const { person } = useMe()
  const rights = useRights(messageModel())
  const mayEdit = rights.action('edit')
  return useMemo(
    () => ({
      id: person?.id,
      tenant: person?.tenant ?? null,
      mayWrite: rights.create,
      mayEdit,
    }),
    [person?.id, person?.tenant, rights.create, mayEdit],
  )
}

/** The message that the person replies to or edits: one at a time. */
const useAnswering = (): Answering => {
  const [replying, setReplying] = useState<{
    readonly message: Seen<'chat-messages'>
    readonly who: string
  }>()
  const [editing, setEditing] = useState<Seen<'chat-messages'>>()
  const stop = useCallback(() => {
    setReplying(undefined)
    setEditing(undefined)
  }, [])
  const onReply = useCallback((message: Seen<'chat-messages'>, who: string) => {
    setEditing(undefined)
    setReplying({ message, who })
  }, [])
  const onEdit = useCallback((message: Seen<'chat-messages'>) => {
    setReplying(undefined)
    setEditing(message)
  }, [])
  return { replying, editing, stop, onReply, onEdit }
}

/**
 * The messages of a conversation and the box for the next one. Remount it for another conversation.
 */
export const Thread = ({ conversation, subject, closed, onFirst, draftKey }: ThreadProps) => {
  const { t } = useTranslation()
  const { account } = useMe()
  const reader = useReader()
  const rights = useRights(messageModel())
  const answering = useAnswering()
  const { replying, editing, stop, onReply, onEdit } = answering
  useEffect(() => openOutbox(account.id), [account.id])
  const send = useSend({ conversation, onFirst, answering })
  if (!rights.list || !rights.read) {
    return (
      <div className={css.thread}>
        <EmptyState title={t('common.permissionDenied')} text={t('chat.mayNotRead')} />
      </div>
    )
  }
  const footer = () => {
    if (closed) return <p className={css.closed}>{closed}</p>
    if (reader.mayWrite) {
      return (
        <Composer
          key={conversation ?? draftKey}
          account={account.id}
          conversation={conversation}
          draftKey={conversation ?? draftKey}
          notes={reader.tenant === null}
          replying={replying}
          editing={editing}
          onStop={stop}
          onSend={send}
        />
      )
    }
    return <p className={css.closed}>{t('chat.mayNotWrite')}</p>
  }
  return (
    <div className={css.thread}>
      {conversation ? (
        <Messages
          account={account.id}
          conversation={conversation}
          subject={subject}
          reader={reader}
          onReply={onReply}
          onEdit={onEdit}
        />
      ) : (
        <div className={css.scroll}>
          <EmptyState title={t('chat.noMessages')} />
        </div>
      )}
      {conversation ? <Typing conversation={conversation} /> : null}
      {footer()}
    </div>
  )
}

/** Shows who is typing, and reports the person's own presence. */
const Typing = ({ conversation }: { readonly conversation: string }) => {
  const { t, i18n } = useTranslation()
  const collection = conversations().collection
  useHere(collection, conversation)
  const names = useNamedOthers(collection, conversation)
    .filter((o) => o.typing)
    .map((o) => o.name)
  return (
    <p className={css.typing} aria-live="polite">
      {names.length ? (
        <>
          <span className={css.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {t('chat.typing', {
            count: names.length,
            names: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
              names.slice(0, 3),
            ),
          })}
        </>
      ) : null}
    </p>
  )
}
