/**
 * One live connection for all tabs of a browser: the tab that holds a lock has it and forwards
 * events over a channel. When that tab is closed or sleeps, another takes the lock and continues
 * from its last known event.
 */
import { compareIds, type Frame } from './stream.ts'

/** Messages between tabs. `before` is the last id the sending tab knew before the frame. */
type Message =
  | { readonly kind: 'frame'; readonly frame: Frame; readonly before: string | undefined }
  /** The server ended the connection: permissions or session may have changed. */
  | { readonly kind: 'ended' }
  /** The server responds to the tab with the connection. */
  | { readonly kind: 'ready' }
  /** Asks whether a leader exists. */
  | { readonly kind: 'hello' }
  /**
   * The tab with the connection is alive, knows events up to `id`, and may still be waiting for the
   * server.
   */
  | { readonly kind: 'at'; readonly id: string | undefined; readonly open: boolean }

/** Browser features; without locks or channels each tab has its own connection. */
export interface SharePorts {
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly channel:
    | ((name: string) => Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>)
    | undefined
  /**
   * True when a person may be looking at this tab: a hidden one never takes the lock from others.
   */
  readonly visible: () => boolean
}

/** Callbacks of a tab. */
export interface Tab {
  /** Holds the connection until `stop`; reports everything to `link`. */
  lead(stop: AbortSignal, link: Link): Promise<void>
  take(frame: Frame): void
  /** Events were missed: everything shown may be stale. */
  missed(): void
  /** The server ended the connection. */
  ended(): void
  /** Events from now on reach this tab: a connection is established, here or in another tab. */
  ready(): void
}

/** The tab's side of the shared stream. */
export interface Link {
  /** The last event this tab knows. */
  readonly known: string | undefined
  /** Forwards a frame of the connection, here and to the other tabs. */
  frame(frame: Frame): void
  ended(): void
  /** The server does not know `known`. */
  forget(): void
  /**
   * Something arrived: the others are notified from time to time, so that they know this tab is
   * awake.
   */
  alive(): void
}

/**
 * After this long without a message a tab asks for the leader, and after `answerMs` without a
 * response it takes over.
 */
const silenceMs = 40_000
const answerMs = 3000

/**
 * Joins the tabs that share the connection `name`. `known` is the last event this tab knows;
 * returns a leave function.
 */
export const share = (
  name: string,
  known: string | undefined,
  tab: Tab,
  ports: SharePorts,
): (() => void) => {
  const { locks } = ports
  const stopped = new AbortController()
  const channel = locks ? ports.channel?.(name) : undefined
  let leading = false
  /** Whether the connection is established, as far as this tab knows. */
  let open = false
  let silence: ReturnType<typeof setTimeout> | undefined
  const post = (message: Message) => channel?.postMessage(message)

  const take = (frame: Frame, before: string | undefined) => {
    if (frame.id !== undefined) {
      // After a change of leader an event may come twice; an event this tab missed makes everything
      // stale.
      if (known !== undefined && compareIds(frame.id, known) <= 0) return
      if (known !== undefined && before !== undefined && compareIds(before, known) > 0) tab.missed()
      known = frame.id
    }
    tab.take(frame)
  }
  const link: Link = {
    get known() {
      return known
    },
    frame(frame) {
      // Emitted at each start, whether or not its id is new.
      if (frame.event === 'ready') {
        open = true
        post({ kind: 'ready' })
        tab.ready()
      }
      // A new leader may resume from before the old leader's last messages: those still arrive
      // while the server is contacted. Nothing is delivered twice.
      if (
        frame.id !== undefined &&
        frame.event !== 'reset' &&
        known !== undefined &&
        compareIds(frame.id, known) <= 0
      ) {
        return
      }
      post({ kind: 'frame', frame, before: known })
      // A stream that starts over may have lower ids than the known one, after a restore of the
      // database.
      if (frame.event === 'reset') known = undefined
      take(frame, undefined)
    },
    ended() {
      open = false
      post({ kind: 'ended' })
      tab.ended()
    },
    forget() {
      known = undefined
      tab.missed()
    },
    alive: () => post({ kind: 'at', id: known, open }),
  }

  if (!locks || !channel) {
    void tab.lead(stopped.signal, link)
    return () => stopped.abort()
  }

  /** Aborted to steal the lock instead of waiting for it. */
  let queued = new AbortController()
  const listen = () => {
    clearTimeout(silence)
    if (!leading && !stopped.signal.aborted) silence = setTimeout(ask, silenceMs)
  }
  const ask = () => {
    if (!ports.visible()) return listen()
    post({ kind: 'hello' })
    silence = setTimeout(() => queued.abort(), answerMs)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (stopped.signal.aborted) return
    if (data.kind === 'hello') {
      if (leading) post({ kind: 'at', id: known, open })
      return
    }
    listen()
    if (data.kind === 'frame') {
      if (data.frame.event === 'reset') known = undefined
      take(data.frame, data.before)
      return
    }
    if (data.kind === 'ended') {
      open = false
      return tab.ended()
    }
    if (data.kind === 'ready' || (data.open && !open)) {
      open = true
      tab.ready()
    }
    if (data.kind === 'ready') return
    if (known === undefined) known = data.id
    else if (data.id !== undefined && !leading && compareIds(data.id, known) > 0) {
      tab.missed()
      known = data.id
    }
  }

  /** Waits for the lock, or steals it, and keeps the connection while the lock is held. */
  const hold = async (): Promise<void> => {
    for (let steal = false; !stopped.signal.aborted;) {
      queued = new AbortController()
      const lost = new AbortController()
      let had = false
      try {
        await locks.request(
          name,
          steal ? { steal } : { signal: AbortSignal.any([stopped.signal, queued.signal]) },
          async () => {
            leading = had = true
            open = false
            clearTimeout(silence)
            await tab.lead(AbortSignal.any([stopped.signal, lost.signal]), link)
          },
        )
      } catch {
        // If locks are denied altogether, every tab has its own connection.
        if (!had && !queued.signal.aborted && !stopped.signal.aborted) {
          return tab.lead(stopped.signal, link)
        }
      }
      // Stolen by a tab that considered this one asleep.
      lost.abort()
      leading = false
      steal = !had && queued.signal.aborted
      listen()
    }
  }
  listen()
  void hold()
  post({ kind: 'hello' })
  return () => {
    stopped.abort()
    clearTimeout(silence)
    channel.close()
  }
}
