const everyMs = 4000

/**
 * Loads code that the page can do without, and retries while the server is away, so that a failure
 * does not take the page down.
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
