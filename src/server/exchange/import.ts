import { own } from '#schemas/define/own.ts'
import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import * as z from 'zod'
import { historyKey } from '#schemas/define/historyKey.ts'
import type { AnyResource } from '#schemas/define/resource.ts'
import { byCollection } from '#model/compile.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { Database, Tx } from '../database/pool.ts'
import type { FileStore } from '../files/store.ts'
import { forbidden, invalid, Problem } from '../base/problem.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { JobFailed, type JobHandler, type Jobs, type RunningJob } from '../jobs/types.ts'
import { notify } from '../notifications/notify.ts'
import { isProven, requireProof } from '../permissions/proof.ts'
import type { Query } from '../database/query.ts'
import type { Access, Actor } from '../permissions/types.ts'
import { said } from '../texts/index.ts'
import { mapRow } from './applyMapping.ts'
import { checkMapping } from './checkMapping.ts'
import { type ChunkParts, type RowOutcome, writeChunk } from './importChunk.ts'
import type { Mapping } from '#model/importMapping.ts'
import { importOperation, type ImportOperation } from './importOperation.ts'
import { type CsvRow, readCsv } from './readCsv.ts'
import {
  counted,
  type Counts,
  errorsCsv,
  errorsOf,
  type ImportError,
  type ImportReport,
  noCounts,
} from './report.ts'
import type { ImportRows } from './resolve.ts'

export const maxImportBytes = 100_000_000
export const maxImportRows = 200_000
export const importModes = ['dry-run', 'atomic', 'partial'] as const
export type ImportMode = (typeof importModes)[number]

const SHOWN_ERRORS = 1000
const CHUNK = 500

interface ImportParts {
  readonly db: Database
  readonly model: Model
  readonly resources: Readonly<Record<string, AnyResource>>
  /** Keeps the file until the job is done, and the error reports. */
  readonly store: FileStore
  readonly importRows: ImportRows
  readonly accessFor: (actor: Actor) => Access
  /** Records the start of an import in the security log, within its transaction if there is one. */
  readonly noteStart?: (query: Query, actor: Actor, started: StartedImport) => Promise<void>
}

/** What the security log says of an import. */
export interface StartedImport {
  readonly collection: string
  readonly mode: ImportMode
  /** Id of the job. */
  readonly job: string
  readonly history: boolean
}

export interface NewImport {
  readonly file: AsyncIterable<Uint8Array>
  /** JSON as described by `mappingSchema`. */
  readonly mapping: unknown
  readonly mode: ImportMode
  /** Unique field used to find existing records. */
  readonly upsertBy?: string
  /** The file contains records of another system: see `ImportOptions`. */
  readonly history?: boolean
}

const payloadSchema = z.object({
  collection: z.string(),
  key: z.string(),
  size: z.number(),
  mapping: z.json(),
  mode: z.enum(importModes),
  upsertBy: z.string().optional(),
  history: z.boolean().default(false),
  operationId: z.uuid(),
  /**
   * The user had just confirmed their identity when starting; this holds for the whole import,
   * however long it takes.
   */
  proved: z.boolean().default(false),
})
type Payload = z.output<typeof payloadSchema>

const savedSchema = z.object({
  row: z.number(),
  counts: z.object({
    read: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    refused: z.number(),
  }),
  errors: z.array(z.object({ row: z.number(), column: z.string(), reason: z.string() })),
})

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > maxImportBytes) {
      throw new Problem(
        413,
        'too_large',
        `An import file may have ${maxImportBytes / 1_000_000} MB at most.`,
      )
    }
    yield chunk
  }
}

/** One run of one import. */
class Run {
  readonly #parts: ImportParts
  readonly #job: RunningJob
  readonly #payload: Payload
  readonly #chunk: ChunkParts
  readonly #mapping: Mapping
  readonly #resource: ResourceModel
  readonly #operation: ImportOperation
  #errors: ImportError[] = []
  #counts: Counts = noCounts()
  #bytes = 0
  /** Number of passes over the file that progress covers. */
  #passes = 1
  #pass = 0

