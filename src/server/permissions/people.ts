import type { Model, ResourceModel } from '#model/types.ts'
import type { PersonFields } from '#schemas/define/resource.ts'
import type { Query } from '../database/query.ts'
import { columnName } from '../migrations/names.ts'

/** Quoted column name of a field. */
export const columnOf = (field: string): string => `"${columnName(field)}"`

/** The resource of the people who sign in, and the resource of their roles. */
export interface PeopleModel {
  readonly resource: ResourceModel
  readonly person: PersonFields
  readonly roles: ResourceModel
  readonly grants: string
  readonly locale?: string
  readonly phone?: string
}

/** Finds them in the model; throws if the schemas declare none. */
export const peopleModel = (model: Model): PeopleModel => {
  const resource = model.resources.find((r) => r.person)
  const roles = model.resources.find((r) => r.grants)
  if (!resource?.person || !roles?.grants) {
    throw new Error(
      'The schemas declare no resource with `person`, or none with `grants`: nobody could sign in.',
    )
  }
  const locale = resource.fields.find((f) => f.kind === 'locale')?.name
  const phone = resource.fields.find((f) => f.kind === 'phone')?.name
  return {
    resource,
    person: resource.person,
    roles,
    grants: roles.grants,
    ...(locale ? { locale } : {}),
    ...(phone ? { phone } : {}),
  }
}

/**
 * `active` people can work, `waiting` people sign in and see one page, `ended` people cannot sign
 * in.
 */
export type Standing = 'active' | 'waiting' | 'ended'

export const standingOf = ({ resource, person }: PeopleModel, state: string): Standing => {
  if (state === person.active) return 'active'
  return state === person.requested || state === resource.initial ? 'waiting' : 'ended'
}

/** A person's record as used by accounts. */
export interface PersonRow {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly email: string
  readonly state: string
  readonly locale: string | null
  readonly phone: string | null
  readonly tenant: string | null
  readonly roleIds: readonly string[]
}

/** Select list of a `PersonRow` under an alias. */
const personColumns = ({ person, locale, phone }: PeopleModel, alias: string): string =>
  `${alias}.id, ${alias}.version, ${alias}.${columnOf(person.name)} AS name, ${alias}.${columnOf(person.email)} AS email, ${alias}."state" AS state, ` +
  `${locale ? `${alias}.${columnOf(locale)}` : 'NULL'} AS locale, ${phone ? `${alias}.${columnOf(phone)}` : 'NULL'} AS phone, ${alias}.${columnOf(person.tenant)} AS tenant, ${alias}.${columnOf(person.roles)} AS "roleIds"`

/** Finds people's records. */
export const findPeople = (people: PeopleModel, query: Query) => {
  const table = `"${people.resource.table}"`
  const one = async (where: string, value: string): Promise<PersonRow | undefined> =>
    (
      await query<PersonRow>(
        `SELECT ${personColumns(people, 'p')} FROM ${table} p WHERE ${where} AND p.deleted_at IS NULL`,
        [value],
      )
    ).rows[0]
  return {
    byId: (id: string) => one('p.id = $1::uuid', id),
    byEmail: (email: string) => one(`lower(p.${columnOf(people.person.email)}) = lower($1)`, email),
    /** Names of roles, in order. */
    roleNames: async (ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
      ids.length
        ? (
            await query<{ id: string; name: string }>(
              `SELECT r.id, r.${columnOf(people.roles.title)} AS name FROM "${people.roles.table}" r WHERE r.id = ANY($1::uuid[]) AND r.deleted_at IS NULL ORDER BY name`,
              [ids],
            )
          ).rows
        : [],
  }
}

export type People = ReturnType<typeof findPeople>
