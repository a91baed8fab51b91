/** Row conditions as SQL: tenant scopes and the row rules of roles. */
import { isMasked, traits } from '#schemas/define/kinds.ts'
import { isRowWord, ME, type RowWord } from '#schemas/define/rowWords.ts'
import { snake } from '#model/columns.ts'
import { parseScalar } from '#model/filterValue.ts'
import { holdsPeople } from '#model/people.ts'
import { fieldOf, isRef } from '#model/standard.ts'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'
import type { Actor, SqlValues } from './types.ts'

/** Values of one statement, in placeholder order, after the first ones. */
export const sqlValues = (...values: unknown[]): SqlValues => ({
  values,
  add: (value) => `$${values.push(value)}`,
})

/** Quoted name of a table or column. Names come only from the model, never from a request. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const both = (a: string, b: string): string => {
  if (a === 'false' || b === 'false') return 'false'
  if (a === 'true') return b
  return b === 'true' ? a : `${a} and ${b}`
}
export const either = (list: readonly string[]): string => {
  if (list.includes('true')) return 'true'
  const some = [...new Set(list.filter((s) => s !== 'false'))]
  return some.length > 1 ? `(${some.join(' or ')})` : (some[0] ?? 'false')
}

const target = (model: Model, field: FieldModel | undefined): ResourceModel | undefined =>
  field && isRef(field) ? model.resources.find((r) => r.collection === field.ref) : undefined

/** Rows of a resource under an alias of a statement, and the statement's values. */
export interface RowSource {
  readonly model: Model
  readonly resource: ResourceModel
  readonly alias: string
  readonly sql: SqlValues
}

/** A column of such rows that a rule compares. */
interface Compared {
  readonly column: string
  readonly field: FieldModel
}

// Statement texts must repeat to stay prepared, so aliases depend on depth, not on a counter.
const inner = (alias: string): string => `${alias}_s`

/**
 * Follows `hotel.vendor` from rows under `alias` and compares the last field's value. An invalid
 * path matches no rows.
 */
const along = (
  source: RowSource,
  path: readonly string[],
  compare: (compared: Compared) => string,
): string => {
  const { model, resource, alias } = source
  const [first, ...rest] = path
  const field = first === undefined ? undefined : fieldOf(resource, first)
  if (!field) return 'false'
  const column = `${alias}.${quoteName(snake(field.name))}`
  if (!rest.length) return compare({ column, field })
  const next = target(model, field)
  if (!next) return 'false'
  const deeper = inner(alias)
  const condition = along({ ...source, resource: next, alias: deeper }, rest, compare)
  if (condition === 'false') return 'false'
  const from = `from ${quoteName(next.table)} ${deeper} where ${condition}`
  // With `exists`, the planner can choose per path whether to look up each row or all targets at
  // once; `in` leaves it no choice.
  return `exists (select 1 ${from} and ${deeper}.id = ${field.kind === 'refs' ? `any(${column})` : column})`
}

/** Rows that staff of a tenant can read or write. */
export const tenantRows = (
  source: RowSource,
  tenant: string,
  purpose: 'read' | 'write',
): string => {
  const { resource, alias, sql } = source
  const { scope } = resource
  if (scope === undefined || scope === 'staff') return 'false'
  if (scope === 'shared') return purpose === 'read' ? 'true' : 'false'
  if (scope === 'id') return `${alias}.id = ${sql.add(tenant)}`
  if (typeof scope === 'string') {
    return along(source, scope.split('.'), ({ column, field }) =>
      field.kind === 'refs'
        ? `${column} @> array[${sql.add(tenant)}]::uuid[]`
        : `${column} = ${sql.add(tenant)}`,
    )
  }
  const pathTo = (path: string): string =>
    tenantRows({ ...source, resource: { ...resource, scope: path } }, tenant, purpose)
  const stateIs = (states: readonly string[]): string =>
    `${alias}."state" = any(${sql.add(states)})`
  // A tenant can only read rows that it shares with others.
  const shared =
    purpose === 'read'
      ? [
          ...(scope.usedBy ?? []).map((use) => usedBy(source, tenant, use)),
          ...(scope.states ? [stateIs(scope.states)] : []),
        ]
      : []
  const own = either([...(scope.paths ?? []).map(pathTo), ...shared])
  return own === 'false'
    ? own
    : Object.entries(scope.only ?? {}).reduce(
        (all, [name, values]) =>
          both(all, `${alias}.${quoteName(snake(name))} = any(${sql.add(values)})`),
        own,
      )
}

/** The resource and field of a use (`bookings.customer`) of a resource; undefined if it is none. */
const userOf = (
  model: Model,
  resource: ResourceModel,
  use: string,
): { readonly user: ResourceModel; readonly field: FieldModel } | undefined => {
  const [collection, name] = use.split('.')
  const user = model.resources.find((r) => r.collection === collection)
  const field = user?.fields.find((f) => f.name === name)
  // The user's own scope must be a path; otherwise cyclic uses would recurse forever.
  return user && field && field.ref === resource.collection && typeof user.scope === 'string'
    ? { user, field }
    : undefined
}

