/** What ends every key of importing records of another system. */
export const HISTORY = '.import.history'

/**
 * Key of importing records of another system with their dates, numbers and states. A file of its
 * own: the first page needs no other part of permissions.
 */
export const historyKey = (entity: string): string => entity + HISTORY
