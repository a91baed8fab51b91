/** Passes the ids a list last showed, in order, to the record pages of the same tab. */
const keyOf = (collection: string): string => `list:${collection}`

/**
 * Stores the ids of the rows on screen. With full or blocked storage, only "previous" and "next"
 * are missing.
 */
export const keepListed = (collection: string, ids: readonly string[]): void => {
  try {
    sessionStorage.setItem(keyOf(collection), JSON.stringify(ids))
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
