import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useQueryClient } from '@tanstack/react-query'
import { onLiveEvent } from '#data/events.ts'
import { useMe } from '#data/me.ts'
import { QUIET_HOURS, quietUntil, readQuietHours } from '#model/quietHours.ts'
import { useTranslation } from '#ui/i18n.ts'
import { usePreference } from '#engine/preference.ts'
import { conversations } from '../resources.ts'
import { openOutbox } from '../thread/outbox.ts'
import { mineToRead, onReadElsewhere, unreadQuery, useUnread, type Unread } from '../unread.ts'
import { playDing } from './ding.ts'
import { useReceipts } from './receipts.ts'
import { SOUND, readSound } from './sound.ts'
import { countedTitle, plainTitle } from './title.ts'
import css from './chatWatch.module.css'

/** Debounce: changes within this time are fetched in one request. */
const GATHER_MS = 150

/**
 * Number of conversations with messages that arrived since the page opened; the initial count per
 * conversation only decreases.
 */
const useNews = (unread: Unread | undefined): number => {
  const known = useRef<Map<string, number>>(undefined)
  const [news, setNews] = useState(0)
  useEffect(() => {
    if (!unread) return
    const counts = new Map(Object.entries(unread.unread).map(([id, { count }]) => [id, count]))
    known.current ??= new Map(counts)
    for (const [id, count] of known.current) {
      known.current.set(id, Math.min(count, counts.get(id) ?? 0))
    }
    setNews([...counts].filter(([id, count]) => count > (known.current?.get(id) ?? 0)).length)
  }, [unread])
  return news
}

/** Keeps the number at the start of the document's title, whatever page sets it. */
const useTitle = (news: number): void => {
  useEffect(() => {
    const put = () => {
      const wanted = countedTitle(document.title, news)
      if (document.title !== wanted) document.title = wanted
    }
    put()
    const observer = new MutationObserver(put)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = plainTitle(document.title)
    }
  }, [news])
}

/** A container inside the navigation's chat link, restored when the link is redrawn. */
const useSlot = (): HTMLElement | undefined => {
  const [slot] = useState(() => {
    const e = document.createElement('span')
    e.className = css.slot ?? ''
    return e
  })
  const [there, setThere] = useState(false)
  useEffect(() => {
    const nav = document.querySelector('nav')
    if (!nav) return
    const place = () => {
      const link = nav.querySelector('a[href^="/chatuser"]')
      if (link && slot.parentElement !== link) link.append(slot)
      setThere(Boolean(link))
    }
    place()
    const observer = new MutationObserver(place)
    observer.observe(nav, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      slot.remove()
    }
  }, [slot])
  return there ? slot : undefined
}

/**
 * Runs on every page: sends queued messages, confirms received ones, and signals unread messages in
 * the navigation, in the title and by sound.
 */
export const ChatWatch = () => {
  const { t } = useTranslation()
  const { account, person } = useMe()
  const client = useQueryClient()
  const unread = useUnread()
  const [sound] = usePreference(SOUND, readSound)
  const [quiet] = usePreference(QUIET_HOURS, readQuietHours)
  const mine = mineToRead(unread, person)
  const news = useNews(unread)
  const slot = useSlot()
  useEffect(() => openOutbox(account.id), [account.id])
  useReceipts(unread)
  useTitle(news)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = undefined
      void client.invalidateQueries({ queryKey: unreadQuery().queryKey })
    }
    const again = () => {
      timer ??= setTimeout(ask, GATHER_MS)
    }
    const stops = [
      onReadElsewhere(again),
      onLiveEvent((e) => {
        if (
          e.collection === conversations().collection &&
          e.changed.some((f) => f === 'state' || f === 'assignee')
        ) {
          again()
        }
      }),
    ]
    return () => {
      clearTimeout(timer)
      stops.forEach((stop) => stop())
    }
  }, [client])
  const before = useRef(news)
  useEffect(() => {
    if (sound && news > before.current && quietUntil(quiet, Date.now()) === undefined) playDing()
    before.current = news
  }, [news, sound, quiet])
  if (!slot || !mine) return null
  return createPortal(
    <span
      className={css.badge}
      title={t('chat.navUnread', { count: mine })}
      aria-hidden
      data-chat-unread={mine}
    >
      {mine > 99 ? '99+' : mine}
    </span>,
    slot,
  )
}
