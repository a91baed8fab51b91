/**
 * Cleanup functions of a test file. Separate from the modules that register them, so that the setup
 * of every file loads nothing: a file without a database does not load the database.
 */
const endings = new Set<() => Promise<void>>()

/** Calls `end` once after the current test file. */
export const afterFile = (end: () => Promise<void>): void => void endings.add(end)

/** Runs the registered cleanups; for `tests/support/setup.ts`. */
export const endAll = async (): Promise<void> => {
  await Promise.all([...endings].map((end) => end()))
}
