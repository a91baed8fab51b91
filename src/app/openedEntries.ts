/** The navigation entries a person opened last, on this device. */
const MOST = 5
const RECENT_MS = 30 * 86_400_000
const keyOf = (account: string) => `navigation.opened:${account}`

type Opened = readonly [key: string, at: number]

const isOpened = (v: unknown): v is Opened =>
  Array.isArray(v) && typeof v[0] === 'string' && typeof v[1] === 'number'

const stored = (account: string): readonly Opened[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]')
    return Array.isArray(kept)
      ? kept.filter(isOpened).filter(([, at]) => Date.now() - at < RECENT_MS)
      : []
  } catch {
    return []
  }
}

/** Keys of the entries opened in the last 30 days, newest first. */
export const openedEntries = (account: string): readonly string[] =>
  stored(account).map(([key]) => key)

/** Remembers that an entry was opened. */
export const noteOpened = (account: string, key: string): void => {
  const others = stored(account).filter(([old]) => old !== key)
  const next: readonly Opened[] = [[key, Date.now()] as const, ...others].slice(0, MOST)
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(next))
  } catch {
    /* no storage: nothing is remembered */
  }
}
