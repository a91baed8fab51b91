/** The records a person opened last, on this device: only their ids, since titles may be secret. */
const KEY = 'recent'
const MOST = 12

/** An opened record. */
export interface Recent {
  readonly collection: string
  readonly id: string
}

const isRecent = (v: unknown): v is Recent & { readonly account: string } =>
  typeof v === 'object' &&
  v !== null &&
  'collection' in v &&
  'id' in v &&
  'account' in v &&
  [v.collection, v.id, v.account].every((part) => typeof part === 'string')

const stored = () => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    return []
  }
}

/** The last opened records of an account, newest first. */
export const recentRecords = (account: string): readonly Recent[] =>
  stored().filter((r) => r.account === account)

/** Remembers that a record was opened. */
export const noteRecent = (account: string, { collection, id }: Recent): void => {
  const others = recentRecords(account).filter((r) => r.id !== id)
  const next = [{ account, collection, id }, ...others].slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    /* no storage: nothing is remembered */
  }
}
