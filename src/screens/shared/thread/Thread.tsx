import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type UIEvent } from 'react'
import { useMe } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import type { RecordData } from '#data/types.ts'
import { actOnRecord } from '#data/writes.ts'
import { useTimeZone } from '#engine/person.ts'
import { useRights } from '#engine/resource.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Bone, EmptyState, ErrorState } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { messages as messageModel } from '../resources.ts'
import { Composer } from './Composer.tsx'
import { dayOf, linesOf } from './days.ts'
import type { Draft } from './drafts.ts'
import { Message, Pending, senderName, type Reader } from './Message.tsx'
import { enqueue, isWaiting, onArrival, onOutbox, openOutbox, outbox } from './outbox.ts'
import { useThread } from './useThread.ts'
import css from './thread.module.css'

/** Distance from the oldest message at which earlier ones are asked for. */
const AHEAD_PX = 400
const DAY_MS = 86_400_000

/** A day as people say it. */
const useDayName = (zone: string): ((day: string) => string) => {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
    const now = Date.now()
    return (day) => (day === dayOf(now, zone) ? t('chat.today') : day === dayOf(now - DAY_MS, zone) ? t('chat.yesterday') : format.format(Date.parse(`${day}T00:00:00Z`)))
  }, [t, i18n.language, zone])
}

export interface ThreadProps {
  /** Id of the conversation; undefined while there is none yet. */
  readonly conversation: string | undefined
  readonly subject: string
  /** Why nobody can write any more; default everybody can who may. */
  readonly closed?: string
  /** Makes the conversation for the first message; answers its id. */
  readonly onFirst?: () => Promise<string>
  /** What the draft belongs to while there is no conversation. */
  readonly draftKey: string
  /** Called with the instant of the newest message on screen. */
  readonly onSeen?: (at: string) => void
}

const useReader = (): Reader => {
  const { person } = useMe()
  const rights = useRights(messageModel())
  return useMemo(() => ({ id: person?.id, tenant: person?.tenant ?? null, mayWrite: rights.create, mayEdit: rights.action('edit') }), [person?.id, person?.tenant, rights.create]) // oxlint-disable-line react-hooks/exhaustive-deps -- rights follow the person
}

/** The messages of a conversation and the box to write the next one. Mount it anew for another conversation. */
export const Thread = (props: ThreadProps) => {
  const { t } = useTranslation()
  const { account } = useMe()
  const reader = useReader()
  const rights = useRights(messageModel())
  const [replying, setReplying] = useState<{ readonly message: RecordData; readonly who: string }>()
  const [editing, setEditing] = useState<RecordData>()
  const { conversation, closed, onFirst, draftKey } = props
  useEffect(() => openOutbox(account.id), [account.id])
  const stop = useCallback(() => { setReplying(undefined); setEditing(undefined) }, [])
  const onReply = useCallback((message: RecordData, who: string) => { setEditing(undefined); setReplying({ message, who }) }, [])
  const onEdit = useCallback((message: RecordData) => { setReplying(undefined); setEditing(message) }, [])

  const send = async ({ body, note, attachments }: Draft): Promise<boolean> => {
    try {
      if (editing) {
        await actOnRecord(messageModel(), editing.id, editing.version, 'edit', { body })
        stop()
        return true
      }
      const to = conversation ?? (await onFirst?.())
      if (!to) return false
      enqueue({ conversation: to, kind: note ? 'note' : 'outgoing', body, attachments, ...(replying ? { replyTo: replying.message.id } : {}) })
      stop()
      return true
    } catch (error) {
      toast.error({ title: t(editing ? 'chat.notSaved' : 'chat.notDone'), message: isProblem(error) ? error.detail : t('common.somethingWrong') })
      return false
    }
  }
  if (!rights.list || !rights.read) return <div className={css.thread}><EmptyState title={t('common.permissionDenied')} text={t('chat.mayNotRead')} /></div>
  return (
    <div className={css.thread}>
      {conversation ? <Messages {...props} conversation={conversation} reader={reader} onReply={onReply} onEdit={onEdit} /> : <div className={css.scroll}><EmptyState title={t('chat.noMessages')} /></div>}
      {closed ? <p className={css.closed}>{closed}</p> : reader.mayWrite ? <Composer key={conversation ?? draftKey} account={account.id} draftKey={conversation ?? draftKey} notes={reader.tenant === null} replying={replying} editing={editing} onStop={stop} onSend={send} /> : <p className={css.closed}>{t('chat.mayNotWrite')}</p>}
    </div>
  )
}

