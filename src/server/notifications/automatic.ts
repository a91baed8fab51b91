import type { Model } from '#model/types.ts'
import { findPeople, peopleModel } from '../accounts/people.ts'
import { actorOfJob } from '../jobs/actor.ts'
import type { JobHandler, Jobs } from '../jobs/types.ts'
import { compileAccess } from '../permissions/access.ts'
import { deliverDue, type Addressed, type DeliveryParts, type Taken } from './deliver.ts'
import { DELIVER_JOB } from './notify.ts'
import { visibleResources } from './visible.ts'

const CLOSE = 'You choose what reaches you by mail under Settings, Notifications.'
/** What is said instead of what the receiver may not read. */
const HIDDEN = { title: 'Something concerns you', body: '' }

/** The job that sends notices of changes by mail and to devices. They are cut down to what the receiver may read now. */
export const automaticHandler = (parts: DeliveryParts & { readonly model: Model; readonly enqueue: Jobs['enqueue'] }): JobHandler => {
  const { query, model, enqueue } = parts
  const people = findPeople(peopleModel(model), query)
  const addressed = async (one: Taken): Promise<Addressed | null> => {
    const actor = one.recipient.type === 'person' ? await actorOfJob(query, model, { accountId: null, personId: one.recipient.id, name: '' }) : null
    if (!actor) return null
    const shown = !one.resource || (await visibleResources(query, model, compileAccess(model, actor), [one.resource]))(one.resource)
    return { address: (await people.byId(one.recipient.id))?.email ?? null, ...(shown ? { title: one.title ?? '', body: one.body ?? '' } : HIDDEN), link: one.link, close: CLOSE }
  }
  return async ({ signal, actor }) => {
    const due = await deliverDue(parts, null, async (batch) => new Map(await Promise.all(batch.map(async (one) => [one.id, await addressed(one)] as const))), { signal })
    // One job that waits does for all: it asks the same again.
    if (due && !(await query("SELECT 1 FROM jobs WHERE kind = $1 AND state = 'queued' LIMIT 1", [DELIVER_JOB])).rowCount) await enqueue({ kind: DELIVER_JOB, payload: {}, actor, runAt: due })
    return { done: true }
  }
}
