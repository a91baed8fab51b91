/**
 * The operations whose progress the header shows, kept across a reload, and the open dialog about
 * one. Small: every page loads it.
 */
import { useSyncExternalStore } from 'react'
import type { Plan } from '#data/changes.ts'

const KEY = 'operations'

interface Opened {
  readonly id: string
  /** The preview of an undo that cannot be complete; without one the results are shown. */
  readonly plan?: Plan
}
interface Followed {
  /** Ids, oldest first. */
  readonly ids: readonly string[]
  readonly opened?: Opened | undefined
  /** Id of the request for approval that is shown. */
  readonly approval?: string | undefined
}

const stored = (): readonly string[] => {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

let followed: Followed | undefined
const listeners = new Set<() => void>()
const read = (): Followed => (followed ??= { ids: stored() })
const set = (next: Followed): void => {
  followed = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next.ids))
  } catch {
    /* no storage: followed until the page is left */
  }
  for (const fn of listeners) fn()
}

export const useFollowed = (): Followed =>
  useSyncExternalStore((fn) => {
    listeners.add(fn)
    return () => void listeners.delete(fn)
  }, read)

/** Shows the progress of an operation, and its result, until it is dismissed. */
export const follow = (id: string): void =>
  set({ ...read(), ids: [...read().ids.filter((other) => other !== id), id] })
const EXPORT = 'export:'
/** Shows the progress of an export, and its file, until it is dismissed. */
export const followExport = (job: string): void => follow(`${EXPORT}${job}`)
/** The job of a followed export; undefined for an operation. */
export const exportIn = (id: string): string | undefined =>
  id.startsWith(EXPORT) ? id.slice(EXPORT.length) : undefined
export const unfollow = (id: string): void =>
  set({ ...read(), ids: read().ids.filter((other) => other !== id) })
/** Opens the results of an operation, or with a plan the dialog of its undo. */
export const openOperation = (opened: Opened | undefined): void => set({ ...read(), opened })
/** Shows a request for approval. */
export const openApproval = (approval: string | undefined): void => set({ ...read(), approval })

const changed = new Set<(created?: string) => void>()
/** Calls back before the rows that an own change concerns are fetched again. */
export const onOwnChange = (fn: (created?: string) => void): (() => void) => {
  changed.add(fn)
  return () => void changed.delete(fn)
}
/** Announces an own change; `created` is the id of a new record. */
export const noteOwnChange = (created?: string): void => {
  for (const fn of changed) fn(created)
}