/**
 * True if what a field of a tenant's own live row refers to is always within `tenantRows` for
 * reading: its scope shares what is used there, or is the rest of the path that made the row the
 * tenant's.
 */
export const isSharedBy = (
  model: Model,
  resource: ResourceModel,
  source: ResourceModel,
  field: FieldModel,
): boolean => {
  const { scope } = resource
  if (field.ref !== resource.collection || typeof source.scope !== 'string') return false
  if (typeof scope === 'string') {
    return field.kind === 'ref' && source.scope === `${field.name}.${scope}`
  }
  const use = `${source.collection}.${field.name}`
  return !!scope?.usedBy?.includes(use) && !scope.only && !!userOf(model, resource, use)
}

/** Rows referenced by a tenant's own rows of another collection (`bookings.customer`). */
const usedBy = (source: RowSource, tenant: string, use: string): string => {
  const { model, resource, alias } = source
  const found = userOf(model, resource, use)
  if (!found) return 'false'
  const { user, field } = found
  const deeper = `${alias}_u`
  const own = tenantRows({ ...source, resource: user, alias: deeper }, tenant, 'read')
  if (own === 'false') return 'false'
  const column = `${deeper}.${quoteName(snake(field.name))}`
  const names =
    field.kind === 'refs' ? `${column} @> array[${alias}.id]` : `${column} = ${alias}.id`
  // Not `in`: the titles of one page would read every row of the tenant.
  return `exists (select 1 from ${quoteName(user.table)} ${deeper} where ${names} and ${both(own, `${deeper}.deleted_at is null`)})`
}

/** Whose rows a rule is about: the words of a rule depend on the person. */
export type Asker = Pick<Actor, 'personId' | 'roleIds' | 'tenant'>

/** Condition for rows whose person, or one of whose people, the word means. */
const wordRows = (
  { model, sql }: RowSource,
  { column, field }: Compared,
  word: RowWord,
  { personId, roleIds, tenant }: Asker,
): string => {
  if (personId === null || !holdsPeople(model, field)) return 'false'
  const many = field.kind === 'refs'
  if (word === ME) {
    return many ? `${sql.add(personId)}::uuid = any(${column})` : `${column} = ${sql.add(personId)}`
  }
  const people = model.resources.find((r) => r.person)
  if (!people?.person || !roleIds.length) return 'false'
  const { roles, tenant: employer } = people.person
  // Those who left are in the trash and stay part of the team: their rows still need somebody.
  return `exists (select 1 from ${quoteName(people.table)} mate where mate.id = ${many ? `any(${column})` : column} and mate.${quoteName(snake(roles))} && ${sql.add(roleIds)}::uuid[] and mate.${quoteName(snake(employer))} is not distinct from ${sql.add(tenant)}::uuid)`
}

const matches = (source: RowSource, compared: Compared, wanted: unknown, asker: Asker): string => {
  const { column, field } = compared
  if (wanted === null) return `${column} is null`
  const { storage } = traits(field.kind)
  if (storage === 'jsonb' || storage === 'money' || isMasked(field)) return 'false'
  const list: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted]
  const words = holdsPeople(source.model, field) ? list.filter(isRowWord) : []
  const rest = list.filter((value) => !words.some((word) => word === value))
  const some = words.map((word) => wordRows(source, compared, word, asker))
  return either([
    ...some,
    ...(rest.length || !words.length ? [isOneOf(compared, rest, source.sql)] : []),
  ])
}

const isOneOf = ({ column, field }: Compared, list: readonly unknown[], sql: SqlValues): string => {
  const { storage } = traits(field.kind)
  const values = list.map((v) => parseScalar(field, 'eq', String(v)))
  if (!values.length || values.some((v) => v === undefined)) return 'false'
  if (storage === 'uuid[]' || storage === 'text[]') {
    return `${column} && ${sql.add(values)}::${storage}`
  }
  return values.length === 1
    ? `${column} = ${sql.add(values[0])}`
    : `${column} = any(${sql.add(values)})`
}

/**
 * Rows that match a role's rule `{ field: value }`: all fields must match, a list means any of its
 * values, and a path follows references. `ME` and `TEAM` mean people. An invalid rule matches
 * no rows.
 */
export const ruleRows = (source: RowSource, rule: unknown, asker: Asker): string => {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return 'false'
  const entries = Object.entries(rule)
  if (!entries.length) return 'false'
  return entries.reduce(
    (all, [path, wanted]) =>
      both(
        all,
        along(source, path.split('.'), (compared) => matches(source, compared, wanted, asker)),
      ),
    'true',
  )
}
