import { isUuid } from '#model/uuid.ts'
import { uploadChunkBytes, type Uploads } from '../files/uploads.ts'
import type { Access } from '../permissions/types.ts'
import { readBytes, readJson } from '../web/body.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { invalid, notFound, Problem, type FieldProblem } from '../base/problem.ts'
import { writing, type RunOnce } from '../web/writes.ts'
import { newRoutes, type Routes } from '../web/routes.ts'

const bodyOf = (value: unknown): { name: string; size: number; collection?: string } => {
  const { name, size, collection, ...others } = (
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  ) as Record<string, unknown>
  const problems: FieldProblem[] = Object.keys(others).map((path) => ({
    path,
    code: 'unknown_name',
    message: 'There is no such field.',
  }))
  if (typeof name !== 'string' || name.length < 1 || name.length > 1000) {
    problems.push({ path: 'name', code: 'required', message: 'Give the name of the file.' })
  }
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) {
    problems.push({
      path: 'size',
      code: 'required',
      message: 'Give the size of the file in bytes.',
    })
  }
  if (collection !== undefined && (typeof collection !== 'string' || collection.length > 100)) {
    problems.push({ path: 'collection', code: 'invalid', message: 'Not the name of a collection.' })
  }
  if (problems.length) throw invalid(problems)
  return {
    name: name as string,
    size: size as number,
    ...(typeof collection === 'string' ? { collection } : {}),
  }
}

const idOf = (c: Ctx): string => {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notFound('upload')
  return id
}

const offsetOf = (c: Ctx): number => {
  const text = c.req.header('upload-offset') ?? ''
  if (!/^\d{1,12}$/.test(text)) {
    throw new Problem(400, 'malformed', 'Say in Upload-Offset where this chunk begins.', {
      errors: [{ path: 'Upload-Offset', code: 'malformed', message: 'Not a number of bytes.' }],
    })
  }
  return Number(text)
}

/**
 * Chunked uploads, under `/api/files/uploads`. `requireWriter` rejects callers who may not add a
 * file to any record.
 */
export const uploadRoutes = (
  uploads: Uploads,
  once: RunOnce,
  requireWriter: (access: Access) => void,
): Routes =>
  newRoutes()
    .use(async (c, next) => {
      requireWriter(accessOf(c))
      await next()
    })
    .post('/', async (c) => {
      const { text, value } = await readJson(c)
      const input = bodyOf(value)
      return writing(once)(c, text, async ({ access, tx }) => {
        const data = await uploads.begin(input, access, tx?.query)
        return {
          status: 201,
          headers: { Location: `/api/files/uploads/${data.id}` },
          json: { data },
        }
      })
    })
    .get('/:id', async (c) => c.json({ data: await uploads.state(idOf(c), accessOf(c)) }))
    .put('/:id', async (c) => {
      const [id, offset] = [idOf(c), offsetOf(c)]
      if (
        (c.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase() !==
        'application/octet-stream'
      ) {
        throw new Problem(
          415,
          'unsupported_media_type',
          'Send the chunk as application/octet-stream.',
        )
      }
      return c.json({
        data: await uploads.append(
          id,
          offset,
          await readBytes(c.req.raw, uploadChunkBytes),
          accessOf(c),
        ),
      })
    })
    .delete('/:id', async (c) => {
      await uploads.cancel(idOf(c), accessOf(c))
      return c.body(null, 204)
    })
    .post('/:id/finish', async (c) => {
      const data = await uploads.finish(idOf(c), accessOf(c))
      return c.json({ data }, 201, { Location: `/api/files/${data.id}` })
    })
