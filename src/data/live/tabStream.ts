import { compareIds, type Frame } from './stream.ts'

/** Messages between tabs. `before` is the last id the sending tab knew before the frame. */
export type Message =
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

/** What one tab knows of the stream, whether the connection is its own or another tab's. */
export interface TabStream {
  readonly link: Link
  /** The connection is about to be opened by this tab. */
  readonly opening: () => void
  /** Takes a message of another tab; `leading` while this tab has the connection. */
  readonly receive: (message: Exclude<Message, { kind: 'hello' }>, leading: boolean) => void
}

/** Creates the stream of a tab that knows events up to `known`. */
export const tabStream = (
  known: string | undefined,
  tab: Tab,
  post: (message: Message) => void,
): TabStream => {
  /** Whether the connection is established, as far as this tab knows. */
  let open = false
  const isOld = (id: string): boolean => known !== undefined && compareIds(id, known) <= 0

  const take = (frame: Frame, before: string | undefined) => {
    if (frame.id !== undefined) {
      // After a change of leader an event may come twice; an event this tab missed makes everything
      // stale.
      if (isOld(frame.id)) return
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
      if (frame.id !== undefined && frame.event !== 'reset' && isOld(frame.id)) return
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

  return {
    link,
    opening() {
      open = false
    },
    receive(data, leading) {
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
      else if (data.id !== undefined && !leading && !isOld(data.id)) {
        tab.missed()
        known = data.id
      }
    },
  }
}
