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
 * Checks a session; calls `changed` when the rights of its person have changed since the last
 * check, with null once it has ended. Resolves to false when the session could not be read.
 */
const rightsCheck = (
  sessions: Sessions,
  token: string | undefined,
  changed: (actor: Actor | null) => void,
): (() => Promise<boolean>) => {
  let last: string | undefined
  return async () => {
    // Bypass the cache: a response from before the change would hide it.
    const session = token ? await sessions.fresh(token).catch(() => undefined) : null
    if (session === undefined) return false
    const actor = session?.actor ?? null
    const now = rightsMark(actor)
    const isChanged = last === undefined ? actor === null : last !== now
    last = now
    if (isChanged) changed(actor)
    return true
  }
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

  /** Checks a session's watcher whenever the session changes; returns what stops that. */
  const watch = (token: string, look: () => Promise<boolean>): (() => void) => {
    const hash = hashToken(token)
    const one = watched.get(hash) ?? { mark: undefined, watchers: new Set() }
    watched.set(hash, one)
    one.watchers.add(look)
    return () => {
      one.watchers.delete(look)
      if (!one.watchers.size && watched.get(hash) === one) watched.delete(hash)
    }
  }

  return {
    follow(token: string | undefined, changed: (actor: Actor | null) => void): () => void {
      let stopped = false
      const look = rightsCheck(sessions, token, (actor) => {
        if (stopped) return
        changed(actor)
        if (!actor) stop()
      })
      const unwatch = token === undefined ? undefined : watch(token, look)
      const stop = (): void => {
        stopped = true
        stops.delete(stop)
        unwatch?.()
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
