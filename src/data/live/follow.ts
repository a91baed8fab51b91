/** Live changes for the pages of one tab: refreshes query data and notifies listeners. */
import type { QueryClient } from '@tanstack/react-query'
import { apiUrl, get } from '../api.ts'
import { keys, started } from '../queries.ts'
import { onSessionChange, startOver, storedTokens } from '../session.ts'
import type { Me } from '../types.ts'
import { viewsKey } from '../views.ts'
import { share, type SharePorts } from './share.ts'
import { readEvents, type Frame } from './stream.ts'
import type { Link, Tab } from './tabStream.ts'

/** Maximum pause between attempts; it starts at one second and doubles. */
const maxPauseMs = 30_000
/**
 * Changes are batched for this long, so that an import of thousands of rows reloads a list at most
 * twice a second.
 */
const gatherMs = 500

/** Refreshes the query data of changed collections. */
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
  // Both are missing outside secure contexts and in old browsers.
  locks: (navigator as { locks?: LockManager }).locks,
  channel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : undefined,
  visible: () => document.visibilityState === 'visible',
})

/** Another person signed in elsewhere in this browser: they must not see this page's data. */
const leaveOthersPage = async (client: QueryClient): Promise<void> => {
  const before = client.getQueryData<Me>(keys.me)?.account.id
  const me = await get<Me>('/api/me').catch(() => undefined)
  if (before && me && me.account.id !== before) startOver()
}

/** Keeps a sign-in by the identity service alive; loads nothing for anyone else. */
const keepIdentity = (): void => {
  try {
    if (localStorage.getItem('identity')) {
      void import('../identity/watch.ts').then((m) => m.watchIdentity()).catch(() => undefined)
    }
  } catch {
    /* no storage, so nothing was remembered */
  }
}

/** Data of a frame; undefined for invalid JSON. */
const dataOf = (frame: Frame): unknown => {
  try {
    return JSON.parse(frame.data)
  } catch {
    return undefined
  }
}

/** The connection to the server, which reconnects with growing pauses. */
const createConnection = () => {
  let wake: (() => void) | undefined
  let reading = new AbortController()
  return {
    /** Ends the pause before the next attempt. */
    retry: () => wake?.(),
    /** Ends the current connection. */
    cut: () => reading.abort(),
    /** Keeps a connection of this session until `stop`. */
    lead:
      (token: string) =>
      async (stop: AbortSignal, link: Link): Promise<void> => {
        for (let pauseMs = 1000; !stop.aborted;) {
          reading = new AbortController()
          const ended = await readEvents(
            apiUrl('/api/events'),
            token,
            link.known,
            AbortSignal.any([stop, reading.signal]),
            { take: (frame) => link.frame(frame), alive: () => link.alive() },
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
      },
  }
}

/**
 * Follows live events while there is a session; `tell` receives every event and returns the
 * collection it changes, if any. Returns a stop function.
 */
export const follow = (
  client: QueryClient,
  tell: (event: string, data: unknown) => string | undefined,
): (() => void) => {
  const refresh = refresher(client)
  let known = started.at
  let token: string | undefined
  let leave: (() => void) | undefined
  const connection = createConnection()
  const rights = () => client.getQueryData<Me>(keys.me)?.rights
  /** The permissions with which everything shown was read, as far as this tab knows. */
  let shown = rights()

  const everything = () => {
    void client.invalidateQueries().then(() => {
      shown = rights()
    })
    // For data kept beside the queries.
    tell('reset', undefined)
  }
  /**
   * Permissions that change while nothing is connected are announced by no event. The person may
   * have been read again since, so they are compared with those of the data.
   */
  const compareRights = async () => {
    await client.invalidateQueries({ queryKey: keys.me })
    if (rights() !== shown) everything()
  }
  const tab: Omit<Tab, 'lead'> = {
    take(frame) {
      known = frame.id ?? known
      if (frame.event === 'ready') return
      // Changed permissions change the visible rows: everything shown may be stale. The same after
      // too many missed events.
      if (frame.event === 'views') return void client.invalidateQueries({ queryKey: viewsKey })
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
      shown ??= rights()
      // They may have changed since they were read, also before the first connection.
      void compareRights()
      tell('ready', undefined)
    },
  }
  const join = () => {
    const now = storedTokens()?.token
    if (now === token) return connection.retry()
    leave?.()
    leave = undefined
    if (token !== undefined && now !== undefined) void leaveOthersPage(client)
    token = now
    if (now !== undefined) keepIdentity()
    if (now === undefined) known = undefined
    else leave = share(`live ${now}`, known, { ...tab, lead: connection.lead(now) }, browserPorts())
  }
  window.addEventListener('online', connection.retry)
  window.addEventListener('offline', connection.cut)
  const stopSession = onSessionChange(join)
  join()
  return () => {
    leave?.()
    started.live = false
    // When the shell mounts again, it continues from here.
    started.at = known
    refresh.stop()
    stopSession()
    window.removeEventListener('online', connection.retry)
    window.removeEventListener('offline', connection.cut)
  }
}
