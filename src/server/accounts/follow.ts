import type { Actor } from '../permissions/types.ts'
import type { Sessions } from './sessions.ts'

const EVERY_MS = 700

/** Watches sessions for answers that outlive a request; see `Accounts.follow`. */
export const follower = (sessions: Sessions) => {
  const stops = new Set<() => void>()
  return {
    follow(token: string | undefined, changed: (actor: Actor | null) => void): () => void {
      let last: string | undefined
      const look = async (): Promise<void> => {
        // A database that is away for a moment ends no session.
        const session = token ? await sessions.find(token).catch(() => undefined) : null
        if (session === undefined || stopped) return
        const now = JSON.stringify(session?.actor ?? null)
        const before = last
        last = now
        if (before !== undefined ? before !== now : session === null) changed(session?.actor ?? null)
        if (session === null) stop()
      }
      let stopped = false
      const timer = setInterval(() => void look(), EVERY_MS)
      timer.unref()
      const unsubscribe = sessions.subscribe((ended) => { if (ended === token) void look() })
      const stop = (): void => {
        stopped = true
        clearInterval(timer)
        unsubscribe()
        stops.delete(stop)
      }
      stops.add(stop)
      void look()
      return stop
    },
    close: () => stops.forEach((stop) => stop()),
  }
}
