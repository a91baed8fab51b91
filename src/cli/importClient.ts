import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { UsageError } from './terminal.ts'

/** Input of an import: a collection, a file, its mapping, and the key field. */
export interface ImportRequest {
  readonly collection: string
  readonly file: string
  readonly mapping: unknown
  readonly mode: 'dry-run' | 'atomic' | 'partial'
  readonly upsertBy?: string
  /** The file comes from another system; records keep their dates, numbers and states. */
  readonly history?: boolean
  /** The line with the names of the columns; default the first that is not empty. */
  readonly headerRow?: number
}

/** Result of an import. Counts are rows. */
export const importReport = z.object({
  committed: z.boolean(),
  read: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  errors: z.array(
    z.object({
      line: z.number(),
      path: z.string(),
      message: z.string(),
      columns: z.array(z.string()),
    }),
  ),
})
export type Report = z.output<typeof importReport>

/** A job as the API and the queue return it. */
export const importJob = z.object({
  state: z.string(),
  progress: z.number(),
  counts: z.record(z.string(), z.number()).nullish(),
  result: z.unknown(),
  error: z.string().nullish(),
})

/** Called repeatedly while an import runs; `fraction` is 0–1. */
export type OnProgress = (fraction: number, counts: Readonly<Record<string, number>>) => void

const POLL_MS = 250

/**
 * Polls a job with `read` until it ends.
 * @throws UsageError with the job's own message when it failed or was cancelled.
 */
export async function awaitImport(
  read: () => Promise<unknown>,
  progress: OnProgress,
): Promise<Report> {
  for (;;) {
    const job = importJob.parse(await read())
    progress(job.progress, job.counts ?? {})
    if (job.state === 'succeeded') return importReport.parse(job.result)
    if (job.state === 'failed' || job.state === 'cancelled') {
      throw new UsageError(
        `The import ${job.state === 'failed' ? `failed: ${job.error ?? 'no reason was given'}` : 'was cancelled.'}`,
      )
    }
    await sleep(POLL_MS)
  }
}

/** True when one of our servers responds at this address. */
export async function serverResponds(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) })
    return response.ok && (response.headers.get('content-type') ?? '').includes('json')
  } catch {
    return false
  }
}

const problemText = z.object({
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

async function bodyOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body
  const problem = problemText.safeParse(body)
  const text = problem.success
    ? [
        problem.data.detail,
        ...(problem.data.errors ?? []).map((e) => `  ${e.path}: ${e.message}`),
      ].join('\n')
    : response.statusText
  throw new UsageError(`The server returned ${response.status}: ${text}`)
}

/** Imports through a running server, as the user who signs in. */
export async function importOverHttp(
  url: string,
  person: { email: string; password: string },
  request: ImportRequest,
  progress: OnProgress,
): Promise<Report> {
  const signIn = await bodyOf(
    await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      body: JSON.stringify(person),
      headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin },
    }),
  )
  const signed = z.object({ token: z.string() }).safeParse(signIn)
  if (!signed.success) {
    throw new UsageError(
      `${person.email} signs in with a second factor, which a command cannot give. Stop the server and import again, or use an account without one.`,
    )
  }
  const headers = { Authorization: `Bearer ${signed.data.token}` }
  const form = new FormData()
  form.set(
    'file',
    await openAsBlob(request.file, { type: 'text/csv' }),
    path.basename(request.file),
  )
  form.set('mapping', JSON.stringify(request.mapping))
  form.set('mode', request.mode)
  if (request.upsertBy) form.set('upsertBy', request.upsertBy)
  if (request.history) form.set('history', 'true')
  if (request.headerRow) form.set('headerRow', String(request.headerRow))
  const started = await bodyOf(
    await fetch(`${url}/api/${encodeURIComponent(request.collection)}/import`, {
      method: 'POST',
      body: form,
      headers,
    }),
  )
  const { id } = z.object({ data: z.object({ id: z.string() }) }).parse(started).data
  const read = async () =>
    z
      .object({ data: z.unknown() })
      .parse(await bodyOf(await fetch(`${url}/api/jobs/${id}`, { headers }))).data
  const report = await awaitImport(read, progress)
  await fetch(`${url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { ...headers, Origin: new URL(url).origin },
  })
  return report
}
