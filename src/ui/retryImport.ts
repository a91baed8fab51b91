const everyMs = 4000

/**
 * Loads optional code and retries while the server is unreachable, so that a failure does not break
 * the page.
 */
export const retryImport = async <T>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
}

/** Whether the server responds. */
export const isReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Loads code of a page's part and retries while the server is unreachable. What a reachable server
 * does not have is an error: the page is of another version.
 */
export const retryAway = async <T>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await isReachable()) throw error
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
}
