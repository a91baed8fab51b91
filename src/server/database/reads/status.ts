import type { DatabaseLog } from '../query.ts'

/**
 * `used`: serves reads. `behind`: lags. `unreachable`: does not respond. `unfit`: not a replica of
 * the primary.
 */
export type ReplicaState = 'starting' | 'used' | 'behind' | 'unreachable' | 'unfit'

/** State of a replica, and since when and why. */
export interface ReplicaStatus {
  readonly state: ReplicaState
  /** When it entered this state, ISO 8601. */
  readonly since: string
  /** Why it is not used; null while it is. */
  readonly reason: string | null
}

/** Tracks the state of a replica; logs when it stops or resumes serving reads. */
export const createStatus = (log: DatabaseLog, closing: AbortSignal) => {
  let state: ReplicaState = 'starting'
  let since = Date.now()
  let reason: string | null = null
  /** A warning about its absence was logged. */
  let missed = false

  return {
    is: (wanted: ReplicaState): boolean => state === wanted,
    enter(to: ReplicaState, why: string | null): void {
      reason = why
      if (to === state) return
      state = to
      since = Date.now()
      // A short lag is not logged; the health reports it.
      if (to === 'behind' || closing.aborted) return
      if (to === 'used' && missed) log.info('The replica serves reads again.')
      if (to !== 'used') log.warn(`The primary serves all reads: ${why}`)
      missed = to !== 'used'
    },
    now: (): ReplicaStatus => ({ state, since: new Date(since).toISOString(), reason }),
  }
}
