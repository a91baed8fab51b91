import { isUuid } from '#model/uuid.ts'
import { MAX_PINNED, viewKinds } from '#model/views.ts'
import { placeOf } from '../views/rows.ts'
import { notFound } from '../base/problem.ts'
import { changeIn, newViewIn } from '../views/input.ts'
import { visibleView, visibleViews, type ViewsQuery } from '../views/read.ts'
import { removeView, restoreView } from '../views/remove.ts'
import { changeView, createView, type ViewWriteParts } from '../views/write.ts'
import { readJson } from '../web/body.ts'
import { etag, requiredVersion } from './conditional.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { badQuery, only } from '../web/queryChecks.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { writing, type RunOnce } from '../web/writes.ts'

const idOf = (c: Ctx): string => {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notFound('view')
  return id.toLowerCase()
}

/** Which views a request is for; 400 unless it names a list the caller may open, or some ids. */
const selectionIn = (c: Ctx, { model }: ViewWriteParts): ViewsQuery => {
  only(c, 'kind', 'collection', 'path', 'ids')
  const [collection, path = '', ids, as = 'list'] = ['collection', 'path', 'ids', 'kind'].map((n) =>
    c.req.query(n),
  )
  const wrong = (name: string, code: string, message: string) =>
    badQuery([{ path: name, code, message }])
  if (ids !== undefined) {
    const list = ids.split(',')
    if (collection !== undefined || list.length > MAX_PINNED || !list.every(isUuid)) {
      throw wrong('ids', 'invalid_value', `Give up to ${MAX_PINNED} ids, without a collection.`)
    }
    return { ids: list }
  }
  const kind = viewKinds.find((one) => one === as)
  if (!kind) throw wrong('kind', 'invalid_value', `Use ${viewKinds.join(' or ')}.`)
  if (collection === undefined) {
    throw wrong('collection', 'required', 'Name a collection, or give ids.')
  }
  if (!placeOf(model, accessOf(c), { kind, collection })) {
    throw wrong('collection', 'unknown_name', 'There is no such list.')
  }
  return { kind, collection, path }
}

/** `/api/views`: saved views of lists and mappings of imports, personal and shared. */
export const viewRoutes = (parts: ViewWriteParts, once: RunOnce): Routes => {
  const write = writing(once)
  const reading = { query: parts.db.query, model: parts.model }
  return newRoutes()
    .get('/', async (c) =>
      c.json({ data: await visibleViews(reading, accessOf(c), selectionIn(c, parts)) }),
    )
    .post('/', async (c) => {
      only(c)
      const { text, value } = await readJson(c)
      const given = newViewIn(value)
      return write(c, text, async (context) => {
        const data = await createView(parts, context, given)
        const headers = { ETag: etag(data.version), Location: `/api/views/${data.id}` }
        return { status: 201, headers, json: { data } }
      })
    })
    .get('/:id', async (c) => {
      only(c)
      const data = await visibleView(reading, accessOf(c), idOf(c))
      return c.json({ data }, 200, { ETag: etag(data.version) })
    })
    .patch('/:id', async (c) => {
      only(c)
      const asked = { id: idOf(c), version: requiredVersion(c) }
      const { text, value } = await readJson(c)
      const change = changeIn(value)
      return write(c, text, async (context) => {
        const data = await changeView(parts, context, asked, change)
        return { headers: { ETag: etag(data.version) }, json: { data } }
      })
    })
    .delete('/:id', async (c) => {
      only(c)
      const asked = { id: idOf(c), version: requiredVersion(c) }
      return write(c, '', async (context) => ({
        status: 204,
        headers: { ETag: etag(await removeView(parts, context, asked)) },
      }))
    })
    .post('/:id/restore', async (c) => {
      only(c)
      const asked = { id: idOf(c), version: requiredVersion(c) }
      return write(c, '', async (context) => {
        const data = await restoreView(parts, context, asked)
        return { headers: { ETag: etag(data.version) }, json: { data } }
      })
    })
}
