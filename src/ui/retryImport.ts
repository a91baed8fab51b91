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
