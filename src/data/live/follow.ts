/**
 * Live changes for the pages of one tab: what the queries hold is refreshed, and whoever listens is
 * told.
 */
import type { QueryClient } from '@tanstack/react-query'
import { apiUrl, get } from '../api.ts'
import { keys, started } from '../queries.ts'
import { onSessionChange, storedTokens } from '../session.ts'
import type { Me } from '../types.ts'
import { share, type Link, type SharePorts, type Tab } from './share.ts'
import { readEvents, type Frame } from './stream.ts'

/** Longest pause between attempts; it starts at one second and doubles. */
const maxPauseMs = 30_000
/**
 * Changes are gathered for this long, so that an import of thousands of rows asks for a list twice
 * a second at most.
 */
const gatherMs = 500

/** Refreshes what the queries hold of changed collections. */
const refresher = (client: QueryClient) => {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const collection of waiting) {
      void client.invalidateQueries({ queryKey: keys.collection(collection) })
    }
    waiting.clear()
  }
  return {
    add(collection: string) {
      waiting.add(collection)
      timer ??= setTimeout(flush, gatherMs)
    },
    stop() {
      clearTimeout(timer)
    },
  }
}

const browserPorts = (): SharePorts => ({
  // Both are missing where the page is no secure context, or the browser is old.
  locks: (navigator as { locks?: LockManager }).locks,
  channel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : undefined,
  visible: () => document.visibilityState === 'visible',
})

/**
 * Somebody else signed in elsewhere in this browser: they must not see what this page still shows
 * of another.
 */
const leaveOthersPage = async (client: QueryClient): Promise<void> => {
  const before = client.getQueryData<Me>(keys.me)?.account.id
  const me = await get<Me>('/api/me').catch(() => undefined)
  if (before && me && me.account.id !== before) window.location.reload()
}

/**
 * Who signed in by the identity service is kept signed in there too; nobody else loads anything of
 * it.
 */
const keepIdentity = (): void => {
  try {
    if (localStorage.getItem('identity')) {
      void import('../identity/watch.ts').then((m) => m.watchIdentity()).catch(() => undefined)
    }
  } catch {
    /* no storage, so nothing was remembered */
  }
}

/** What a frame says; undefined for what is no JSON. */
const dataOf = (frame: Frame): unknown => {
  try {
    return JSON.parse(frame.data)
  } catch {
    return undefined
  }
}

/**
 * Follows live events while there is a session; `tell` gets every event, answering the collection
 * it changes, if any. Returns the function to stop.
 */
export const follow = (
  client: QueryClient,
  tell: (event: string, data: unknown) => string | undefined,
): (() => void) => {
  const refresh = refresher(client)
  let known = started.at
  let token: string | undefined
  let leave: (() => void) | undefined
  let wake: (() => void) | undefined
  let cut = new AbortController()

  const everything = () => {
    void client.invalidateQueries()
    // For what is held beside the queries.
    tell('reset', undefined)
  }
  const lead =
    (mine: string) =>
    async (stop: AbortSignal, link: Link): Promise<void> => {
      for (let pauseMs = 1000; !stop.aborted;) {
        cut = new AbortController()
        const ended = await readEvents(
          apiUrl('/api/events'),
          mine,
          link.known,
          AbortSignal.any([stop, cut.signal]),
          (frame) => link.frame(frame),
          () => link.alive(),
        )
        if (stop.aborted) return
        if (ended === 'unknown id') {
          link.forget()
          continue
        }
        if (ended === 'worked') link.ended()
        pauseMs = ended === 'worked' ? 1000 : Math.min(pauseMs * 2, maxPauseMs)
        await new Promise<void>((resolve) => {
          wake = resolve
          stop.addEventListener('abort', () => resolve(), { once: true })
          setTimeout(resolve, pauseMs * (0.75 + Math.random() / 2))
        })
      }
    }
  const tab: Omit<Tab, 'lead'> = {
    take(frame) {
      known = frame.id ?? known
      if (frame.event === 'ready') return
      // Other rights, other rows: nothing that is shown can be relied on. The same after too much
      // was missed.
      if (frame.event === 'rights' || frame.event === 'reset') return everything()
      const changed = tell(frame.event, dataOf(frame))
      if (changed !== undefined) refresh.add(changed)
    },
    missed: everything,
    ended() {
      started.live = false
      void client.invalidateQueries({ queryKey: keys.me })
    },
    ready() {
      started.live = true
      tell('ready', undefined)
    },
  }
  const join = () => {
    const now = storedTokens()?.token
    if (now === token) return wake?.()
    leave?.()
    leave = undefined
    if (token !== undefined && now !== undefined) void leaveOthersPage(client)
    token = now
    if (now !== undefined) keepIdentity()
    if (now === undefined) known = undefined
    else leave = share(`live ${now}`, known, { ...tab, lead: lead(now) }, browserPorts())
  }
  const online = () => wake?.()
  const offline = () => cut.abort()
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  const stopSession = onSessionChange(join)
  join()
  return () => {
    leave?.()
    started.live = false
    // Where the shell comes back, it continues from here.
    started.at = known
    refresh.stop()
    stopSession()
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
  }
}
