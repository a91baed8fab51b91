/** How often each command was used, by account, on this device. */
const MOST = 200
const keyOf = (account: string) => `palette.${account}`

/** Uses by command key. */
export const usesOf = (account: string): ReadonlyMap<string, number> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]')
    return new Map(
      (Array.isArray(kept) ? kept : []).filter(
        (e): e is [string, number] =>
          Array.isArray(e) && typeof e[0] === 'string' && typeof e[1] === 'number',
      ),
    )
  } catch {
    return new Map()
  }
}

/** Counts a use; the least used commands are forgotten. */
export const countUse = (account: string, key: string): void => {
  const uses = new Map(usesOf(account))
  uses.set(key, (uses.get(key) ?? 0) + 1)
  const kept = [...uses].sort(([, a], [, b]) => b - a).slice(0, MOST)
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(kept))
  } catch {
    /* no storage: the order stays as it is */
  }
}
