/** Suffix of every key for importing records of another system. */
export const HISTORY = '.import.history'

/**
 * Key for importing records of another system with their dates, numbers and states. A separate
 * file: the first page needs no other part of permissions.
 */
export const historyKey = (entity: string): string => entity + HISTORY
