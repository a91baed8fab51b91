import type { Model } from '#model/types.ts'
import { isUuid } from '#model/uuid.ts'
import type { Query } from '../database/query.ts'
import { explain, isKey, resourceOfKey } from './explain.ts'
import { peopleModel } from '../permissions/people.ts'
import { knownRecords } from '../store/read/actors.ts'
import { isVisible } from '../store/read/get.ts'
import type { Queryable } from '../store/read/statement.ts'

import { badQuery } from '../web/queryChecks.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { forbidden, notFound } from '../base/problem.ts'
import { requirePermission } from '../permissions/require.ts'

const parameters = ['user', 'key', 'collection', 'id']
const wrong = (path: string, message: string) =>
  badQuery([{ path, code: 'invalid_value', message }])

/**
 * `GET /api/explain?user=&key=&collection=&id=`: why a person (by record id) has or lacks a
 * permission key, optionally for one record. For callers who can read roles; people and records
 * they cannot see return 404.
 */
export const explainRoute =
  (db: Queryable & { readonly query: Query }, model: Model) =>
  async (c: Ctx): Promise<Response> => {
    const access = accessOf(c)
    const declared = peopleModel(model)
    requirePermission(access, `${declared.roles.entity}.read`)
    // The reasons are what roles grant.
    requirePermission(access, `${declared.roles.entity}.field.${declared.grants}.read`)
    const stray = [...new URL(c.req.url).searchParams.keys()].filter(
      (name) => !parameters.includes(name),
    )
    if (stray.length) {
      throw badQuery(
        stray.map((path) => ({
          path,
          code: 'unknown_name',
          message: `"${path}" is not a parameter here.`,
        })),
      )
    }
    const [user = '', key = '', collection, id] = parameters.map((name) => c.req.query(name))
    if (!isUuid(user)) throw wrong('user', 'Give the id of a person.')
    if (!isKey(model, key)) throw wrong('key', 'There is no such permission key.')
    const resource = resourceOfKey(model, key)
    if ((collection === undefined) !== (id === undefined)) {
      throw wrong(
        collection === undefined ? 'collection' : 'id',
        'A record is named by its collection and its id.',
      )
    }
    if (collection !== undefined && resource?.collection !== collection) {
      throw wrong('collection', 'The key belongs to another collection.')
    }
    if (id !== undefined && !isUuid(id)) throw wrong('id', 'Give the id of a record.')
    if (
      !access.can(`${declared.resource.entity}.read`) ||
      !(await isVisible({ db, model, access }, declared.resource, user))
    ) {
      throw notFound('person')
    }
    if (
      resource &&
      id !== undefined &&
      (!access.can(`${resource.entity}.read`) ||
        !(await isVisible({ db, model, access }, resource, id)))
    ) {
      throw notFound(resource.label.one.toLowerCase())
    }
    const found = await explain(db.query, model, {
      person: user,
      key,
      ...(id === undefined ? {} : { recordId: id }),
    })
    if (!found) throw notFound('person')
    const { person, ...explanation } = found
    const known = await knownRecords(db, model, access, declared.roles, person.roleIds)
    if (!explanation.roles.every((role) => known(role.id))) {
      throw forbidden('This person has roles that you may not read.')
    }
    return c.json({
      data: { person: { id: person.id, name: person.name, state: person.state }, ...explanation },
    })
  }
