import { useCallback, useEffect, useMemo, useState } from 'react'
import { useMe } from '#data/me.ts'
import { useHere } from '#data/presence.ts'
import { isProblem } from '#data/problem.ts'
import type { RecordData } from '#data/types.ts'
import { actOnRecord } from '#data/writes.ts'
import { useNamedOthers } from '#engine/presence/namedOthers.ts'
import { useRights } from '#engine/resource.ts'
import { useTranslation } from '#ui/i18n.ts'
import { EmptyState } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { conversations, messages as messageModel } from '../resources.ts'
import { Composer } from './Composer.tsx'
import { mentionsIn, type Draft } from './drafts.ts'
import type { Reader } from './Message.tsx'
import { Messages } from './Messages.tsx'
import { arrived, enqueue, openOutbox } from './outbox.ts'
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

/** A delivery confirmed meanwhile is no conflict; only a changed text is. */
const changeText = async (message: RecordData, body: string): Promise<RecordData> => {
  const change = async (version: number) =>
    (await actOnRecord(messageModel(), message.id, version, 'edit', { body })).record
  try {
    return await change(message.version)
  } catch (error) {
    const current = isProblem(error, 412)
      ? (error.members.current as RecordData | undefined)
      : undefined
    if (current?.body !== message.body) throw error
    return await change(current!.version)
  }
}

/**
 * The messages of a conversation and the box for the next one. Remount it for another conversation.
 */
export const Thread = ({ conversation, subject, closed, onFirst, draftKey }: ThreadProps) => {
  const { t } = useTranslation()
  const { account } = useMe()
  const reader = useReader()
  const rights = useRights(messageModel())
  const [replying, setReplying] = useState<{ readonly message: RecordData; readonly who: string }>()
  const [editing, setEditing] = useState<RecordData>()
  useEffect(() => openOutbox(account.id), [account.id])
  const stop = useCallback(() => {
    setReplying(undefined)
    setEditing(undefined)
  }, [])
  const onReply = useCallback((message: RecordData, who: string) => {
    setEditing(undefined)
    setReplying({ message, who })
  }, [])
  const onEdit = useCallback((message: RecordData) => {
    setReplying(undefined)
    setEditing(message)
  }, [])

  const send = async (draft: Draft): Promise<boolean> => {
    const { body, note, attachments } = draft
    const mentions = note ? mentionsIn(draft) : []
    try {
      if (editing) {
        arrived(editing.conversation as string, await changeText(editing, body))
        stop()
        return true
      }
      const to = conversation ?? (await onFirst?.())
      if (!to) return false
      enqueue({
        conversation: to,
        kind: note ? 'note' : 'outgoing',
        body,
        attachments,
        ...(mentions.length ? { mentions } : {}),
        ...(replying ? { replyTo: replying.message.id } : {}),
      })
      stop()
      return true
    } catch (error) {
      toast.error({
        title: t(editing ? 'chat.notSaved' : 'chat.notDone'),
        message: isProblem(error) ? error.detail : t('common.somethingWrong'),
      })
      return false
    }
  }
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
