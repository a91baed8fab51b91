/** Records a person chose last in pickers, by collection; kept on this device. */

const MAX_RECENT = 5
const keyOf = (accountId: string, collection: string) => `recent:${accountId}:${collection}`

/** Ids, last chosen first; at most five. */
export const recentChoices = (accountId: string, collection: string): readonly string[] => {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(accountId, collection)) ?? '[]')
    return Array.isArray(ids)
      ? ids.filter((id): id is string => typeof id === 'string').slice(0, MAX_RECENT)
      : []
  } catch {
    return []
  }
}

/** Remembers a choice. Full or blocked storage loses only this. */
export const rememberChoice = (accountId: string, collection: string, id: string): void => {
  const others = recentChoices(accountId, collection).filter((old) => old !== id)
  try {
    localStorage.setItem(
      keyOf(accountId, collection),
      JSON.stringify([id, ...others].slice(0, MAX_RECENT)),
    )
  } catch {
    /* the choice itself is made */
  }
}
