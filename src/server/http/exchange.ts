import { createHash } from 'node:crypto'
import { csvOf, exportFields } from '../exchange/csv.ts'
import { peopleColumns } from '../exchange/peopleColumns.ts'
import type { Imports } from '../exchange/import.ts'
import { importModes, maxImportBytes, type ImportMode } from '../exchange/importPayload.ts'
import { slicesOf } from '../files/chunks.ts'
import type { FullReader } from '../store/read/reader.ts'
import type { CollectionParts } from './collections/parts.ts'
import type { Query } from '../database/query.ts'
import { securityEvent } from '../security/events.ts'
import { accessOf } from '../web/context.ts'
import { readForm } from './files.ts'
import { excessOf } from '../base/json.ts'
import { invalid } from '../base/problem.ts'
import { writing, type RunOnce } from '../web/writes.ts'

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

/** Streams the rows of a list as CSV. */
export const csvExport =
  (reader: Pick<FullReader, 'stream'>, db: Query): CollectionParts['exportCsv'] =>
  (resource, query, access, readers) => {
    const { collection } = resource
    const fields = exportFields(resource, access, query.fields)
    // People know a record by its title; its id is for programs.
    const columns =
      readers &&
      fields.filter((f) => f.name !== 'id').flatMap((field) => peopleColumns(field, readers))
    return afterNoting(
      securityEvent(db, 'export', access.actor, { collection }),
      csvOf(fields, reader.stream(resource, query, access), columns ? { columns } : {}),
    )
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

/** `POST …/import`: stores the file and responds 202 with the job that imports it. */
export const importStarter =
  (imports: Pick<Imports, 'start'>, runOnce: RunOnce): CollectionParts['startImport'] =>
  async (resource, c) => {
    const { file, text } = await readForm(c, maxImportBytes)
    const mapping = mappingOf(text('mapping'))
    const mode = modeOf(text('mode'))
    const upsertBy = text('upsertBy') || undefined
    const history = historyOf(text('history'))
    const bytes = new Uint8Array(await file.arrayBuffer())
    const content = createHash('sha256')
    for await (const slice of slicesOf(bytes)) content.update(slice)
    const claim = content
      .update(JSON.stringify([mapping, mode, upsertBy ?? null, history]))
      .digest('hex')
    return writing(runOnce)(c, claim, async ({ tx }) => {
      const id = await imports.start(
        resource,
        { file: slicesOf(bytes), mapping, mode, history, ...(upsertBy ? { upsertBy } : {}) },
        accessOf(c),
        tx,
      )
      return {
        status: 202,
        headers: { Location: `/api/jobs/${id}` },
        json: {
          data: {
            id,
            kind: 'import',
            state: 'queued',
            progress: 0,
            counts: {},
            result: null,
            error: null,
          },
        },
      }
    })
  }