  constructor(parts: ImportParts, job: RunningJob, payload: Payload, access: Access) {
    this.#parts = parts
    this.#job = job
    this.#payload = payload
    this.#resource = byCollection(parts.model, payload.collection)
    this.#mapping = checkMapping(
      parts.model,
      this.#resource,
      payload.mapping,
      access,
      payload.history,
    )
    this.#chunk = {
      db: parts.db,
      model: parts.model,
      resource: this.#resource,
      importRows: parts.importRows,
      upsertBy: payload.upsertBy,
      history: payload.history,
      known: new Map(),
      def: Object.values(parts.resources).find((r) => r.name === payload.collection)!,
      context: {
        access,
        channel: 'import',
        requestId: job.id,
        operationId: payload.operationId,
        operation: { kind: 'import', entity: this.#resource.entity },
      },
    }
    this.#operation = importOperation(parts.db, this.#chunk.context, job.id)
  }

  async *#read(): AsyncGenerator<CsvRow[]> {
    const file = await this.#parts.store.get(this.#payload.key)
    if (!file) throw new JobFailed('The file of this import is gone. Start it again.')
    this.#bytes = 0
    for await (const rows of readCsv(file.stream as AsyncIterable<Uint8Array>, {
      batch: CHUNK,
      onBytes: (n) => {
        this.#bytes += n
      },
    })) {
      if (this.#job.signal.aborted) throw new Error('stopped')
      if (rows.at(-1)!.row > maxImportRows) {
        throw new JobFailed(
          `An import may have ${maxImportRows.toLocaleString('en')} rows at most. Split the file.`,
        )
      }
      yield rows
    }
  }

  #add(outcomes: readonly RowOutcome[]): void {
    this.#counts = counted(this.#counts, outcomes)
    this.#errors.push(...errorsOf(this.#resource, this.#mapping, outcomes))
  }

  /**
   * Runs after the transaction, so that progress is written outside it and other work gets a turn.
   */
  async #pause(): Promise<void> {
    await this.#job.progress(
      (this.#pass + Math.min(1, this.#bytes / this.#payload.size)) / this.#passes,
      this.#counts,
    )
    await yieldToEvents()
  }

  #map = (rows: readonly CsvRow[]) =>
    rows.map((row) => mapRow(this.#parts.model, this.#resource, this.#mapping, row))

  async #dryRun(): Promise<void> {
    for await (const rows of this.#read()) {
      this.#add(await writeChunk(this.#chunk, this.#map(rows), { dryRun: true }))
      await this.#pause()
    }
  }

  async #partial(): Promise<void> {
    const saved = savedSchema.safeParse(this.#job.saved)
    const from = saved.success ? saved.data.row : 0
    if (saved.success) {
      this.#counts = saved.data.counts
      this.#errors = saved.data.errors
    }
    for await (const all of this.#read()) {
      const rows = all.filter((r) => r.row > from)
      if (rows.length === 0) continue
      const last = rows.at(-1)!.row
      const save = async (tx: Tx, outcomes: readonly RowOutcome[]) => {
        const errors = [
          ...this.#errors,
          ...errorsOf(this.#resource, this.#mapping, outcomes),
        ].slice(0, SHOWN_ERRORS)
        await this.#job.save(
          { row: last, counts: counted(this.#counts, outcomes), errors } as unknown as Json,
          counted(this.#counts, outcomes),
          tx,
        )
      }
      this.#add(await writeChunk(this.#chunk, this.#map(rows), { dryRun: false, afterWrite: save }))
      await this.#pause()
    }
  }

  /**
   * First a dry run, which yields to other work; the file is written as a whole only if no row was
   * refused.
   */
  async #atomic(): Promise<boolean> {
    this.#passes = 2
    await this.#dryRun()
    if (this.#counts.refused > 0) return false
    this.#pass = 1
    this.#chunk.known.clear()
    const refusal = new Error('refused')
    try {
      await this.#parts.db.transaction(async (tx) => {
        this.#counts = noCounts()
        this.#errors = []
        for await (const rows of this.#read()) {
          this.#add(await writeChunk(this.#chunk, this.#map(rows), { dryRun: false, tx }))
        }
        if (this.#counts.refused > 0) throw refusal
      })
      return true
    } catch (error) {
      if (error !== refusal) throw error
      return false
    }
  }

  /** Writes the rows; false if an atomic import was refused. */
  async #write(): Promise<boolean> {
    // A failed or cancelled job ends its operation too.
    await this.#operation.begin()
    if (this.#payload.mode === 'partial') await this.#partial()
    const committed = this.#payload.mode === 'partial' || (await this.#atomic())
    await this.#operation.end()
    return committed
  }

  async run(): Promise<ImportReport> {
    const { mode, collection } = this.#payload
    let committed = false
    if (mode === 'dry-run') await this.#dryRun()
    else committed = await this.#write()
    const report =
      this.#errors.length > 0
        ? (await this.#parts.store.put(errorsCsv(this.#errors), { extension: 'csv' })).key
        : null
    await this.#job.progress(1, this.#counts)
    return {
      collection,
      mode,
      committed,
      ...this.#counts,
      errors: this.#errors.slice(0, SHOWN_ERRORS),
      report,
      operationId:
        committed && this.#counts.created + this.#counts.updated > 0
          ? this.#payload.operationId
          : null,
    }
  }
}

/**
 * Notifies the user who started an import of its result; not for a dry run, whose user waits on its
 * page.
 */
const tellEnd = async (
  { db, model }: ImportParts,
  { collection, mode }: Payload,
  person: string | null,
  end: { readonly report: ImportReport } | { readonly problem: string },
): Promise<void> => {
  if (person === null || mode === 'dry-run') return
  const { path, label } = byCollection(model, collection)
  const many = label.many.toLowerCase()
  const [title, body] =
    'problem' in end
      ? [said('importFailed', { many }), end.problem]
      : [
          said(end.report.committed ? 'importFinished' : 'importRefused', { many }),
          said(end.report.committed ? 'importCounts' : 'importNothing', {
            created: end.report.created,
            updated: end.report.updated,
            refused: end.report.refused,
          }),
        ]
  await db.transaction((tx) =>
    notify(tx, {
      type: 'import_finished',
      employees: [person],
      title,
      body,
      link: path || '/dashboard',
    }),
  )
}

export interface Imports {
  /**
   * Checks permissions and mapping, stores the file and enqueues the job; returns the job's id.
   * With a transaction the job exists once that commits. Throws 403, 413 and 422 (paths
   * `mapping.…`, `upsertBy`) before anything is stored.
   */
  start(resource: ResourceModel, given: NewImport, access: Access, tx?: Tx): Promise<string>
  /** Handler of jobs of kind `import`; its result is an `ImportReport`. */
  readonly handler: JobHandler
  /** Returns the CSV of a report's errors; undefined when it was deleted. */
  errorsCsv(key: string): Promise<ReadableStream<Uint8Array> | undefined>
}

const requireImport = ({ entity }: ResourceModel, access: Access, history: boolean): void => {
  if (!access.can(`${entity}.import`)) throw forbidden()
  if (history && !access.can(historyKey(entity))) {
    throw forbidden('You may not import the history of another system.')
  }
}

/** Imports CSV files as jobs. `jobs` is a function because the queue needs the handler first. */
export const createImports = (parts: ImportParts, jobs: () => Pick<Jobs, 'enqueue'>): Imports => ({
  async start(resource, { file, mapping, mode, upsertBy, history = false }, access, tx) {
    requireImport(resource, access, history)
    const checked = checkMapping(parts.model, resource, mapping, access, history)
    if (
      upsertBy !== undefined &&
      !(
        resource.unique.some((set) => set.length === 1 && set[0] === upsertBy) &&
        own(checked.fields, upsertBy) !== undefined
      )
    ) {
      throw invalid([
        {
          path: 'upsertBy',
          code: 'invalid_value',
          message: 'Choose a unique field that is mapped',
        },
      ])
    }
    if (resource.stepUp?.some((name) => own(checked.fields, name))) requireProof(access)
    const { key, size } = await parts.store.put(limited(file), { extension: 'csv' })
    const payload: Payload = {
      collection: resource.collection,
      key,
      size,
      mapping: checked as Payload['mapping'],
      mode,
      upsertBy,
      history,
      operationId: randomUUID(),
      proved: isProven(access),
    }
    const { accountId, personId, name } = access.actor
    const id = await jobs().enqueue(
      {
        kind: 'import',
        payload: JSON.parse(JSON.stringify(payload)) as Json,
        actor: { accountId, personId, name },
      },
      tx,
    )
    await parts.noteStart?.(tx?.query ?? parts.db.query, access.actor, {
      collection: resource.collection,
      mode,
      job: id,
      history,
    })
    return id
  },
  async handler(job) {
    const payload = payloadSchema.parse(job.payload)
    const actor = await actorOfJob(parts.db.query, parts.model, job.actor)
    if (!actor) throw forbidden('The person who started this import may no longer work here.')
    const access = parts.accessFor(payload.proved ? { ...actor, provedAt: Infinity } : actor)
    requireImport(byCollection(parts.model, payload.collection), access, payload.history)
    // Not earlier: an attempt after a crash reads the file again.
    job.afterEnd(() => parts.store.delete(payload.key))
    try {
      const report = await new Run(parts, job, payload, access).run()
      await tellEnd(parts, payload, actor.personId, { report })
      return report as unknown as Json
    } catch (error) {
      if (error instanceof Problem || error instanceof JobFailed) {
        await tellEnd(parts, payload, actor.personId, { problem: error.message })
      }
      throw error
    }
  },
  errorsCsv: async (key) => (await parts.store.get(key))?.stream,
})
