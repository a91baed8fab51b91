/** What a person has prepared or started on an import page; it outlives the page, and except for the file a reload, too. */
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
  /** Gone after a reload: a browser cannot keep it. */
  readonly file?: File | undefined
  readonly head?: CsvHead | undefined
  readonly mapping: Mapping
  /** Unique field by which existing records are found; empty = every row is new. */
  readonly upsertBy: string
  /** The file holds records of another system. */
  readonly history: boolean
  readonly job?: StartedJob | undefined
  /** The file is on its way. */
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

/** Entries that were still being typed are left out. */
const restored = (given: unknown): Mapping => {
  const { nulls, fields, reason } = (given ?? {}) as {
    nulls?: unknown
    fields?: object
    reason?: unknown
  }
  const whole = mappingSchema.safeParse({ nulls, fields: {} })
  const entries = Object.entries(fields ?? {}).flatMap(([name, entry]) =>
    Object.entries(mappingSchema.shape.fields.safeParse({ [name]: entry }).data ?? {}),
  )
  const said = mappingSchema.shape.reason.safeParse(reason)
  return {
    nulls: whole.success ? whole.data.nulls : [],
    fields: Object.fromEntries(entries),
    ...(said.data === undefined ? {} : { reason: said.data }),
  }
}

/** What an earlier visit left in session storage. */
const stored = (key: string): ImportDraft => {
  try {
    const kept = JSON.parse(
      sessionStorage.getItem(keyOf(key)) ?? 'null',
    ) as Partial<ImportDraft> | null
    const { job } = kept ?? {}
    return {
      mapping: restored(kept?.mapping),
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

/** Changes a draft, also when its page is no longer there. */
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
    /* no room: it lives as long as the page */
  }
  for (const fn of listeners) fn()
}

const subscribe = (fn: () => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}

/** The draft, following changes. `key` names person and collection. */
export const useDraft = (key: string): ImportDraft =>
  useSyncExternalStore(subscribe, () => draftOf(key))
