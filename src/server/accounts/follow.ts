import { rightsMark } from '../permissions/rightsMark.ts'
import type { Actor } from '../permissions/types.ts'
import type { Sessions } from './sessions.ts'
import { hashToken } from './tokenHash.ts'

const EVERY_MS = 700

interface Watched {
  /** The session's mark at the last check. */
  mark: string | undefined
  readonly watchers: Set<() => Promise<boolean>>
}

/**
 * Watches sessions for responses that outlive a request; see `Accounts.follow`. One statement
 * checks all of them; only changed sessions are loaded.
 */
export const follower = (sessions: Sessions) => {
  /** By the hash of the session's token. */
  const watched = new Map<string, Watched>()
  const stops = new Set<() => void>()
  let looking = false

  const closely = async (one: Watched): Promise<void> => {
    const seen = await Promise.all([...one.watchers].map((look) => look()))
    // A session that could not be read is checked again.
    if (seen.includes(false)) one.mark = undefined
  }
  const lookAtAll = async (): Promise<void> => {
    if (looking || !watched.size) return
    looking = true
    try {
      const marks = await sessions.marks([...watched.keys()])
      for (const [hash, one] of watched) {
        const now = marks.get(hash)
        if (now && now.mark === one.mark && !now.due) continue
        one.mark = now?.mark
        void closely(one)
      }
    } catch {
      // A brief database outage ends no session.
    } finally {
      looking = false
    }
  }
  const timer = setInterval(() => void lookAtAll(), EVERY_MS)
  timer.unref()
  const unsubscribe = sessions.subscribe((ended) => {
    const one = watched.get(ended)
    if (one) void closely(one)
  })

  return {
    follow(token: string | undefined, changed: (actor: Actor | null) => void): () => void {
      let last: string | undefined
      let stopped = false
      // Bypass the cache: a response from before the change would hide it.
      const look = async (): Promise<boolean> => {
        const session = token ? await sessions.fresh(token).catch(() => undefined) : null
        if (session === undefined) return false
        if (stopped) return true
        const now = rightsMark(session?.actor ?? null)
        const before = last
        last = now
        if (before !== undefined ? before !== now : session === null) {
          changed(session?.actor ?? null)
        }
        if (session === null) stop()
        return true
      }
      const hash = token === undefined ? undefined : hashToken(token)
      const one =
        hash === undefined
          ? undefined
          : (watched.get(hash) ?? { mark: undefined, watchers: new Set() })
      if (hash !== undefined && one) {
        watched.set(hash, one)
        one.watchers.add(look)
      }
      const stop = (): void => {
        stopped = true
        stops.delete(stop)
        one?.watchers.delete(look)
        if (hash !== undefined && !one?.watchers.size && watched.get(hash) === one) {
          watched.delete(hash)
        }
      }
      stops.add(stop)
      void look()
      return stop
    },
    close(): void {
      clearInterval(timer)
      unsubscribe()
      for (const stop of stops) stop()
    },
  }
}
