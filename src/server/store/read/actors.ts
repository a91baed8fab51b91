/** Names of actors, as far as a reader can see them. */
import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import { titleOpen, titleSql } from './record.ts'
import { building, finish, rowsFrom, rowsOf, run, sees, type Queryable } from './statement.ts'

/**
 * A person's record and name; both null for the system's own actions and for people the reader
 * cannot see.
 */
export interface Named {
  readonly id: string | null
  readonly name: string | null
}

const nobody: Named = { id: null, name: null }

/** Returns a predicate: true if the reader can see the record with this id and its title. */
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

/** Same for people: their record and name. The reader themselves are no exception. */
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
 * Names actors by the reader's permissions: the reader, and people whose record and name they can
 * read; others are anonymous. Everything that shows who did something uses this. `ids` are the
 * people to name.
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
