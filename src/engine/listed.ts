/** Passes the ids a list last showed, in order, to the record pages of the same tab. */
const keyOf = (collection: string): string => `list:${collection}`
const queueKeyOf = (collection: string): string => `list-queue:${collection}`

/**
 * Stores the ids of the rows on screen, and the queue they are of. With full or blocked storage,
 * only "previous" and "next" are missing.
 */
export const keepListed = (collection: string, ids: readonly string[], queue?: string): void => {
  try {
    sessionStorage.setItem(keyOf(collection), JSON.stringify(ids))
    if (queue === undefined) sessionStorage.removeItem(queueKeyOf(collection))
    else sessionStorage.setItem(queueKeyOf(collection), queue)
  } catch {
    /* stepping is optional */
  }
}

/** Ids the list of a collection last showed in this tab; empty if none. */
export const listedIds = (collection: string): readonly string[] => {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(keyOf(collection)) ?? '[]')
    return Array.isArray(ids) ? ids.filter((v): v is string => typeof v === 'string') : []
  } catch {
    return []
  }
}

/** Queue the list of a collection last showed in this tab; undefined if none. */
export const listedQueue = (collection: string): string | undefined => {
  try {
    return sessionStorage.getItem(queueKeyOf(collection)) ?? undefined
  } catch {
    return undefined
  }
}
