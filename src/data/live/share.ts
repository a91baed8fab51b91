/**
 * One live connection for all tabs of a browser: the tab that holds a lock has it and tells the others over a channel. When
 * that tab is closed or sleeps, another takes the lock and continues from the last event it knows.
 */
import { compareIds, type Frame } from './stream.ts'

/** What tabs tell each other. `before` is the last id the telling tab knew before the frame. */
type Message =
  | { readonly kind: 'frame'; readonly frame: Frame; readonly before: string | undefined }
  /** The server ended the connection: rights or session may have changed. */
  | { readonly kind: 'ended' }
  /** The server answers the tab with the connection. */
  | { readonly kind: 'ready' }
  /** Is somebody there? */
  | { readonly kind: 'hello' }
  /** The tab with the connection is here, knows this much, and may be waiting for the server. */
  | { readonly kind: 'at'; readonly id: string | undefined; readonly open: boolean }

/** What the browser offers; without locks or channels each tab has its own connection. */
export interface SharePorts {
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly channel:
    | ((name: string) => Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>)
    | undefined
  /** Whether a person may be looking at this tab: a hidden one takes nothing away from others. */
  readonly visible: () => boolean
}

/** What a tab does with what it hears. */
export interface Tab {
  /** Holds the connection until `stop`; everything of it goes to `link`. */
  lead(stop: AbortSignal, link: Link): Promise<void>
  take(frame: Frame): void
  /** Events were missed: everything shown may be out of date. */
  missed(): void
  /** The server ended the connection. */
  ended(): void
  /** What is said from now on is heard here: the connection stands, in this tab or another. */
  ready(): void
}

/** The tab's end of the shared stream. */
export interface Link {
  /** The last event this tab knows. */
  readonly known: string | undefined
  /** Hands on a frame of the connection, here and to the other tabs. */
  frame(frame: Frame): void
  ended(): void
  /** The server does not know `known`. */
  forget(): void
  /** Something arrived: the others are told at times, so that they know this tab is awake. */
  alive(): void
}

/**
 * After so long without a word a tab asks who is there, and after `answerMs` without an answer it
 * takes over.
 */
const silenceMs = 40_000
const answerMs = 3000

/**
 * Joins the tabs that share the connection called `name`. `known` is the last event this tab knows;
 * returns the way to leave.
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
  /** Whether the connection stands, as far as this tab knows. */
  let open = false
  let silence: ReturnType<typeof setTimeout> | undefined
  const post = (message: Message) => channel?.postMessage(message)

  const take = (frame: Frame, before: string | undefined) => {
    if (frame.id !== undefined) {
      // After a change of hands an event may come twice; what this tab did not hear of makes
      // everything doubtful.
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
      // Said at each beginning, whether or not its id is news.
      if (frame.event === 'ready') {
        open = true
        post({ kind: 'ready' })
        tab.ready()
      }
      // Whoever takes the lock may ask from before what the other tab told last: its last words are
      // heard while the server is asked. Nothing is told twice.
      if (
        frame.id !== undefined &&
        frame.event !== 'reset' &&
        known !== undefined &&
        compareIds(frame.id, known) <= 0
      ) {
        return
      }
      post({ kind: 'frame', frame, before: known })
      // A stream that starts afresh may continue behind what was known, after a restore of the
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

  /** Aborted to take the lock away from the tab that has it instead of waiting for it. */
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

  /** Waits for the lock, or takes it away, and has the connection as long as the lock is held. */
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
        // Where locks are refused altogether, every tab is on its own.
        if (!had && !queued.signal.aborted && !stopped.signal.aborted) {
          return tab.lead(stopped.signal, link)
        }
      }
      // Taken away by a tab that held this one for asleep.
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
