import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listQuery } from '#data/queries.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { messages, tickets, type Seen } from '../shared/resources.ts'
import { senderName } from '../shared/thread/Message.tsx'
import { Choices } from './Choices.tsx'
import { DialogError, DialogFoot } from './DialogFoot.tsx'
import { useThreadAction } from '../shared/useThreadAction.ts'
import css from './ticketChat.module.css'

const LONG = 140

/** The last 100 messages of a conversation, newest first. */
const useMessages = (conversation: string) =>
  useQuery(
    listQuery(messages(), {
      filter: {
        and: [
          { path: ['conversation'], op: 'eq', value: conversation },
          { path: ['kind'], op: 'ne', value: 'activity' },
        ],
      },
      sort: [{ field: 'createdAt', descending: true }],
      limit: 100,
    }),
  )

const excerpt = (m: Seen<'chat-messages'>, file: string): string => {
  const body =
    String(m.body ?? '')
      .replace(/\s+/g, ' ')
      .trim() || file
  return body.length > LONG ? `${body.slice(0, LONG)}…` : body
}

/** Dialog that splits a message and those after it into a new ticket. */
export const SplitDialog = ({
  record,
  conversation,
  onClose,
}: {
  readonly record: Seen<'tickets'>
  readonly conversation: string
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const navigate = useNavigate()
  const [from, setFrom] = useState<string>()
  const [subject, setSubject] = useState('')
  const { busy, error, run } = useThreadAction(tickets(), record)
  const { data } = useMessages(conversation)
  const list = data?.data
  const at = list?.findIndex((m) => m.id === from) ?? -1
  const split = async () => {
    if (!from || !subject.trim()) return
    const done = await run('split', { message: from, subject: subject.trim() })
    if (!done) return
    toast.success(t('ticket.splitDone', { subject: subject.trim() }))
    onClose()
    const made = (done.result as { readonly ticket?: string } | null)?.ticket
    if (made) void navigate({ to: '/ticket_chat/$id', params: { id: made } })
  }
  return (
    <Dialog title={t('ticket.splitTitle', { number: String(record.number) })} onClose={onClose}>
      <form
        className={css.stack}
        onSubmit={(e) => {
          e.preventDefault()
          void split()
        }}
      >
        <p className={css.none}>{t('ticket.splitText')}</p>
        <label className={css.label}>
          {t('ticket.newSubject')}
          <input
            className={css.input}
            maxLength={200}
            required
            dir="auto"
            data-autofocus
            value={subject}
            onChange={(e) => setSubject(e.currentTarget.value)}
          />
        </label>
        <Choices
          label={t('ticket.splitFrom')}
          none={t('chat.noMessages')}
          value={from}
          onChange={setFrom}
          choices={list?.map((m) => ({
            id: m.id,
            title: excerpt(m, t('chat.file')),
            note: `${senderName(m, data?.included ?? {}, t('chat.someone'))} · ${instant(String(m.createdAt))}`,
          }))}
        />
        {at >= 0 ? (
          <p className={css.none} role="status">
            {t('ticket.splitPreview', { count: at + 1 })}
          </p>
        ) : null}
        <DialogError text={error} />
        <DialogFoot
          action={t('ticket.split')}
          disabled={!from || !subject.trim() || busy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
