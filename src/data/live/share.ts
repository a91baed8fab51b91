/**
 * One live connection for all tabs of a browser: the tab that holds a lock has it and forwards
 * events over a channel. When that tab is closed or sleeps, another takes the lock and continues
 * from its last known event.
 */
import { tabStream, type Message, type Tab } from './tabStream.ts'

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
  let silence: ReturnType<typeof setTimeout> | undefined
  const post = (message: Message) => channel?.postMessage(message)
  const { link, opening, receive } = tabStream(known, tab, post)

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
      if (leading) link.alive()
      return
    }
    listen()
    receive(data, leading)
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
            opening()
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
