/** Who did something, as a reader may know it. */
import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import { titleOpen, titleSql } from './record.ts'
import { building, finish, rowsFrom, rowsOf, run, sees, type Queryable } from './statement.ts'

/** A person's record and name; both null for what the server did by itself, and for people whom the reader may not know. */
export interface Named {
  readonly id: string | null
  readonly name: string | null
}

const nobody: Named = { id: null, name: null }

/** Whether the reader may know records of a resource: that they exist, and their title. */
export const knownRecords = async (
  db: Queryable,
  model: Model,
  access: Access,
  resource: ResourceModel | undefined,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => boolean> => {
  const b = building(model, access)
  if (!resource || !sees(access, resource) || titleSql(b, resource, 't') === undefined) {
    return () => false
  }
  const source = rowsFrom(b, resource, 't')
  const rows = [rowsOf(b, resource, 't'), ...titleOpen(b, resource, 't')].join(' and ')
  if (rows === 'true') return () => true
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (rows === 'false' || !wanted.length) return () => false
  const text = `select t.id from ${source} where t.id = any(${b.sql.add(wanted)}::uuid[]) and ${rows}`
  const known = new Set((await run<{ id: string }>(db, finish(b, text))).map((row) => row.id))
  return (id) => id !== null && known.has(id)
}

/** Whether the reader may know people: their record and their name. Oneself is no exception here. */
export const knownPeople = (
  db: Queryable,
  model: Model,
  access: Access,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => boolean> =>
  knownRecords(
    db,
    model,
    access,
    model.resources.find((r) => r.person),
    ids,
  )

/**
 * Names actors by the rights of the reader: oneself, and people whose record and name one may read; others are nobody.
 * Everything that tells who did something goes through here. `ids` are the people to be named.
 */
export const actorNames = async (
  db: Queryable,
  model: Model,
  access: Access,
  ids: readonly (string | null)[],
): Promise<(actor: Named) => Named> => {
  const known = await knownPeople(db, model, access, ids)
  return (actor) =>
    known(actor.id) || (actor.id !== null && actor.id === access.actor.personId) ? actor : nobody
}
