import * as z from 'zod'
import type { Json } from '#model/types.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { JobFailed, type JobHandler } from '../jobs/types.ts'
import { forbidden } from '../base/problem.ts'
import { carriedBulk } from './bulk.ts'
import { carryOutInJob } from './carryOut.ts'
import { carriedUndo } from './undo.ts'
import type { BulkPlan, OperationParts } from './types.ts'

const payloadSchema = z.object({ operationId: z.uuid() })

interface Found {
  readonly id: string
  readonly kind: string
  readonly entity: string
  readonly plan: BulkPlan | null
  readonly undo_of: string | null
}

/**
 * Executes bulks and undos with the requester's current permissions; the result is the counts by
 * outcome.
 */
export const operationHandler =
  (parts: OperationParts): JobHandler =>
  async (job) => {
    const { operationId } = payloadSchema.parse(job.payload)
    const { rows } = await parts.db.query<Found>(
      'SELECT id, kind, entity, plan, undo_of FROM operations WHERE id = $1',
      [operationId],
    )
    const [found] = rows
    const actor = await actorOfJob(parts.db.query, parts.model, job.actor)
    if (!actor) throw forbidden('The person who started this no longer has access.')
    if (!found?.plan) throw new JobFailed('This operation no longer exists.')
    const access = parts.accessFor(found.plan.proved ? { ...actor, provedAt: Infinity } : actor)
    const resource = parts.model.resources.find((r) => r.entity === found.entity)
    if (!resource) throw new JobFailed('These records no longer exist.')
    const carried =
      found.undo_of === null
        ? carriedBulk(parts, resource, found.id, found.plan, access)
        : carriedUndo(
            parts,
            resource,
            { id: found.id, undone: found.undo_of, count: found.plan.count },
            access,
          )
    const counts = await carryOutInJob(parts.db, job, carried)
    return { operationId, ...counts } satisfies Json
  }
