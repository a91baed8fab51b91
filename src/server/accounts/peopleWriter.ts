import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Model, Transition } from '#model/types.ts'
import { compileAccess, systemActor } from '../permissions/access.ts'
import type { Actor } from '../permissions/types.ts'
import type { TransactionalWriter, TxWriteContext } from '../store/write/writer.ts'
import { findPeople, peopleModel, type PeopleModel } from '../permissions/people.ts'
import type { PeopleWriter } from './types.ts'
import type { Query } from '../database/query.ts'
import { notFound, Problem } from '../base/problem.ts'
import { requirePermission } from '../permissions/require.ts'
import { findForWrite } from '../store/write/find.ts'

interface WriterParts {
  readonly model: Model
  readonly writer: TransactionalWriter
  readonly query: Query
}

/** The person themself, with these permissions instead of those of their roles. */
const selfWith = (actor: Actor, allow: readonly string[]): Actor => ({
  ...actor,
  tenant: null,
  grants: [{ allow, deny: [] }],
})

const contextFor = (model: Model, actor: Actor): TxWriteContext => ({
  access: compileAccess(model, actor),
  channel: actor.kind === 'system' ? 'system' : 'api',
  requestId: randomUUID(),
  operationId: uuidv7(),
})

/** The transition that ends an active person's record. */
const leavingOf = ({ resource, person }: PeopleModel): Transition => {
  const end = resource.transitions.find(
    (transition) =>
      transition.from === person.active &&
      resource.states.some((s) => s.value === transition.name && s.final),
  )
  if (!end) {
    throw new Problem(409, 'not_possible', 'Ask an administrator to remove your account.')
  }
  return end
}

/** Writes people's records through the writer of all entities, with its rules, audit and events. */
export const createPeopleWriter = ({ model, writer, query }: WriterParts): PeopleWriter => {
  const declared = peopleModel(model)
  const { resource, person } = declared
  const people = findPeople(declared, query)
  const context = (actor: Actor) => contextFor(model, actor)
  const versionOf = async (id: string): Promise<number> => {
    const found = await people.byId(id)
    if (!found) {
      throw new Problem(409, 'waiting_for_approval', 'Your account is waiting for approval.')
    }
    return found.version
  }
  return {
    request: async ({ name, email }) =>
      (
        await writer.create(
          resource,
          { [person.name]: name, [person.email]: email },
          { ...context(systemActor), set: { state: person.requested } },
        )
      ).id,
    async activate(id) {
      await writer.transition(
        resource,
        { id, version: await versionOf(id) },
        person.active,
        {},
        context(systemActor),
      )
    },
    async leave(actor, reason) {
      const id = actor.personId ?? ''
      const end = leavingOf(declared)
      const self = selfWith(actor, [
        `${resource.entity}.update`,
        `${resource.entity}.read`,
        `${resource.entity}.transition.${end.name}`,
      ])
      await writer.transition(
        resource,
        { id, version: await versionOf(id) },
        end.name,
        end.reason ? { reason } : {},
        context(self),
      )
    },
    async update(actor, fields) {
      const id = actor.personId ?? ''
      // The caller decided which own fields people can change; their roles need not allow it.
      const self = selfWith(actor, [
        `${resource.entity}.update`,
        `${resource.entity}.read`,
        ...Object.keys(fields).map((f) => `${resource.entity}.field.${f}.*`),
      ])
      await writer.patch(resource, id, await versionOf(id), fields, context(self))
    },
    async requireChange(actor, id) {
      const given = context(actor)
      requirePermission(given.access, `${resource.entity}.update`)
      const row = await findForWrite({ query }, resource, id, given.access, { key: 'update' })
      if (!row) throw notFound(resource.label.one.toLowerCase())
      const unit = writer.unit(resource, given, { query, afterCommit: () => {} })
      const change = {
        kind: 'action',
        before: row,
        after: row,
        changed: new Set<string>(),
      } as const
      await unit.rules.beforeWrite?.(change, unit.rule)
    },
  }
}
