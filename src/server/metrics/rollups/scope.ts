/** Scopes of rollups: all records, and those of each tenant. */
import { snake } from '#model/columns.ts'
import { fieldOf } from '#model/standard.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import { quoteName, sqlValues, tenantRows } from '../../permissions/rowRules.ts'
import type { Access } from '../../permissions/types.ts'
import { column, literal, table } from '../../store/read/statement.ts'
import type { Declared } from '../declared.ts'

/** Scope of the rollups over all records. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000'

const targetOf = (
  model: Model,
  resource: ResourceModel,
  name: string,
): ResourceModel | undefined => {
  const found = fieldOf(resource, name)
  return found?.kind === 'ref' ? model.resources.find((r) => r.collection === found.ref) : undefined
}

/**
 * Returns SQL of the tenant at the end of a path of single references; undefined if there is none,
 * or several.
 */
const tenantAt = (
  model: Model,
  resource: ResourceModel,
  alias: string,
  path: string,
): string | undefined => {
  const [first = '', ...rest] = path.split('.')
  const found = fieldOf(resource, first)
  if (found?.kind !== 'ref') return undefined
  if (!rest.length) return column(alias, found)
  const next = targetOf(model, resource, first)
  const deeper = `${alias}_s`
  const value = next && tenantAt(model, next, deeper, rest.join('.'))
  return (
    value &&
    `(select ${value} from ${table(next)} ${deeper} where ${deeper}.id = ${column(alias, found)})`
  )
}

/**
 * A change of `fields` of this resource changes the tenant of other records: those that `via`
 * refers to, or unknown ones without it.
 */
export interface Dependence {
  readonly resource: ResourceModel
  readonly fields: readonly string[]
  readonly via?: string
}

const alongPath = (model: Model, resource: ResourceModel, path: string): Dependence[] => {
  const [first = '', ...rest] = path.split('.')
  const next = targetOf(model, resource, first)
  return next && rest.length
    ? [{ resource: next, fields: [rest[0]!] }, ...alongPath(model, next, rest.join('.'))]
    : []
}

/**
 * The tenants of each record: the id of `one` tenant or an array of several (`many`) with
 * duplicates and nulls, as SQL with the alias `t`; the record's own fields they depend on, and
 * other dependences. Undefined if it cannot be determined.
 */
export interface Tenants {
  readonly one?: string
  readonly many?: string
  readonly own: readonly string[]
  readonly on: readonly Dependence[]
}

export const tenantsOf = (model: Model, resource: ResourceModel): Tenants | undefined => {
  const { scope } = resource
  if (scope === undefined || scope === 'staff' || scope === 'shared') return undefined
  if (scope === 'id') return { one: 't.id', own: [], on: [] }
  if (typeof scope === 'string') {
    const one = tenantAt(model, resource, 't', scope)
    return one
      ? { one, own: [scope.split('.')[0]!], on: alongPath(model, resource, scope) }
      : undefined
  }
  if (scope.states) return undefined
  const paths = (scope.paths ?? []).map((path) => tenantAt(model, resource, 't', path))
  const uses = (scope.usedBy ?? []).map((use): { sql: string; on: Dependence[] } | undefined => {
    const [collection, name = ''] = use.split('.')
    const user = model.resources.find((r) => r.collection === collection)
    const tenant =
      user && typeof user.scope === 'string' ? tenantAt(model, user, 't_u', user.scope) : undefined
    if (!user || !tenant || fieldOf(user, name)?.kind !== 'ref') return undefined
    return {
      sql: `array(select ${tenant} from ${table(user)} t_u where t_u.${quoteName(snake(name))} = t.id and t_u.deleted_at is null)`,
      on: [
        { resource: user, fields: [name, String(user.scope).split('.')[0]!], via: name },
        ...alongPath(model, user, String(user.scope)),
      ],
    }
  })
  if (paths.includes(undefined) || uses.includes(undefined)) return undefined
  const all = [
    ...(paths.length ? [`array[${paths.join(', ')}]`] : []),
    ...uses.map((u) => u!.sql),
  ].join(' || ')
  const only = Object.entries(scope.only ?? {})
    .map(([name, values]) => `t.${quoteName(snake(name))} in (${values.map(literal).join(', ')})`)
    .join(' and ')
  if (!all) return undefined
  return {
    many: only ? `case when ${only} then ${all} else array[]::uuid[] end` : all,
    own: [
      ...(scope.paths ?? []).map((path) => path.split('.')[0]!),
      ...Object.keys(scope.only ?? {}),
    ],
    on: [
      ...(scope.paths ?? []).flatMap((path) => alongPath(model, resource, path)),
      ...uses.flatMap((u) => u!.on),
    ],
  }
}

type Rows = (resource: ResourceModel) => string | undefined

/**
 * Returns `true` if the caller's compiled rule allows all rows, the tenant if it allows exactly the
 * tenant's rows; undefined for any other rule.
 */
const ruleOf =
  (model: Model, access: Access, key?: (resource: ResourceModel) => string): Rows =>
  (resource) => {
    const [mine, theirs] = [sqlValues(), sqlValues()]
    // Daily rollups are computed from the fields of all records.
    if (access.narrowed(resource, 'read').length) return undefined
    const rule = access.rows(resource, 't', mine, 'read', key?.(resource))
    const { tenant } = access.actor
    if (rule === 'true') return 'true'
    return tenant !== null &&
      rule === tenantRows({ model, resource, alias: 't', sql: theirs }, tenant, 'read') &&
      JSON.stringify(mine.values) === JSON.stringify(theirs.values)
      ? tenant
      : undefined
  }

/**
 * Returns the scope whose rollups match the caller's metric: `EVERYBODY`, their tenant, or
 * undefined if they have another row rule and the records must be counted.
 */
export const scopeOf = (
  model: Model,
  access: Access,
  { resource, metric }: Declared,
): string | undefined => {
  const rule = ruleOf(model, access, (r) => `${r.entity}.list`)(resource)
  if (rule === undefined || (rule !== 'true' && !tenantsOf(model, resource))) return undefined
  const seen = ruleOf(model, access)
  // Values behind a path must be visible to the caller for every record.
  const behind = Object.keys(metric.where ?? {})
    .filter((path) => path.includes('.'))
    .every((path) => {
      const [first = ''] = path.split('.')
      const target = targetOf(model, resource, first)
      const theirs = target && seen(target)
      return (
        theirs === 'true' ||
        (theirs !== undefined &&
          theirs === rule &&
          typeof target?.scope === 'string' &&
          resource.scope === `${first}.${target.scope}`)
      )
    })
  if (!behind) return undefined
  return rule === 'true' ? EVERYBODY : rule
}
