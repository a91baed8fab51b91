import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLog } from '../query.ts'
import type { PostgresProcess } from './process.ts'

const WITHIN_MS = 10 * 60_000
const RESTARTS = 5
const FIRST_WAIT_MS = 100

/**
 * Starts PostgreSQL again when it ends by itself, at most five times within ten minutes, waiting longer each time. Returns
 * the way to stop both. Meanwhile statements fail, and callers are asked to try again.
 */
export function supervise(
  first: PostgresProcess,
  start: () => Promise<PostgresProcess>,
  log: DatabaseLog,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let current = first
  const ends: number[] = []

  const again = async (): Promise<void> => {
    for (;;) {
      await current.exited
      if (stopping.signal.aborted) return
      const now = Date.now()
      ends.push(now)
      const recent = ends.filter((at) => now - at < WITHIN_MS).length
      log.error(`PostgreSQL ended by itself. It said: ${current.said() || 'nothing'}`)
      if (recent > RESTARTS) {
        log.error(
          `It ended ${recent} times within ten minutes and is not started again. Look at what it said, then restart the server.`,
        )
        return
      }
      await sleep(FIRST_WAIT_MS * 4 ** (recent - 1), undefined, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        current = await start()
        log.warn('PostgreSQL runs again.')
      } catch (error) {
        log.error(`PostgreSQL did not start again: ${(error as Error).message}`)
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
