import type { Json, Model, ResourceModel } from '#model/types.ts'
import { actorOfJob } from '../jobs/actor.ts'
import { compileAccess } from '../permissions/access.ts'
import { columnOf } from '../permissions/people.ts'
import type { Access } from '../permissions/types.ts'
import { actorNames, type Named } from '../store/read/actors.ts'
import { isVisible } from '../store/read/get.ts'
import { options } from '../store/read/options.ts'
import { queryOf, sees, type Queryable, type ReadContext } from '../store/read/statement.ts'

/**
 * Returns names of people that the caller may see: their own, and those of people whose record and
 * name they may read.
 */
export const peopleNames = async (
  db: Queryable,
  model: Model,
  access: Access,
  ids: readonly string[],
): Promise<(id: string) => Named> => {
  const people = model.resources.find((r) => r.person)
  if (!people?.person || !ids.length) return () => ({ id: null, name: null })
  const { rows } = await db.query<{ id: string; name: string }>({
    text: `select p.id, p.${columnOf(people.person.name)} as name from "${people.table}" p where p.id = any($1::uuid[])`,
    values: [[...new Set(ids)]],
  })
  const names = new Map(rows.map((p) => [p.id, p.name]))
  const named = await actorNames(db, model, access, ids)
  return (id) => named({ id, name: names.get(id) ?? null })
}

/**
 * True if a person may read a record and the notes of a tenant's people on it (`null`: of our own
 * staff).
 */
const readsNotes = async (
  { db, model, access: writer }: ReadContext,
  resource: ResourceModel,
  id: string,
  person: string,
): Promise<boolean> => {
  const { tenant } = writer.actor
  const actor = await actorOfJob(queryOf(db), model, {
    accountId: null,
    personId: person,
    name: '',
  })
  if (!actor || (actor.tenant !== null && actor.tenant !== tenant)) return false
  const access = compileAccess(model, actor)
  return (
    access.can(`${resource.entity}.read`) && (await isVisible({ db, model, access }, resource, id))
  )
}

/** Returns those of the people who may read a note written about a record with this access. */
export const readersAmong = async (
  context: ReadContext,
  resource: ResourceModel,
  id: string,
  people: readonly string[],
): Promise<string[]> => {
  const able: string[] = []
  // Sequential: a transaction has one connection.
  for (const person of people) {
    if (await readsNotes(context, resource, id, person)) able.push(person)
  }
  return able
}

/** Maximum number of suggested people. */
const OFFERED = 8

/**
 * Returns `{ following, followers, data: [{ id, name, sees }] }`: the followers of a record, and
 * the people a note about it could mention, by search prefix. `sees` is false for people who may
 * not read the record: they are not notified of a mention.
 */
export const peopleOn = async (
  context: ReadContext,
  resource: ResourceModel,
  id: string,
  search: string,
): Promise<Json> => {
  const { db, model, access } = context
  const { rows } = await queryOf(db)<{ person_id: string }>(
    'select person_id from record_followers where entity = $1 and record_id = $2::uuid order by at, person_id limit 100',
    [resource.entity, id],
  )
  const ids = rows.map((row) => row.person_id)
  const named = await peopleNames(db, model, access, ids)
  const people = model.resources.find((r) => r.person)
  const found =
    people && sees(access, people) && access.can(`${people.entity}.list`)
      ? await options(
          db,
          model,
          people,
          {
            limit: OFFERED,
            ...(search ? { search } : {}),
            filter: { path: ['state'], op: 'eq', value: people.person!.active },
          },
          access,
        )
      : []
  const offered = found.map((one) => one.id)
  const able = new Set(await readersAmong(context, resource, id, offered))
  return {
    following: access.actor.personId !== null && ids.includes(access.actor.personId),
    followers: ids.flatMap((person) => {
      const { id: known, name } = named(person)
      return known === null ? [] : [{ id: known, name }]
    }),
    data: found.map(({ id: person, title }) => ({
      id: person,
      name: title,
      sees: able.has(person),
    })),
  }
}
