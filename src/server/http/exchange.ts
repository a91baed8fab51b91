import { createHash } from 'node:crypto'
import { csvOf, exportFields } from '../exchange/csv.ts'
import { importModes, maxImportBytes, type ImportMode, type Imports } from '../exchange/import.ts'
import type { FullReader } from '../store/read/reader.ts'
import type { CollectionParts } from './collections.ts'
import { isTooDeep } from './body.ts'
import { accessOf } from './context.ts'
import { readForm } from './files.ts'
import { invalid } from './problem.ts'
import { writing, type RunOnce } from './writes.ts'

/** The rows of a list as CSV, streamed. */
export const csvExport =
  (reader: Pick<FullReader, 'stream'>): CollectionParts['exportCsv'] =>
  (resource, query, access) =>
    csvOf(exportFields(resource, access, query.fields), reader.stream(resource, query, access))

const mappingOf = (text: string | undefined): unknown => {
  if (text === undefined)
    throw invalid([
      { path: 'mapping', code: 'required', message: 'Say how columns become fields.' },
    ])
  const refuse = (message: string) => invalid([{ path: 'mapping', code: 'invalid_value', message }])
  const value: unknown = (() => {
    try {
      return JSON.parse(text)
    } catch {
      throw refuse('The mapping is not valid JSON.')
    }
  })()
  if (isTooDeep(value)) throw refuse('The mapping is nested too deeply.')
  return value
}

const modeOf = (text: string | undefined): ImportMode => {
  const mode = importModes.find((m) => m === text)
  if (!mode)
    throw invalid([
      { path: 'mode', code: 'invalid_value', message: `Choose one of ${importModes.join(', ')}.` },
    ])
  return mode
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** `POST …/import`: keeps the file and answers 202 with the job that imports it. */
export const importStarter =
  (imports: Pick<Imports, 'start'>, runOnce: RunOnce): CollectionParts['startImport'] =>
  async (resource, c) => {
    const { file, text } = await readForm(c, maxImportBytes)
    const mapping = mappingOf(text('mapping'))
    const mode = modeOf(text('mode'))
    const upsertBy = text('upsertBy') || undefined
    const bytes = new Uint8Array(await file.arrayBuffer())
    const claim = createHash('sha256')
      .update(bytes)
      .update(JSON.stringify([mapping, mode, upsertBy ?? null]))
      .digest('hex')
    return writing(runOnce)(c, claim, async ({ tx }) => {
      const id = await imports.start(
        resource,
        { file: once(bytes), mapping, mode, ...(upsertBy ? { upsertBy } : {}) },
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
