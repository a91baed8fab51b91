import { createHash } from 'node:crypto'
import { say } from '#model/message.ts'
import type { Model } from '#model/types.ts'
import { exportBytes } from '../exchange/exportForm.ts'
import { EXPORT_JOB, type Exports } from '../exchange/exportJob.ts'
import type { Imports } from '../exchange/import.ts'
import {
  importModes,
  maxHeaderRow,
  maxImportBytes,
  type ImportMode,
} from '../exchange/importPayload.ts'
import { slicesOf } from '../files/chunks.ts'
import type { FullReader } from '../store/read/reader.ts'
import type { CollectionParts } from './collections/parts.ts'
import type { Query } from '../database/query.ts'
import { securityEvent } from '../security/events.ts'
import { accessOf } from '../web/context.ts'
import { tooManyAtOnce } from './atOnce.ts'
import { readForm } from './files.ts'
import { excessOf } from '../base/json.ts'
import { invalid } from '../base/problem.ts'
import { languageTo, writtenLanguages, type WrittenLanguage } from '../texts/language.ts'
import { writing, type RunOnce, type Written } from '../web/writes.ts'

/** An export begins to flow only after it was logged. */
export const afterNoting = (
  noted: Promise<void>,
  bytes: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> => {
  noted.catch(() => {})
  return (async function* () {
    await noted
    yield* bytes
  })()
}

/** Streams the rows of a list as a file, once the security log has the export. */
export const listExport =
  (
    reader: Pick<FullReader, 'stream' | 'list'>,
    model: Model,
    db: Query,
  ): CollectionParts['exportList'] =>
  (resource, query, access, form) =>
    afterNoting(
      securityEvent(db, 'export', access.actor, { collection: resource.collection }),
      exportBytes(resource, query, access, form, {
        model,
        rows: (q) => reader.stream(resource, q, access),
        list: reader.list,
      }),
    )

/** The job that was started, and its address. */
const queued = (kind: string, id: string): Written => ({
  status: 202,
  headers: { Location: `/api/jobs/${id}` },
  json: {
    data: { id, kind, state: 'queued', progress: 0, counts: {}, result: null, error: null },
  },
})

/** Exports of one person that may wait or run at a time: each is a file of any size for a day. */
const MAX_UNFINISHED = 5

/** `POST …/exports`: responds 202 with the job that writes the file, 429 beyond the limit. */
export const exportStarter =
  (exported: Pick<Exports, 'start' | 'unfinished'>, db: Query): CollectionParts['startExport'] =>
  async (resource, query, form, { access, tx }) => {
    if ((await exported.unfinished({ access, tx })) >= MAX_UNFINISHED) throw tooManyAtOnce()
    const id = await exported.start(resource, query, form, { access, tx })
    const { collection } = resource
    await securityEvent(tx?.query ?? db, 'export', access.actor, { collection, job: id })
    return queued(EXPORT_JOB, id)
  }

const mappingOf = (text: string | undefined): unknown => {
  if (text === undefined) {
    throw invalid([
      { path: 'mapping', code: 'required', message: 'Say how columns become fields.' },
    ])
  }
  const refuse = (message: string) => invalid([{ path: 'mapping', code: 'invalid_value', message }])
  const excess = excessOf(text)
  if (excess) throw refuse(`The mapping ${excess}.`)
  try {
    return JSON.parse(text)
  } catch {
    throw refuse('The mapping is not valid JSON.')
  }
}

const modeOf = (text: string | undefined): ImportMode => {
  const mode = importModes.find((m) => m === text)
  if (!mode) {
    throw invalid([
      { path: 'mode', code: 'invalid_value', message: `Choose one of ${importModes.join(', ')}.` },
    ])
  }
  return mode
}

const historyOf = (text: string | undefined): boolean => {
  if (text !== undefined && text !== 'true' && text !== 'false') {
    throw invalid([
      { path: 'history', code: 'invalid_value', message: 'Choose one of true, false.' },
    ])
  }
  return text === 'true'
}

const headerRowOf = (text: string | undefined): number => {
  const row = text === undefined ? 1 : Number(text)
  if (!(Number.isInteger(row) && row >= 1 && row <= maxHeaderRow)) {
    const message = say('Give a number from 1 to {{n}}.', { n: maxHeaderRow })
    throw invalid([{ path: 'headerRow', code: 'invalid_value', message }])
  }
  return row
}

const languageOf = (text: string | undefined): WrittenLanguage => {
  const language = writtenLanguages.find((l) => l === text)
  if (text !== undefined && !language) {
    const message = `Choose one of ${writtenLanguages.join(', ')}.`
    throw invalid([{ path: 'language', code: 'invalid_value', message }])
  }
  return languageTo(language)
}

/** `POST …/import`: stores the file and responds 202 with the job that imports it. */
export const importStarter =
  (imports: Pick<Imports, 'start'>, runOnce: RunOnce): CollectionParts['startImport'] =>
  async (resource, c) => {
    const { file, text } = await readForm(c, maxImportBytes)
    const mapping = mappingOf(text('mapping'))
    const mode = modeOf(text('mode'))
    const upsertBy = text('upsertBy') || undefined
    const history = historyOf(text('history'))
    const headerRow = headerRowOf(text('headerRow'))
    const language = languageOf(text('language'))
    const bytes = new Uint8Array(await file.arrayBuffer())
    const content = createHash('sha256')
    for await (const slice of slicesOf(bytes)) content.update(slice)
    const claim = content
      .update(JSON.stringify([mapping, mode, upsertBy ?? null, history, headerRow]))
      .digest('hex')
    return writing(runOnce)(c, claim, async ({ tx }) => {
      const id = await imports.start(
        resource,
        {
          file: slicesOf(bytes),
          mapping,
          mode,
          history,
          headerRow,
          language,
          ...(upsertBy ? { upsertBy } : {}),
        },
        accessOf(c),
        tx,
      )
      return queued('import', id)
    })
  }
