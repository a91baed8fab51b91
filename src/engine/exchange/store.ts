/**
 * What a person prepared or started on an import page. It survives leaving the page and, except for
 * the file, a reload.
 */
import { useSyncExternalStore } from 'react'
import { mappingSchema, type Mapping } from '#model/importMapping.ts'
import type { CsvHead } from './csv.ts'
import type { ImportMode } from './jobs.ts'

/** A job this browser started. */
export interface StartedJob {
  readonly id: string
  readonly mode: ImportMode
}

export interface ImportDraft {
  readonly fileName?: string | undefined
  /** Size of the file that was chosen: what the server made of it has another. */
  readonly fileBytes?: number | undefined
  /** As CSV. Lost on reload: a browser cannot persist it. */
  readonly file?: File | undefined
  readonly head?: CsvHead | undefined
  readonly mapping: Mapping
  /** The saved mapping it began as; `itself`: the page chose it for the columns of the file. */
  readonly saved?: { readonly id: string; readonly itself: boolean } | undefined
  /** The person changed the mapping by hand, so no other one replaces it by itself. */
  readonly touched?: boolean
  /** Counts mappings taken as a whole: editors then forget half-typed text. */
  readonly round?: number
  /** The mapping began as a guess from the columns of the file. */
  readonly guessed?: boolean
  /** Unique field that identifies existing records; empty = every row is new. */
  readonly upsertBy: string
  /** The file contains records of another system. */
  readonly history: boolean
  readonly job?: StartedJob | undefined
  /** The file is uploading. */
  readonly sending?: boolean
  /** Why the last start failed. */
  readonly failure?: unknown
}

export const emptyDraft: ImportDraft = {
  mapping: { nulls: [], fields: {} },
  upsertBy: '',
  history: false,
}

const drafts = new Map<string, ImportDraft>()
const listeners = new Set<() => void>()
const keyOf = (key: string) => `import:${key}`

const isMode = (v: unknown): v is ImportMode => v === 'dry-run' || v === 'atomic' || v === 'partial'

/** Entries that were incomplete are left out. */
const restored = (given: unknown): Mapping => {
  const { nulls, fields, ...others } = (given ?? {}) as { nulls?: unknown; fields?: object }
  const whole = mappingSchema.safeParse({ nulls, fields: {} })
  const entries = Object.entries(fields ?? {}).flatMap(([name, entry]) =>
    Object.entries(mappingSchema.shape.fields.safeParse({ [name]: entry }).data ?? {}),
  )
  const rest = mappingSchema.safeParse({ ...others, fields: {} })
  return {
    ...rest.data,
    nulls: whole.success ? whole.data.nulls : [],
    fields: Object.fromEntries(entries),
  }
}

/** Draft of an earlier visit from session storage. */
const stored = (key: string): ImportDraft => {
  try {
    const kept = JSON.parse(
      sessionStorage.getItem(keyOf(key)) ?? 'null',
    ) as Partial<ImportDraft> | null
    const { job } = kept ?? {}
    const mapping = restored(kept?.mapping)
    return {
      mapping,
      touched: Object.keys(mapping.fields).length > 0,
      upsertBy: typeof kept?.upsertBy === 'string' ? kept.upsertBy : '',
      history: kept?.history === true,
      fileName: typeof kept?.fileName === 'string' ? kept.fileName : undefined,
      job:
        typeof job?.id === 'string' && isMode(job.mode)
          ? { id: job.id, mode: job.mode }
          : undefined,
    }
  } catch {
    return emptyDraft
  }
}

export const draftOf = (key: string): ImportDraft => {
  let draft = drafts.get(key)
  if (!draft) drafts.set(key, (draft = stored(key)))
  return draft
}

/** Changes a draft, even after its page was left. */
export const changeDraft = (key: string, change: Partial<ImportDraft>): void => {
  const draft = { ...draftOf(key), ...change }
  drafts.set(key, draft)
  try {
    const { fileName, mapping, upsertBy, history, job } = draft
    sessionStorage.setItem(
      keyOf(key),
      JSON.stringify({ fileName, mapping, upsertBy, history, job }),
    )
  } catch {
    /* storage is full: the draft lives as long as the page */
  }
  for (const fn of listeners) fn()
}

const subscribe = (fn: () => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}

/** The draft, subscribed to changes. `key` identifies person and collection. */
export const useDraft = (key: string): ImportDraft =>
  useSyncExternalStore(subscribe, () => draftOf(key))
