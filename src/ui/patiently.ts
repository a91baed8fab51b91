const everyMs = 4000

/** Fetches code that stands beside the page, again and again while the server is away: without it the page still works, so it must not take the page down. */
export const patiently = async <T>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
}
