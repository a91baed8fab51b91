import { isProblem } from '#data/problem.ts'
import { actOnRecord } from '#data/writes.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { messages as messageModel, type Seen } from '../resources.ts'
import { mentionsIn, type Draft } from './drafts.ts'
import { arrived, enqueue } from './outbox.ts'

/** What the next message is for: a reply, a change of a message, or neither. */
export interface Answering {
  readonly replying: { readonly message: Seen<'chat-messages'>; readonly who: string } | undefined
  readonly editing: Seen<'chat-messages'> | undefined
  readonly stop: () => void
  readonly onReply: (message: Seen<'chat-messages'>, who: string) => void
  readonly onEdit: (message: Seen<'chat-messages'>) => void
}

/** A delivery confirmed meanwhile is not a conflict; only a changed text is. */
const changeText = async (
  message: Seen<'chat-messages'>,
  body: string,
): Promise<Seen<'chat-messages'>> => {
  const change = async (version: number) =>
    (await actOnRecord(messageModel(), { id: message.id, version }, 'edit', { body })).record
  try {
    return await change(message.version)
  } catch (error) {
    const current = isProblem(error, 412)
      ? (error.members.current as Seen<'chat-messages'> | undefined)
      : undefined
    if (current?.body !== message.body) throw error
    return await change(current!.version)
  }
}

interface SendParts {
  readonly conversation: string | undefined
  readonly onFirst: (() => Promise<string>) | undefined
  readonly answering: Answering
}

/** Returns a function that sends a message or saves an edited one, and tells whether it did. */
export const useSend = ({ conversation, onFirst, answering }: SendParts) => {
  const { t } = useTranslation()
  const { replying, editing, stop } = answering
  return async (draft: Draft): Promise<boolean> => {
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
}
