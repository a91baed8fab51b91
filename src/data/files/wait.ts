/** Retries over an unreliable connection. */
import { ApiProblem } from '../problem.ts'

/** Consecutive attempts with a connection before the error is shown. */
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

/** Waits for at least `ms` and for a network; returns at once when the network comes back. */
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
 * Runs a step until it succeeds. Without a network it waits for one; with one it retries a few
 * times and then throws the error. Rejections by the server are thrown at once.
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
