import { DOCUMENT_TYPES } from '#model/documentTypes.ts'
import type { ResourceModel } from '#model/types.ts'
import { MAX_REVISIONS } from '../../store/read/history.ts'
import { etag } from '../conditional.ts'
import { accessOf, jsonText } from '../../web/context.ts'
import { limitOf, only, params } from '../../web/queryChecks.ts'
import type { Routes } from '../../web/routes.ts'
import type { CollectionParts } from './parts.ts'
import { asOfIn, flagOf, idOf } from './record.ts'
import { requirePermission } from '../../permissions/require.ts'

/** Routes of one record and its history. */
export const addRecords = (
  routes: Routes,
  resource: ResourceModel,
  parts: CollectionParts,
): void => {
  const { reader } = parts
  const { entity } = resource
  routes.get('/:id', async (c) => {
    const access = accessOf(c)
    requirePermission(access, `${entity}.read`)
    only(c, 'trashed', 'asOf')
    const at = asOfIn(c)
    if (at !== undefined) {
      return c.json((await reader.asOf(resource, idOf(c, resource), access, at)) as object)
    }
    const { body, version } = await reader.get(resource, idOf(c, resource), access, {
      trashed: flagOf(c, 'trashed'),
    })
    return jsonText(c, body, 200, { ETag: etag(version) })
  })

  routes.get('/:id/where-used', async (c) => {
    const access = accessOf(c)
    requirePermission(access, `${entity}.read`)
    only(c, 'trashed')
    const trashed = flagOf(c, 'trashed')
    return c.json(await reader.whereUsed(resource, idOf(c, resource), access, { trashed }))
  })

  routes.get('/:id/history', async (c) => {
    const access = accessOf(c)
    requirePermission(access, `${entity}.read`)
    only(c, 'limit', 'cursor')
    const limit = limitOf(c, MAX_REVISIONS)
    return c.json(
      (await reader.history(resource, idOf(c, resource), access, {
        ...(limit === undefined ? {} : { limit }),
        cursor: c.req.query('cursor'),
      })) as object,
    )
  })
}

/** Routes of previews of actions, and of documents. */
export const addPreviews = (
  routes: Routes,
  resource: ResourceModel,
  parts: CollectionParts,
): void => {
  const { writer } = parts
  const { entity } = resource
  routes.get('/:id/previews/:preview', async (c) => {
    const access = accessOf(c)
    requirePermission(access, `${entity}.read`)
    const context = {
      access,
      channel: 'api',
      requestId: c.get('requestId'),
      operationId: c.get('requestId'),
    } as const
    return c.json({
      data: await writer.preview(
        resource,
        idOf(c, resource),
        c.req.param('preview'),
        context,
        Object.fromEntries(params(c)),
      ),
    })
  })

  for (const { name, type = 'pdf' } of resource.documents ?? []) {
    routes.get(`/:id/${name}.${type}`, async (c) => {
      const access = accessOf(c)
      requirePermission(access, `${entity}.read`)
      only(c)
      const { fileName, bytes } = await writer.document(resource, idOf(c, resource), name, {
        access,
        channel: 'api',
        requestId: c.get('requestId'),
        operationId: c.get('requestId'),
      })
      return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
        'Content-Type': DOCUMENT_TYPES[type],
        'Content-Disposition': `attachment; filename="${fileName}"`,
      })
    })
  }
}
