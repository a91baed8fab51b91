/**
 * A draft per person and record, kept on this device until the record is saved: it survives a
 * crash, a reload and an expired session.
 */
import type { FormValues } from './values.ts'

/** `values` are the changed ones. `version` is that of the record the draft began from; 0 for a new one. `at` is an instant. */
export interface Draft {
  readonly values: FormValues
  readonly version: number
  readonly at: string
}

const MAX_AGE_MS = 14 * 24 * 3600 * 1000

/** Storage key of a draft; `id` is `new` for an unsaved record. */
export const draftKey = (accountId: string, collection: string, id: string): string =>
  `draft:${accountId}:${collection}:${id}`

/** The draft under a key, or undefined; removes unreadable and outdated ones. */
export const readDraft = (key: string): Draft | undefined => {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
    if (draft && Date.now() - Date.parse(draft.at) < MAX_AGE_MS) return draft
    localStorage.removeItem(key)
  } catch {
    localStorage.removeItem(key)
  }
  return undefined
}

/** Stores a draft. Full or blocked storage loses only the draft, never the form. */
export const writeDraft = (key: string, values: FormValues, version: number): void => {
  try {
    localStorage.setItem(
      key,
      JSON.stringify({ values, version, at: new Date().toISOString() } satisfies Draft),
    )
  } catch {
    /* the form still has every value */
  }
}

export const dropDraft = (key: string): void => localStorage.removeItem(key)
