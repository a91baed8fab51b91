/** Exports of long lists as jobs: the file is kept for a day, for the person who started them. */
import { createHash } from 'node:crypto'
import { byCollection } from '#model/compile.ts'
import type { ListQuery } from '#model/query.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import { forbidden, notFound, Problem } from '../base/problem.ts'
import type { Database, Tx } from '../database/pool.ts'
import type { FileStore } from '../files/store.ts'
import { actorOfJob } from '../jobs/actor.ts'
import type { JobActor, JobHandler, Jobs, JobView, RunningJob } from '../jobs/types.ts'
import type { Access, Actor } from '../permissions/types.ts'
import { requirePermission } from '../permissions/require.ts'
import type { FullReader } from '../store/read/reader.ts'
import { exportFields, type ExportRow } from './csv.ts'
import { exportBytes, type ExportForm } from './exportForm.ts'

/** Kind of the jobs of exports. */
export const EXPORT_JOB = 'export'
const keptMs = 24 * 3_600_000

/** Dependencies of exports as jobs. */
export interface ExportParts {
  readonly db: Pick<Database, 'query'>
  readonly model: Model
  readonly store: FileStore
  readonly reader: Pick<FullReader, 'stream' | 'list'>
  readonly accessFor: (actor: Actor) => Access
  readonly now?: () => number
}

interface Payload {
  readonly collection: string
  readonly query: ListQuery
  readonly form: ExportForm
}

/** What a finished export keeps. */
interface Kept {
  readonly collection: string
  readonly format: ExportForm['format']
  readonly rows: number
  /** Bytes. */
  readonly size: number
  readonly expiresAt: string
  /** Key of the file; absent once it was deleted. */
  readonly file?: string
  /** What the person could see when it was written. */
  readonly rights: string
}

/** Exports of long lists. */
export interface Exports {
  /** Queues an export within a transaction, if there is one; returns the job's id. */
  start(
    resource: ResourceModel,
    query: ListQuery,
    form: ExportForm,
    caller: Caller,
  ): Promise<string>
  /** The number of the caller's exports that have not ended yet. */
  unfinished(caller: Caller): Promise<number>
  /** Handler of jobs of the kind `EXPORT_JOB`. */
  readonly handler: JobHandler
  /**
   * The file of a finished export, for its owner. 404 once it has expired, 403 when their
   * permissions are no longer those it was written with.
   */
  open(job: JobView, access: Access): Promise<OpenExport>
  /** Deletes the files that have expired. */
  purge(): Promise<void>
}

interface Caller {
  readonly access: Access
  readonly tx?: Tx | undefined
}

interface OpenExport {
  readonly bytes: ReadableStream<Uint8Array>
  readonly collection: string
  readonly format: ExportForm['format']
}

const isKept = (job: JobView): job is JobView & { result: Kept & Json } =>
  job.kind === EXPORT_JOB && job.state === 'succeeded'

/** The result of an export as shown to its owner; `file` is the address given, until it expires. */
export const shownExport = (job: JobView, address: string, now = Date.now()): Json | undefined => {
  if (!isKept(job)) return undefined
  const { rights: _rights, file, ...shown }: Kept = job.result
  return { ...shown, file: file && Date.parse(shown.expiresAt) > now ? address : null }
}

const rightsOf = ({ tenant, roleIds, grants }: Actor): string =>
  createHash('sha256')
    .update(JSON.stringify([tenant, roleIds, grants]))
    .digest('hex')

const jobActor = ({ actor: { accountId, personId, name } }: Access): JobActor => ({
  accountId,
  personId,
  name,
})

const requireExport = ({ entity }: ResourceModel, access: Access): void => {
  for (const action of ['list', 'export']) requirePermission(access, `${entity}.${action}`)
}

/** The number of rows that an export reads: a workbook reads them for each of its sheets. */
const readRows = async (
  { reader }: ExportParts,
  resource: ResourceModel,
  { query, form }: Payload,
  access: Access,
): Promise<number> => {
  const page = await reader.list(
    resource,
    { ...query, fields: ['id'], limit: 1, totalExact: true },
    access,
  )
  const { total } = (JSON.parse(page) as { page: { total: number } }).page
  const sheets = exportFields(resource, access, query.fields).filter((f) => f.kind === 'rows')
  return total * (form.readers?.children === 'sheets' ? 1 + sheets.length : 1)
}

