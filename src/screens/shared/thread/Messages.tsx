import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { IconArrowDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { recordQuery } from '#data/queries.ts'
import { useTimeZone } from '#engine/person.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Skeleton, EmptyState, ErrorState } from '#ui/states.tsx'
import { messages as messageModel, type Seen } from '../resources.ts'
import { useUnread } from '../unread.ts'
import { lineOf } from './lines.ts'
import { isOurs, Message, Pending, senderName, type Reader } from './Message.tsx'
import { isWaiting, onArrival, onOutbox, outbox, type Outgoing } from './outbox.ts'
import { placeOf } from './knownMessages.ts'
import type { ThreadState } from './threadStore.ts'
import { useDayName } from './useDayName.ts'
import { useSeen } from './useSeen.ts'
import { useThread } from './useThread.ts'
import css from './thread.module.css'

const USUAL_PX = 66
const NEAR_END_PX = 80
/** Debounce: while the scroll bar is dragged, only the final position is fetched. */
const PASSING_MS = 90
/** Distance from the end beyond which a button to the newest message is shown. */
const FAR_PX = 240

export interface MessagesProps {
  readonly account: string
  readonly conversation: string
  readonly subject: string
  readonly reader: Reader
  readonly onReply: (message: Seen<'chat-messages'>, who: string) => void
  readonly onEdit: (message: Seen<'chat-messages'>) => void
}

/**
 * Position of the first unread message; undefined when there is none, or it is before the loaded
 * messages.
 */
const firstUnread = (state: ThreadState, count: number, reader: Reader): number | undefined => {
  let found: number | undefined
  for (let place = state.last, left = count; left > 0 && place > 0; place--) {
    const m = state.at(place)
    if (m === undefined) return undefined
    if (m && m.kind !== 'activity' && !isOurs(m, reader)) {
      found = place
      left--
    }
  }
  return found
}

/** The messages of a conversation. */
export const Messages = (props: MessagesProps) => {
  const { account, conversation } = props
  const thread = useThread(account, conversation)
  const unread = useUnread()
  const { refresh, take } = thread
  useEffect(
    () =>
      onArrival((of, message) => {
        if (of === conversation) {
          if (message) take(message)
          void refresh()
        }
      }),
    [conversation, take, refresh],
  )
  if (!thread.ready && thread.error) {
    return (
      <div className={css.scroll}>
        <ErrorState error={thread.error} onRetry={() => void refresh()} />
      </div>
    )
  }
  if (!thread.ready) {
    return (
      <div className={css.scroll}>
        <div className={css.skeletons} aria-busy="true">
          {['46%', '58%', '38%', '52%'].map((w, i) => (
            <div key={w} className={css.skeletonLine} data-side={i % 2 ? 'ours' : 'theirs'}>
              <Skeleton width={w} />
            </div>
          ))}
        </div>
      </div>
    )
  }
  return <Rows {...props} thread={thread} unread={unread?.unread[conversation]?.count} />
}

type Thread = ReturnType<typeof useThread>

/** Outgoing messages that the server has not stored yet. */
const usePending = (conversation: string, thread: Thread): readonly Outgoing[] => {
  const out = useSyncExternalStore(onOutbox, outbox)
  return useMemo(() => {
    const arrived = new Set<unknown>()
    for (let place = thread.last; place > Math.max(0, thread.last - 100); place--) {
      const m = thread.at(place)
      if (m?.clientId) arrived.add(m.clientId)
    }
    return out.filter((m) => m.conversation === conversation && !arrived.has(m.clientId))
  }, [out, conversation, thread])
}

const Rows = ({
  conversation,
  subject,
  reader,
  onReply,
  onEdit,
  thread,
  unread,
}: MessagesProps & { readonly thread: Thread; readonly unread: number | undefined }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const zone = useTimeZone()
  const dayName = useDayName(zone)
  const scroll = useRef<HTMLDivElement>(null)
  const waiting = useSyncExternalStore(onOutbox, isWaiting)
  const pending = usePending(conversation, thread)
  const { last, at, find, included, need } = thread
  const [marked, setMarked] = useState<string>()
  const getItemKey = useCallback(
    (i: number) => (i < last ? i + 1 : (pending[i - last]?.clientId ?? i)),
    [last, pending],
  )
  const virtual = useVirtualizer({
    count: last + pending.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => USUAL_PX,
    getItemKey,
    overscan: 10,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
    paddingStart: 4,
    paddingEnd: 12,
    initialOffset: () => last * USUAL_PX,
  })

  // The unread mark stays while the conversation is open.
  const [line, setLine] = useState<number | null>()
  if (line === undefined && unread !== undefined) {
    setLine(firstUnread(thread, unread, reader) ?? null)
  }
  const begun = useRef(false)
  useLayoutEffect(() => {
    if (begun.current || !last) return
    begun.current = true
    virtual.scrollToEnd()
  }, [virtual, last])
  useEffect(() => {
    if (line) virtual.scrollToIndex(Math.max(0, line - 2), { align: 'start' })
  }, [line, virtual])

  const rows = virtual.getVirtualItems()
  const [first, end] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0]
  useEffect(() => {
    const timer = setTimeout(() => need(first - 4, end + 5), virtual.isScrolling ? PASSING_MS : 0)
    return () => clearTimeout(timer)
  }, [need, first, end, thread, virtual.isScrolling])

  const far = virtual.getDistanceFromEnd() > FAR_PX
  const [left, setLeft] = useState<number>()
  if (far && left === undefined) setLeft(last)
  else if (!far && left !== undefined) setLeft(undefined)
  const since = left === undefined ? 0 : last - left
  // Scroll to the person's own message, wherever they were reading.
  const own = pending.at(-1)?.clientId
  useEffect(() => {
    if (own) virtual.scrollToEnd()
  }, [own, virtual])

  const shown = virtual.range?.endIndex ?? -1
  let newest: Seen<'chat-messages'> | undefined
  for (let place = Math.min(last, shown + 1); place > Math.max(0, shown - 60) && !newest; place--) {
    const m = at(place)
    if (m && m.kind !== 'activity' && m.kind !== 'note' && !isOurs(m, reader)) newest = m
  }
  useSeen(conversation, newest)

  const reply = useCallback(
    (m: Seen<'chat-messages'>) => onReply(m, senderName(m, included, t('chat.someone'))),
    [onReply, included, t],
  )
  const jump = useCallback(
    (id: string) => {
      const known = find(id)
      void (
        known
          ? Promise.resolve(known)
          : client.fetchQuery(recordQuery(messageModel(), id)).then((a) => a.data)
      ).then(
        (m) => {
          setMarked(m.id)
          virtual.scrollToIndex(placeOf(m) - 1, { align: 'center' })
        },
        () => undefined,
      )
    },
    [find, client, virtual],
  )
  const latest = at(last)
  return (
    <div className={css.around}>
      <div
        ref={scroll}
        className={css.scroll}
        tabIndex={0}
        role="region"
        aria-label={t('chat.messages', { subject })}
      >
        {!last && !pending.length ? <EmptyState title={t('chat.noMessages')} /> : null}
        <div role="log" aria-live="off" className={css.inner}>
          <ol className={css.list} style={{ blockSize: virtual.getTotalSize() }}>
            {rows.map(({ index, key, start }) => {
              const message = index < last ? at(index + 1) : undefined
              const out = index < last ? undefined : pending[index - last]
              const style = { transform: `translateY(${start}px)` }
              if (message === undefined && !out) {
                return (
                  <li key={key} className={css.row} style={style} aria-hidden>
                    <div className={css.skeletonLine} data-side={index % 3 ? 'theirs' : 'ours'}>
                      <Skeleton width={`${30 + (index % 4) * 8}%`} />
                    </div>
                  </li>
                )
              }
              // Messages the person may not see take no space.
              if (message === null) {
                return (
                  <li
                    key={key}
                    ref={virtual.measureElement}
                    data-index={index}
                    className={css.row}
                    style={style}
                    aria-hidden
                  />
                )
              }
              if (out) {
                return (
                  <li
                    key={key}
                    ref={virtual.measureElement}
                    data-index={index}
                    className={css.row}
                    style={style}
                  >
                    <Pending message={out} waiting={waiting} />
                  </li>
                )
              }
              const m = message!
              let back = index
              while (back > 0 && index - back < 60 && at(back) === null) back--
              const { day, joined } = lineOf(m, at(back) ?? undefined, zone)
              return (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  className={css.row}
                  style={style}
                  aria-posinset={index + 1}
                  aria-setsize={last}
                  data-marked={m.id === marked || undefined}
                >
                  {index === 0 ? <div className={css.top}>{t('chat.beginning')}</div> : null}
                  {day ? (
                    <div className={css.day}>
                      <span>{dayName(day)}</span>
                    </div>
                  ) : null}
                  {line === index + 1 ? (
                    <div className={css.unreadLine}>
                      <span>{t('chat.newLine')}</span>
                    </div>
                  ) : null}
                  <Message
                    message={m}
                    included={included}
                    joined={joined && line !== index + 1}
                    reader={reader}
                    zone={zone}
                    quoted={typeof m.replyTo === 'string' ? find(m.replyTo) : undefined}
                    onReply={reply}
                    onEdit={onEdit}
                    onJump={jump}
                  />
                </li>
              )
            })}
          </ol>
        </div>
      </div>
      {far ? (
        <button type="button" className={css.toEnd} onClick={() => virtual.scrollToEnd()}>
          <IconArrowDown size={16} aria-hidden />
          {since ? t('chat.newSince', { count: since }) : t('chat.toNewest')}
        </button>
      ) : null}
      <div className="visually-hidden" aria-live="polite">
        {latest && !isOurs(latest, reader) && begun.current
          ? `${senderName(latest, included, t('chat.someone'))}: ${String(latest.body).slice(0, 200)}`
          : ''}
      </div>
    </div>
  )
}
