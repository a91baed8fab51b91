/** What a list leaves for the record pages of the same tab: the ids it last showed, in order. */
const keyOf = (collection: string): string => `list:${collection}`

/** Keeps the ids of the rows on screen. Where storage is full or blocked, only "previous" and "next" are missing. */
export const keepListed = (collection: string, ids: readonly string[]): void => {
  try {
    sessionStorage.setItem(keyOf(collection), JSON.stringify(ids))
  } catch {
    /* stepping is a convenience */
  }
}

/** Ids the list of a collection last showed in this tab; empty when there was none. */
export const listedIds = (collection: string): readonly string[] => {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(keyOf(collection)) ?? '[]')
    return Array.isArray(ids) ? ids.filter((v): v is string => typeof v === 'string') : []
  } catch {
    return []
  }
}
