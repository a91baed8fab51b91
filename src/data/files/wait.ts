/** Patience with a connection that comes and goes. */
import { ApiProblem } from '../problem.ts'

/** Attempts in a row, with a connection, after which the person is asked. */
const maxAttempts = 6
const longestPauseMs = 15_000

const passing = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.status === 0
    ? error.code === 'network' || error.code === 'timeout'
    : error.status >= 500 || error.status === 429)
export const cancelled = () =>
  new ApiProblem({ status: 0, code: 'cancelled', detail: 'The upload was cancelled.' })
const stopIfCancelled = (signal?: AbortSignal): void => {
  if (signal?.aborted) throw cancelled()
}

/** Waits, at least until there is a network again; at once when it comes back. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      window.removeEventListener('online', back)
      signal?.removeEventListener('abort', gone)
      settle()
    }
    const back = end(resolve)
    const gone = end(() => reject(cancelled()))
    window.addEventListener('online', back)
    signal?.addEventListener('abort', gone)
    if (navigator.onLine) timer = setTimeout(back, ms)
  })

interface Patience {
  readonly onWaiting?: ((waiting: boolean) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a step until it is done. Without a network it waits for one; with one it tries some times and then throws what
 * went wrong. What the server refuses is thrown at once.
 */
export const withRetries = async <T>(
  step: () => Promise<T>,
  { onWaiting, signal }: Patience,
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    stopIfCancelled(signal)
    try {
      const done = await step()
      onWaiting?.(false)
      return done
    } catch (error) {
      stopIfCancelled(signal)
      if (!passing(error) || (navigator.onLine && tries >= maxAttempts)) {
        onWaiting?.(false)
        throw error
      }
      if (!navigator.onLine) tries = 0
      onWaiting?.(true)
      await pause(Math.min(longestPauseMs, 500 * 2 ** tries), signal)
    }
  }
}
