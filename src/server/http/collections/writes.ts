import type { Json, ResourceModel } from '#model/types.ts'
import { notFound } from '../../base/problem.ts'
import { readJson } from '../../web/body.ts'
import { writeOrAsk } from '../../approvals/ask.ts'
import { awaitingApproval } from '../approvals.ts'
import { etag, requiredVersion } from '../conditional.ts'
import { accessOf } from '../../web/context.ts'
import { bulkRoute } from '../operations.ts'
import { only } from '../../web/queryChecks.ts'
import type { Routes } from '../../web/routes.ts'
import { writing } from '../../web/writes.ts'
import type { CollectionParts } from './parts.ts'
import { performing } from './perform.ts'
import { idOf, written } from './record.ts'
import { tableAsCsv } from '../importTable.ts'
import { requirePermission } from '../../permissions/require.ts'

/** Routes that create records: one, by import, or many at once. */
export const addCreation = (
  routes: Routes,
  resource: ResourceModel,
  parts: CollectionParts,
): void => {
  const { entity } = resource
  const write = writing(parts.once)
  routes.post('/', async (c) => {
    const access = accessOf(c)
    requirePermission(access, `${entity}.create`)
    only(c)
    const { text, value } = await readJson(c)
    return write(c, text, async (context) => {
      const target = { resource, id: '', version: 0 }
      const done = await writeOrAsk(parts.approvals, target, { create: value as Json }, context)
      if ('request' in done) return awaitingApproval(done.request)
      const record = done.record!
      return {
        ...written(resource, record, access),
        status: 201,
        headers: {
          ETag: etag(record.version),
          Location: `/api/${resource.collection}/${record.id}`,
        },
      }
    })
  })

  routes.post('/import', async (c) => {
    requirePermission(accessOf(c), `${entity}.import`)
    only(c)
    return parts.startImport(resource, c)
  })

  routes.post('/import/table', async (c) => {
    requirePermission(accessOf(c), `${entity}.import`)
    only(c)
    return tableAsCsv(c)
  })

  routes.post('/bulk', bulkRoute(resource, parts.approvals, parts.once))
}

/** Routes of transitions and actions. */
export const addActions = (
  routes: Routes,
  resource: ResourceModel,
  parts: CollectionParts,
): void => {
  const { entity } = resource
  const write = writing(parts.once)
  const perform = performing(resource, parts)
  if (!resource.transitions.length && !resource.actions.length) return
  routes.post('/:id/actions/:action', async (c) => {
    const name = c.req.param('action')
    const own = resource.actions.some((a) => a.name === name)
    if (!own && !resource.transitions.some((t) => t.name === name)) throw notFound('action')
    requirePermission(accessOf(c), own ? `${entity}.${name}` : `${entity}.transition.${name}`)
    only(c)
    const id = idOf(c, resource)
    const version = requiredVersion(c)
    const { text, value } = await readJson(c, { optional: true })
    const input = value as Json
    return write(c, text, (context) =>
      perform(id, version, own ? { action: name, input } : { transition: name, input }, context),
    )
  })
}