const written = async (
  parts: ExportParts,
  job: RunningJob,
  payload: Payload,
  access: Access,
): Promise<{ key: string; size: number; rows: number }> => {
  const resource = byCollection(parts.model, payload.collection)
  const total = await readRows(parts, resource, payload, access)
  let [read, first, passes] = [0, 0, 0]
  async function* rows(query: ListQuery): AsyncGenerator<ExportRow> {
    const isFirst = ++passes === 1
    for await (const row of parts.reader.stream(resource, query, access)) {
      if (job.signal.aborted) throw new Error('stopped')
      read++
      if (isFirst) first++
      await job.progress(Math.min(0.99, read / Math.max(1, total)), { read: first })
      yield row
    }
  }
  const bytes = exportBytes(resource, payload.query, access, payload.form, {
    model: parts.model,
    rows,
    list: parts.reader.list,
  })
  const { key, size } = await parts.store.put(bytes, { extension: payload.form.format })
  if (job.signal.aborted) {
    await parts.store.delete(key)
    throw new Error('stopped')
  }
  return { key, size, rows: first }
}

const openFile = async (
  { db, model, store, now = Date.now }: ExportParts,
  job: JobView,
  access: Access,
): Promise<OpenExport> => {
  if (!isKept(job)) throw notFound('export')
  const { collection, format, file, expiresAt, rights }: Kept = job.result
  requireExport(byCollection(model, collection), access)
  const actor = await actorOfJob(db.query, model, jobActor(access))
  if (!actor || rightsOf(actor) !== rights) {
    throw forbidden('Your permissions have changed since this export. Export the list again.')
  }
  const found = file && Date.parse(expiresAt) > now() ? await store.get(file) : undefined
  if (!found) {
    throw new Problem(404, 'expired', 'This export has expired. Export the list again.')
  }
  return { bytes: found.stream, collection, format }
}

/** Exports lists as jobs. `jobs` is a function because the queue needs the handler first. */
export const createExports = (parts: ExportParts, jobs: () => Pick<Jobs, 'enqueue'>): Exports => ({
  start(resource, query, form, { access, tx }) {
    requireExport(resource, access)
    const payload = JSON.parse(
      JSON.stringify({ collection: resource.collection, query, form } satisfies Payload),
    ) as Json
    return jobs().enqueue({ kind: EXPORT_JOB, payload, actor: jobActor(access) }, tx)
  },
  async unfinished({ access: { actor }, tx }) {
    const { rows } = await (tx ?? parts.db).query<{ n: number }>(
      "SELECT count(*)::int AS n FROM jobs WHERE kind = $1 AND state IN ('queued', 'running') AND actor->>'accountId' IS NOT DISTINCT FROM $2",
      [EXPORT_JOB, actor.accountId],
    )
    return rows[0]!.n
  },
  async handler(job) {
    const payload = job.payload as Payload & Json
    const actor = await actorOfJob(parts.db.query, parts.model, job.actor)
    if (!actor) throw forbidden('The person who started this export no longer has access.')
    const access = parts.accessFor(actor)
    requireExport(byCollection(parts.model, payload.collection), access)
    const { key, size, rows } = await written(parts, job, payload, access)
    return {
      collection: payload.collection,
      format: payload.form.format,
      rows,
      size,
      expiresAt: new Date((parts.now ?? Date.now)() + keptMs).toISOString(),
      file: key,
      rights: rightsOf(actor),
    } satisfies Kept
  },
  open: (job, access) => openFile(parts, job, access),
  async purge() {
    const { rows } = await parts.db.query<{ id: string; file: string }>(
      `SELECT id, result->>'file' AS file FROM jobs WHERE kind = $1 AND state = 'succeeded' AND result ? 'file' AND (result->>'expiresAt')::timestamptz <= $2`,
      [EXPORT_JOB, new Date((parts.now ?? Date.now)())],
    )
    for (const { id, file } of rows) {
      await parts.store.delete(file)
      await parts.db.query("UPDATE jobs SET result = result - 'file' WHERE id = $1", [id])
    }
  },
})
