import { say } from '#model/message.ts'
import type { Model } from '#model/types.ts'
import { maxUploadBytes, type FileContent, type Files } from '../files/files.ts'
import type { Uploads } from '../files/uploads.ts'
import type { FileLinks } from '../files/links.ts'
import type { storageFactsOf } from '../files/storageFacts.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import type { Access } from '../permissions/types.ts'
import { readBytes, requireMultipart } from '../web/body.ts'
import { parseForm } from '../web/form.ts'
import { isUuid } from '#model/uuid.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { forbidden, notFound, Problem } from '../base/problem.ts'
import { uploadRoutes } from './uploads.ts'
import { writing, type RunOnce } from '../web/writes.ts'

const maxIds = 200

/** Reads the single file of a multipart form and its text fields, up to the limit. */
export const readForm = async (
  c: Ctx,
  maxBytes: number,
): Promise<{ file: File; text: (name: string) => string | undefined }> => {
  requireMultipart(c)
  const bytes = await readBytes(c.req.raw, maxBytes + 100_000)
  const form = await parseForm(bytes, c.req.header('content-type') ?? '')
  if (!form) throw new Problem(400, 'malformed', 'The form cannot be read.')
  const file = form.get('file')
  if (!(file instanceof File)) {
    throw new Problem(422, 'invalid', 'Choose a file.', {
      errors: [{ path: 'file', code: 'required', message: 'Choose a file.' }],
    })
  }
  return {
    file,
    text: (name) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : undefined
    },
  }
}

const asked = (c: Ctx): string[] => {
  const ids = (c.req.query('ids') ?? '').split(',').filter(Boolean)
  if (ids.length > maxIds || ids.some((id) => !isUuid(id))) {
    throw new Problem(400, 'malformed', say('Ask for up to {{n}} ids.', { n: maxIds }), {
      errors: [{ path: 'ids', code: 'malformed', message: 'Not a list of ids.' }],
    })
  }
  return ids
}

/**
 * A file is part of a record, so users who may write no record, such as a person waiting for
 * approval, may not upload.
 */
const requireWriter = (model: Model, access: Access): void => {
  if (
    !model.resources.some(
      (r) =>
        ['create', 'update'].some((action) => access.can(`${r.entity}.${action}`)) &&
        access.writable(r).size > 0,
    )
  ) {
    throw forbidden()
  }
}

/** Uploads and their links, under `/api/files`. */
export const fileRoutes = ({
  files,
  storageFacts,
  uploads,
  once,
  model,
}: {
  readonly files: Files
  readonly storageFacts: ReturnType<typeof storageFactsOf>
  readonly uploads: Uploads
  readonly once: RunOnce
  readonly model: Model
}): Routes =>
  newRoutes()
    .route(
      '/uploads',
      uploadRoutes(uploads, once, (access) => requireWriter(model, access)),
    )
    .post('/', async (c) => {
      requireWriter(model, accessOf(c))
      const { file, text } = await readForm(c, maxUploadBytes)
      const bytes = new Uint8Array(await file.arrayBuffer())
      const collection = text('collection')
      const received = await files.receive(
        { bytes, name: file.name, ...(collection ? { collection } : {}) },
        accessOf(c),
      )
      let entered = false
      try {
        return await writing(once)(
          c,
          `${received.hash} ${file.name} ${collection ?? ''}`,
          async ({ tx }) => {
            const data = await files.enter(received, tx?.query)
            entered = true
            return { status: 201, headers: { Location: `/api/files/${data.id}` }, json: { data } }
          },
        )
      } finally {
        // A repeated request gets the first response; its content is discarded.
        if (!entered) await files.discard(received)
      }
    })
    .get('/', async (c) => c.json({ data: await files.info(asked(c), accessOf(c)) }))
    .get('/:id', async (c) => {
      const access = accessOf(c)
      const id = c.req.param('id')
      const [data] = isUuid(id) ? await files.info([id], access) : []
      if (!data) throw notFound('file')
      return c.json({ data })
    })
    .get('/:id/storage', async (c) => {
      const access = accessOf(c)
      // Storage details are not for people who work for a tenant.
      if (access.actor.tenant !== null) throw forbidden()
      const id = c.req.param('id')
      const data = isUuid(id) ? await storageFacts(id, access) : undefined
      if (!data) throw notFound('file')
      return c.json({ data })
    })

const quoted = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (ch) => `%${ch.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const contentType = ({ type }: FileContent): string =>
  type === 'text/plain' || type === 'text/csv' ? `${type}; charset=utf-8` : type

/**
 * The content behind a signed link, under `/files`: sandboxed; pictures are displayed, everything
 * else is downloaded.
 */
export const fileContent = (files: Files, links: FileLinks): Routes => {
  const served =
    (read: (id: string) => Promise<FileContent | undefined>) =>
    async (c: Ctx): Promise<Response> => {
      const id = c.req.param('id') ?? ''
      c.set('responseKind', { file: true })
      if (!isUuid(id) || !links.valid(id, c.req.query('exp') ?? '', c.req.query('sig') ?? '')) {
        throw notFound('file')
      }
      const found = await read(id)
      if (!found) throw notFound('file')
      const shown = found.type.startsWith('image/')
      return c.body(found.stream, 200, {
        'Content-Type': contentType(found),
        'Content-Length': String(found.size),
        'Content-Disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${quoted(found.name)}`,
        'Cache-Control': 'private, max-age=600, immutable',
      })
    }
  return newRoutes()
    .get('/:id', served(files.content))
    .get('/:id/thumbnail', served(files.thumbnail))
}
