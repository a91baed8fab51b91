/** Import jobs of the API: start, watch, cancel, and read the report. */
import type { Message } from '#model/message.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, get, send } from '#data/api.ts'
import type { Mapping } from '#model/importMapping.ts'
import type { Language } from '#ui/i18n.ts'
import { saveFile } from '#ui/saveFile.ts'

export type ImportMode = 'dry-run' | 'atomic' | 'partial'

/** Rows by outcome. */
export interface ImportCounts {
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
}

/**
 * Why a row was refused: `row` counts from 1 below the header, `line` is its number in the file, `path`
 * leads to the field.
 */
export interface ImportError extends Partial<Message> {
  readonly row: number
  readonly line?: number
  readonly path: string
  readonly message: string
  /** Of the file. */
  readonly columns: readonly string[]
}

export interface ImportReport extends ImportCounts {
  readonly mode: ImportMode
  /** False after a dry run, and when an atomic import was rejected as a whole. */
  readonly committed: boolean
  /** The first 1000. */
  readonly errors: readonly ImportError[]
  /** URL of the CSV with all errors. */
  readonly report: string | null
  /** The operation that undoes it; null if nothing was written. */
  readonly operationId: string | null
}

export interface ImportJob extends Partial<Message> {
  readonly id: string
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  /** 0–1. */
  readonly progress: number
  readonly counts: Partial<ImportCounts>
  /** The server that carried it out is silent: another one continues. */
  readonly waiting: boolean
  readonly result:
    | ImportReport
    | { readonly errors?: readonly Pick<ImportError, 'path' | 'message' | 'text' | 'params'>[] }
    | null
  readonly error: string | null
}

export const isOver = (job: ImportJob): boolean => job.state !== 'queued' && job.state !== 'running'
export const reportOf = (job: ImportJob): ImportReport | undefined =>
  job.state === 'succeeded' && job.result && 'mode' in job.result ? job.result : undefined

const POLL_MS = 400

/** The job, polled until it ends. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['jobs', id],
    queryFn: async ({ signal }) =>
      (await get<{ data: ImportJob }>(`/api/jobs/${id}`, { signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : POLL_MS),
    refetchIntervalInBackground: true,
  })

/** Allows 100 MB on a slow connection. */
const SEND_MS = 900_000

/**
 * Sends the file; returns the job's id. Throws `ApiProblem` with paths below `mapping`, `upsertBy`,
 * `file`.
 */
export const startImport = async (
  collection: string,
  given: {
    readonly file: File
    readonly mapping: Mapping
    readonly mode: ImportMode
    readonly upsertBy: string
    readonly history: boolean
    readonly headerRow: number
    /** Of the error report. */
    readonly language: Language
  },
): Promise<string> => {
  const form = new FormData()
  form.set('mapping', JSON.stringify(given.mapping))
  form.set('mode', given.mode)
  if (given.upsertBy) form.set('upsertBy', given.upsertBy)
  if (given.history) form.set('history', 'true')
  if (given.headerRow > 1) form.set('headerRow', String(given.headerRow))
  form.set('language', given.language)
  form.set('file', given.file)
  return (
    await call<{ data: { id: string } }>(`/api/${collection}/import`, {
      method: 'POST',
      body: form,
      timeoutMs: SEND_MS,
    })
  ).body.data.id
}

export const cancelImport = async (id: string): Promise<ImportJob> =>
  (await call<{ data: ImportJob }>(`/api/jobs/${id}/cancel`, { method: 'POST' })).body.data

/** Downloads the error report. */
export const saveReport = async (address: string, name: string): Promise<void> =>
  saveFile(await send(address, { accept: 'text/csv', timeoutMs: 300_000 }), name)
