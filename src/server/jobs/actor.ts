import type { Grants } from '#schemas/define/permissions.ts'
import type { Model } from '#model/types.ts'
import { columnOf, findPeople, peopleModel, standingOf } from '../permissions/people.ts'
import type { Query } from '../database/pool.ts'
import { systemActor } from '../permissions/access.ts'
import type { Actor } from '../permissions/types.ts'
import type { JobActor } from './types.ts'

/**
 * The actor a job runs as, with the person's current permissions, not those at enqueue time. Null
 * if the person is no longer active. A job without a person runs as the system.
 */
export const actorOfJob = async (
  query: Query,
  model: Model,
  asked: JobActor,
): Promise<Actor | null> => {
  if (asked.accountId === null && asked.personId === null) return systemActor
  const people = peopleModel(model)
  const person =
    asked.personId === null ? undefined : await findPeople(people, query).byId(asked.personId)
  if (!person || standingOf(people, person.state) !== 'active') return null
  const { rows } = await query<{ grants: Grants }>(
    `SELECT r.${columnOf(people.grants)} AS grants FROM "${people.roles.table}" r WHERE r.id = ANY($1::uuid[]) AND r.deleted_at IS NULL ORDER BY r.id`,
    [person.roleIds],
  )
  return {
    kind: 'person',
    accountId: asked.accountId,
    personId: person.id,
    name: person.name,
    tenant: person.tenant,
    roleIds: person.roleIds,
    grants: rows.map((r) => r.grants),
  }
}
