import { say, type Params, type Said } from '#model/message.ts'
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import * as z from 'zod'
import { byCollection } from '#model/compile.ts'
import type { Mapping } from '#model/importMapping.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { JobFailed, type RunningJob } from '../jobs/types.ts'
import type { Access } from '../permissions/types.ts'
import { mapRow } from './applyMapping.ts'
import { checkMapping } from './checkMapping.ts'
import { brokenKeys, grouped } from './grouped.ts'
import { type ChunkParts, type RowOutcome, writeChunk } from './importChunk.ts'
import { importOperation, type ImportOperation } from './importOperation.ts'
import { maxImportRows, type ImportParts, type ImportPayload } from './importPayload.ts'
import { groupsOf } from './partEntries.ts'
import { type TableRow, readTable } from './readTable.ts'
import { reasonIn, refusedCsv } from './refusedCsv.ts'
import {
  counted,
  type Counts,
  errorsOf,
  type ImportError,
  type ImportReport,
  noCounts,
} from './report.ts'

const SHOWN_ERRORS = 1000
const CHUNK = 500

const savedSchema = z.object({
  row: z.number(),
  counts: z.object({
    read: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    refused: z.number(),
  }),
  errors: z.array(
    z.object({
      row: z.number(),
      line: z.number().exactOptional(),
      path: z.string(),
      code: z.string(),
      message: z.string(),
      text: z.string().exactOptional(),
      params: z.custom<Params>().exactOptional(),
      columns: z.array(z.string()),
    }),
  ),
})

/** One run of one import. */
export class ImportRun {
  readonly #parts: ImportParts
  readonly #job: RunningJob
  readonly #payload: ImportPayload
  readonly #chunk: ChunkParts
  readonly #mapping: Mapping
  readonly #resource: ResourceModel
  readonly #operation: ImportOperation
  #errors: ImportError[] = []
  #counts: Counts = noCounts()
  #bytes = 0
  /** Problems of records that have several lines, by their key. */
  #broken: ReadonlyMap<string, Said> | undefined
  /** Number of passes over the file that progress covers. */
  #passes = 1
  #pass = 0

  constructor(parts: ImportParts, job: RunningJob, payload: ImportPayload, access: Access) {
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
      parts: groupsOf(this.#resource, this.#mapping),
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

  /** The lines of the file. */
  async *#lines(): AsyncGenerator<TableRow[]> {
    const file = await this.#parts.store.get(this.#payload.key)
    if (!file) throw new JobFailed('The file of this import is gone. Start it again.')
    this.#bytes = 0
    for await (const rows of readTable(file.stream as AsyncIterable<Uint8Array>, {
      batch: CHUNK,
      headerRow: this.#payload.headerRow,
      onBytes: (n) => {
        this.#bytes += n
      },
    })) {
      if (this.#job.signal.aborted) throw new Error('stopped')
      if (rows.at(-1)!.row > maxImportRows) {
        throw new JobFailed(
          say('An import may have {{n}} rows at most. Split the file.', { n: maxImportRows }),
        )
      }
      yield rows
    }
  }

  async *#read(): AsyncGenerator<TableRow[]> {
    const { groupBy } = this.#mapping
    if (groupBy === undefined) yield* this.#lines()
    else {
      this.#broken ??= await brokenKeys(this.#lines(), groupBy)
      yield* grouped(this.#lines(), groupBy, this.#broken)
    }
  }

  #add(outcomes: readonly RowOutcome[], rows: readonly TableRow[]): void {
    this.#counts = counted(this.#counts, outcomes)
    this.#errors.push(...errorsOf(this.#mapping, outcomes, rows))
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

  #map = (rows: readonly TableRow[]) =>
    rows.map((row) => mapRow(this.#parts.model, this.#resource, this.#mapping, row))

  async #dryRun(): Promise<void> {
    for await (const rows of this.#read()) {
      this.#add(await writeChunk(this.#chunk, this.#map(rows), { dryRun: true }), rows)
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
        const errors = [...this.#errors, ...errorsOf(this.#mapping, outcomes, rows)].slice(
          0,
          SHOWN_ERRORS,
        )
        await this.#job.save(
          { row: last, counts: counted(this.#counts, outcomes), errors } as unknown as Json,
          counted(this.#counts, outcomes),
          tx,
        )
      }
      this.#add(
        await writeChunk(this.#chunk, this.#map(rows), { dryRun: false, afterWrite: save }),
        rows,
      )
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
          this.#add(await writeChunk(this.#chunk, this.#map(rows), { dryRun: false, tx }), rows)
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
    const { mode, collection, language } = this.#payload
    let committed = false
    if (mode === 'dry-run') await this.#dryRun()
    else committed = await this.#write()
    const report =
      this.#errors.length > 0
        ? (
            await this.#parts.store.put(
              refusedCsv(this.#read(), this.#errors, {
                language,
                words: reasonIn(this.#parts.model, this.#resource, language),
              }),
              { extension: 'csv' },
            )
          ).key
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