interface MessagesProps extends ThreadProps { readonly conversation: string; readonly reader: Reader; readonly onReply: (message: RecordData, who: string) => void; readonly onEdit: (message: RecordData) => void }

const Messages = ({ conversation, subject, onSeen, reader, onReply, onEdit }: MessagesProps) => {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const thread = useThread(conversation)
  const { messages, included, take, refetch } = thread
  const dayName = useDayName(zone)
  const scroll = useRef<HTMLDivElement>(null)
  const waiting = useSyncExternalStore(onOutbox, isWaiting)
  const out = useSyncExternalStore(onOutbox, outbox)
  useEffect(() => onArrival((of, message) => { if (of === conversation) { if (message) take(message); else void refetch() } }), [conversation, take, refetch])
  const lines = useMemo(() => linesOf(messages, zone), [messages, zone])
  const byId = useMemo(() => new Map(messages.map((m) => [m.id, m])), [messages])
  const arrived = useMemo(() => new Set(messages.slice(-100).map((m) => m.clientId)), [messages])
  const pending = out.filter((m) => m.conversation === conversation && !arrived.has(m.clientId))
  const reply = useCallback((m: RecordData) => onReply(m, senderName(m, included, t('chat.someone'))), [onReply, included, t])

  const newest = messages.at(-1)
  const newestAt = newest ? String(newest.createdAt) : undefined
  useEffect(() => {
    if (!newestAt || !onSeen) return
    const seen = () => { if (document.visibilityState === 'visible') onSeen(newestAt) }
    seen()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [newestAt, onSeen])
  // What one writes oneself is always shown, wherever one was reading.
  useEffect(() => { if (pending.length && scroll.current) scroll.current.scrollTop = 0 }, [pending.length])

  // The column is turned round, so that its start, the newest message, stays in sight while earlier ones are added.
  const onScroll = (e: UIEvent<HTMLDivElement>) => {
    const el = e.currentTarget
    if (el.scrollHeight - el.clientHeight - Math.abs(el.scrollTop) < AHEAD_PX) thread.older()
  }
  if (thread.error) return <div className={css.scroll}><ErrorState error={thread.error} onRetry={() => void refetch()} /></div>
  return (
    <div ref={scroll} className={css.scroll} onScroll={onScroll} tabIndex={0} role="region" aria-label={t('chat.messages', { subject })}>
      {thread.first ? <div className={css.bones} aria-busy="true">{['46%', '58%', '38%', '52%'].map((w, i) => <div key={w} className={css.boneLine} data-side={i % 2 ? 'ours' : 'theirs'}><Bone width={w} /></div>)}</div> : (
        <div className={css.inner}>
          {thread.hasOlder ? <div className={css.top}><button type="button" className={css.textButton} disabled={thread.loadingOlder} onClick={thread.older}>{t(thread.loadingOlder ? 'chat.older' : 'chat.olderButton')}</button></div> : messages.length ? <div className={css.top}>{t('chat.beginning')}</div> : null}
          {!messages.length && !pending.length ? <EmptyState title={t('chat.noMessages')} /> : null}
          <div role="log"><ol className={css.list}>
            {lines.map(({ message, day, joined }) => [
              day ? <li key={`day ${day}`} className={css.day}><span>{dayName(day)}</span></li> : null,
              <Message key={message.id} message={message} included={included} joined={joined} reader={reader} zone={zone} quoted={typeof message.replyTo === 'string' ? byId.get(message.replyTo) : undefined} onReply={reply} onEdit={onEdit} />,
            ])}
            {pending.map((m) => <Pending key={m.clientId} message={m} waiting={waiting} />)}
          </ol></div>
        </div>
      )}
    </div>
  )
}
