/**
 * Saves of forms that wait for the connection, kept in this browser until the server has them. Each
 * is a separate entry of local storage, so that tabs adding and removing at the same time do not
 * overwrite each other.
 */
import { useSyncExternalStore } from 'react'
import type { Json } from '#model/types.ts'
import { WAITING } from './waitingName.ts'

type Values = Readonly<Record<string, Json>>

/** A save that was not sent, or whose response was lost. */
export interface WaitingSave {
  /** Its idempotency key, the same for every attempt. */
  readonly key: string
  /** Account that saved it. */
  readonly account: string
  readonly collection: string
  /** What the person calls the record. */
  readonly title: string
  /** Absent for a new record. */
  readonly id?: string
  /** Version the changes are based on. */
  readonly version?: number
  readonly body: Values
  /** Stored values of the changed fields, for the merge with someone else's changes. */
  readonly base: Values
  /** Changed values as the form has them. */
  readonly values: Values
  /** Instant of the save. */
  readonly at: string
  /** Why the server refused it; the person then decides what to do. */
  readonly error?: string
}

let account = ''
let saves: readonly WaitingSave[] = []
const listeners = new Set<() => void>()

const read = (key: string): WaitingSave | undefined => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Saves of an account, oldest first. */
export const waitingSaves = (of: string): readonly WaitingSave[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(`${WAITING}${of}:`))
    .flatMap((key) => read(key) ?? [])
    .sort((a, b) => (a.at < b.at ? -1 : 1))

const look = () => {
  saves = waitingSaves(account)
  for (const fn of listeners) fn()
  window.dispatchEvent(new Event(WAITING))
}
const nameOf = (save: Pick<WaitingSave, 'account' | 'key'>) =>
  `${WAITING}${save.account}:${save.key}`

/** Keeps a save; false when the browser has no room for it. */
export const keepWaiting = (save: WaitingSave): boolean => {
  try {
    localStorage.setItem(nameOf(save), JSON.stringify(save))
  } catch {
    return false
  }
  look()
  return true
}

/** Forgets a save that was sent, refused or taken back. */
export const dropWaiting = (save: Pick<WaitingSave, 'account' | 'key'>): void => {
  localStorage.removeItem(nameOf(save))
  look()
}

const watch = (fn: () => void) => {
  listeners.add(fn)
  window.addEventListener('storage', look)
  return () => {
    listeners.delete(fn)
    if (!listeners.size) window.removeEventListener('storage', look)
  }
}

/** The saves of an account that wait or were refused. */
export const useWaiting = (of: string): readonly WaitingSave[] =>
  useSyncExternalStore(watch, () => {
    if (of !== account) {
      account = of
      saves = waitingSaves(of)
    }
    return saves
  })
