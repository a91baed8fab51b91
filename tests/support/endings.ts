/**
 * What a test file leaves to be ended after it. It stands apart from what registers here, so that the setup of every file loads
 * nothing: a file without a database does not load the database.
 */
const endings = new Set<() => Promise<void>>()

/** Calls `end` after the test file that is running, once. */
export const afterFile = (end: () => Promise<void>): void => void endings.add(end)

/** Ends what was registered; for `tests/support/setup.ts`. */
export const endAll = async (): Promise<void> => {
  await Promise.all([...endings].map((end) => end()))
}
