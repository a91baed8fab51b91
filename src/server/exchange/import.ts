import { own } from '#schemas/define/own.ts'
import { randomUUID } from 'node:crypto'
import { historyKey } from '#schemas/define/historyKey.ts'
import { byCollection } from '#model/compile.ts'
import { rootOf } from '#model/importFields.ts'
import { inside, messageOf, say, type Message, type Param, type Said } from '#model/message.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { forbidden, invalid, Problem } from '../base/problem.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { JobFailed, type JobHandler, type Jobs } from '../jobs/types.ts'
import { notify } from '../notifications/notify.ts'
import { isProven, requireProof } from '../permissions/proof.ts'
import type { Access } from '../permissions/types.ts'
import type { WrittenLanguage } from '../texts/language.ts'
import { checkMapping } from './checkMapping.ts'
import {
  type ImportMode,
  type ImportParts,
  type ImportPayload,
  maxImportBytes,
  payloadSchema,
} from './importPayload.ts'
import { ImportRun } from './importRun.ts'
import { isKey } from '../store/write/importCandidate.ts'
import type { ImportReport } from './report.ts'

export interface NewImport {
  readonly file: AsyncIterable<Uint8Array>
  /** JSON as described by `mappingSchema`. */
  readonly mapping: unknown
  readonly mode: ImportMode
  /** Unique field used to find existing records. */
  readonly upsertBy?: string
  /** The file contains records of another system: see `ImportOptions`. */
  readonly history?: boolean
  /** The line with the names of the columns; by default the first that is not empty. */
  readonly headerRow?: number
  /** Of the reasons in the report; default English. */
  readonly language?: WrittenLanguage
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > maxImportBytes) {
      throw new Problem(
        413,
        'too_large',
        say('An import file may have {{n}} MB at most.', { n: maxImportBytes / 1_000_000 }),
      )
    }
    yield chunk
  }
}

const endOf = (
  many: Param,
  { committed, created, updated, refused }: ImportReport,
): { readonly title: Message; readonly body: Message } =>
  committed
    ? {
        title: say('The import of {{many}} is finished', { many }),
        body: say('{{created}} created, {{updated}} updated, {{refused}} refused', {
          created,
          updated,
          refused,
        }),
      }
    : {
        title: say('The import of {{many}} was refused', { many }),
        body: say('Nothing was saved. Refused rows: {{refused}}', { refused }),
      }

/**
 * Notifies the user who started an import of its result; not for a dry run, whose user waits on its
 * page.
 */
const tellEnd = async (
  { db, model }: ImportParts,
  { collection, mode }: ImportPayload,
  person: string | null,
  end: { readonly report: ImportReport } | { readonly problem: Said },
): Promise<void> => {
  if (person === null || mode === 'dry-run') return
  const { path, label } = byCollection(model, collection)
  const many = inside(label.many)
  const { title, body } =
    'problem' in end
      ? { title: say('The import of {{many}} failed', { many }), body: messageOf(end.problem) }
      : endOf(many, end.report)
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
  async start(resource, given, access, tx) {
    const { file, mapping, mode, upsertBy, history = false, headerRow = 1, language = 'en' } = given
    requireImport(resource, access, history)
    const checked = checkMapping(parts.model, resource, mapping, access, history)
    if (own(checked.fields, 'id') !== undefined && upsertBy !== 'id') {
      const message = 'An id finds records and is never written'
      throw invalid([{ path: 'mapping.fields.id', code: 'invalid_value', message }])
    }
    if (
      upsertBy !== undefined &&
      !(isKey(resource, upsertBy) && own(checked.fields, upsertBy) !== undefined)
    ) {
      throw invalid([
        {
          path: 'upsertBy',
          code: 'invalid_value',
          message: 'Choose a unique field that is mapped',
        },
      ])
    }
    const roots = new Set(Object.keys(checked.fields).map(rootOf))
    if (resource.stepUp?.some((name) => roots.has(name))) requireProof(access)
    const { key, size } = await parts.store.put(limited(file), { extension: 'csv' })
    const payload: ImportPayload = {
      collection: resource.collection,
      key,
      size,
      mapping: checked as ImportPayload['mapping'],
      mode,
      upsertBy,
      history,
      headerRow,
      language,
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
    if (!actor) throw forbidden('The person who started this import no longer has access.')
    const access = parts.accessFor(payload.proved ? { ...actor, provedAt: Infinity } : actor)
    requireImport(byCollection(parts.model, payload.collection), access, payload.history)
    // Not earlier: an attempt after a crash reads the file again.
    job.afterEnd(() => parts.store.delete(payload.key))
    try {
      const report = await new ImportRun(parts, job, payload, access).run()
      await tellEnd(parts, payload, actor.personId, { report })
      return report as unknown as Json
    } catch (error) {
      if (error instanceof Problem || error instanceof JobFailed) {
        await tellEnd(parts, payload, actor.personId, { problem: error.said })
      }
      throw error
    }
  },
  errorsCsv: async (key) => (await parts.store.get(key))?.stream,
})
