import { say } from '#model/message.ts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { ResourceModel } from '#model/types.ts'
import { securityEvent } from '../../security/events.ts'
import { reveal } from '../../store/write/reveal.ts'
import { readJson } from '../../web/body.ts'
import { accessOf } from '../../web/context.ts'
import { bodyAs, zodText } from '../../base/issues.ts'
import { only } from '../../web/queryChecks.ts'
import type { Routes } from '../../web/routes.ts'
import type { CollectionParts } from './parts.ts'
import { idOf } from './record.ts'

const REASON_MAX = 500
const body = z.strictObject({
  field: z.string('Name a field').max(100, 'Name a field'),
  reason: z
    .string('Give a reason')
    .trim()
    .min(1, 'Give a reason')
    .max(REASON_MAX, zodText(say('At most {{n}} characters', { n: REASON_MAX }))),
})

/**
 * The route that reveals a sensitive field. Its response is stored nowhere, not even for an
 * `Idempotency-Key`: each call is a view of its own.
 */
export const addReveal = (
  routes: Routes,
  resource: ResourceModel,
  { timeline: { db } }: CollectionParts,
): void => {
  if (!resource.fields.some((f) => f.sensitive)) return
  routes.post('/:id/reveal', async (c) => {
    only(c)
    const id = idOf(c, resource)
    const { field, reason } = bodyAs(body, (await readJson(c)).value)
    const access = accessOf(c)
    const value = await reveal(
      db,
      resource,
      { id, field, reason },
      { access, channel: 'api', requestId: c.get('requestId'), operationId: randomUUID() },
      (query) =>
        securityEvent(query, 'revealed', access.actor, {
          collection: resource.collection,
          record: id,
          field,
          reason,
        }),
    )
    return c.json({ data: { [field]: value } }, 200, { 'Cache-Control': 'no-store' })
  })
}
