import * as z from 'zod'
import type { Json, ResourceModel } from '#model/types.ts'
import { invalid } from '../../base/problem.ts'
import { readJson } from '../../web/body.ts'
import { requiredVersion } from '../conditional.ts'
import { accessOf } from '../../web/context.ts'
import { only } from '../../web/queryChecks.ts'
import type { Routes } from '../../web/routes.ts'
import { writing } from '../../web/writes.ts'
import type { CollectionParts } from './parts.ts'
import { performing } from './perform.ts'
import { flagOf, idOf, written } from './record.ts'
import { requirePermission } from '../../permissions/require.ts'

/** Returns the fields a restore names; undefined (all) without a body. */
const fieldsIn = (value: unknown): readonly string[] | undefined => {
  const parsed = restoring.safeParse(value)
  if (parsed.success) return parsed.data.fields
  throw invalid([
    { path: 'fields', code: 'invalid_value', message: 'Give the names of 1 to 200 fields' },
  ])
}
const restoring = z.strictObject({
  fields: z.array(z.string()).min(1).max(200).optional(),
})

/** Routes that change and delete a record. */
export const addChanges = (
  routes: Routes,
  resource: ResourceModel,
  parts: CollectionParts,
): void => {
  const { entity } = resource
  const write = writing(parts.once)
  const perform = performing(resource, parts)
  routes.patch('/:id', async (c) => {
    requirePermission(accessOf(c), `${entity}.update`)
    only(c)
    const id = idOf(c, resource)
    const version = requiredVersion(c)
    const { text, value } = await readJson(c)
    const patch = value as Json
    return write(c, text, (context) => perform(id, version, { patch }, context))
  })

  routes.delete('/:id', async (c) => {
    const access = accessOf(c)
    only(c, 'purge')
    const purge = flagOf(c, 'purge')
    requirePermission(access, `${entity}.${purge ? 'purge' : 'delete'}`)
    const id = idOf(c, resource)
    const version = requiredVersion(c)
    const remove = purge ? 'purge' : 'delete'
    return write(c, '', (context) => perform(id, version, { remove }, context))
  })
}

/** Routes that bring back a deleted record or an earlier version. */
export const addRestoring = (
  routes: Routes,
  resource: ResourceModel,
  parts: CollectionParts,
): void => {
  const { writer } = parts
  const { entity } = resource
  const write = writing(parts.once)
  routes.post('/:id/restore', async (c) => {
    only(c)
    const access = accessOf(c)
    requirePermission(access, `${entity}.delete`)
    const id = idOf(c, resource)
    const version = requiredVersion(c)
    return write(c, '', async (context) =>
      written(resource, await writer.restore(resource, id, version, context), access),
    )
  })

  const perform = performing(resource, parts)
  routes.post('/:id/history/:revision/restore', async (c) => {
    only(c)
    requirePermission(accessOf(c), `${entity}.update`)
    const id = idOf(c, resource)
    const version = requiredVersion(c)
    const { text, value } = await readJson(c, { optional: true })
    const fields = fieldsIn(value) ?? null
    const revision = c.req.param('revision')
    return write(c, text, (context) => perform(id, version, { revision, fields }, context))
  })
}
