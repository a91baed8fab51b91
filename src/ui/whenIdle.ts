/** Longest wait for a moment without work, in ms. */
const BUSY_MS = 2000

/** Runs the task in a moment without work; at once in a browser that cannot find one. */
export const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: BUSY_MS })
  else task()
}
