import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseState } from '../pool.ts'
import type { DatabaseLog } from '../query.ts'
import type { PostgresProcess } from './process.ts'

const WITHIN_MS = 10 * 60_000
const RESTARTS = 5
const FIRST_WAIT_MS = 100
/** Delay between retries on a full disk; such retries are not counted. */
const ROOM_MS = 2000

/** True when PostgreSQL's output shows that it stopped because the disk is full. */
export const isDiskFull = (said: string): boolean => /No space left on device|Disk quota/.test(said)

type Parts = {
  readonly log: DatabaseLog
  readonly onState: (state: DatabaseState) => void
  readonly makeRoom?: (() => void) | undefined
  /** First wait; each later one is four times as long. For tests. */
  readonly firstWaitMs?: number
  /** Delay between retries on a full disk; for tests. */
  readonly roomMs?: number
}

/**
 * Restarts PostgreSQL when it stops unexpectedly: at most five times within ten minutes, with
 * growing waits; without limit when the disk is full. Returns a function that stops both. Meanwhile
 * statements fail, and callers should retry.
 */
export function supervise(
  first: Pick<PostgresProcess, 'exited' | 'said' | 'stop'>,
  start: () => Promise<Pick<PostgresProcess, 'exited' | 'said' | 'stop'>>,
  { log, onState, makeRoom, firstWaitMs = FIRST_WAIT_MS, roomMs = ROOM_MS }: Parts,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let current = first
  let ends: number[] = []

  /** Milliseconds until the next start; undefined after too many restarts. */
  const waitMs = (said: string): number | undefined => {
    if (isDiskFull(said)) {
      makeRoom?.()
      return roomMs
    }
    const now = Date.now()
    ends = [...ends, now].filter((at) => now - at < WITHIN_MS)
    return ends.length > RESTARTS ? undefined : firstWaitMs * 4 ** (ends.length - 1)
  }
  const again = async (): Promise<void> => {
    await current.exited
    let said = current.said()
    while (!stopping.signal.aborted) {
      onState('recovering')
      log.error(`PostgreSQL stopped unexpectedly. Its output: ${said || 'none'}`)
      const ms = waitMs(said)
      if (ms === undefined) {
        onState('ended')
        log.error(
          `PostgreSQL stopped ${ends.length} times within ten minutes and is not restarted. Check its output, then restart the server.`,
        )
        return
      }
      await sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        current = await start()
        if (stopping.signal.aborted) return
        onState('ready')
        log.warn('PostgreSQL is running again.')
        await current.exited
        said = current.said()
      } catch (error) {
        said = (error as Error).message
      }
    }
  }
  const watching = again()
  return {
    async stop() {
      stopping.abort()
      await current.stop()
      await watching
      await current.stop()
    },
  }
}
