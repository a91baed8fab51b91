/** Whose records a metric's days are kept for: everybody's, and those of each tenant. */
import { snake } from '#model/columns.ts'
import { fieldOf } from '#model/standard.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import { quoteName, sqlValues, tenantRows } from '../../permissions/rowRules.ts'
import type { Access } from '../../permissions/types.ts'
import { column, literal, table } from '../../store/read/statement.ts'
import type { Declared } from '../declared.ts'

/** Scope of the days that count all records. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000'

const targetOf = (
  model: Model,
  resource: ResourceModel,
  name: string,
): ResourceModel | undefined => {
  const found = fieldOf(resource, name)
  return found?.kind === 'ref' ? model.resources.find((r) => r.collection === found.ref) : undefined
}

/** The tenant at the end of a path of single references, as SQL; undefined where there is none, or several. */
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

/** A change of `fields` of the entity `entity` changes whose a record is: of the records that `via` points at, or nobody knows of which. */
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

/** Whose each record is: `one` tenant's id or an array of several with doubles and nulls, as SQL under `t`; which of its own fields say so, and what else that depends on. Undefined where it cannot be said. */
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

/** `true` where the caller's compiled rule lets all rows through, the tenant where it is the tenant's own rows and nothing else; undefined for any other rule. */
const ruleOf =
  (model: Model, access: Access, key?: (resource: ResourceModel) => string): Rows =>
  (resource) => {
    const [mine, theirs] = [sqlValues(), sqlValues()]
    // Sums that are kept by day hold the fields of all records.
    if (access.narrowed(resource, 'read').length) return undefined
    const rule = access.rows(resource, 't', mine, 'read', key?.(resource))
    const { tenant } = access.actor
    if (rule === 'true') return 'true'
    return tenant !== null &&
      rule === tenantRows(model, resource, 't', tenant, theirs, 'read') &&
      JSON.stringify(mine.values) === JSON.stringify(theirs.values)
      ? tenant
      : undefined
  }

/** Of whose days the caller's metric is the sum: `EVERYBODY`, their tenant, or undefined where their rule says something else and the records must be counted. */
export const scopeOf = (
  model: Model,
  access: Access,
  { resource, metric }: Declared,
): string | undefined => {
  const rule = ruleOf(model, access, (r) => `${r.entity}.list`)(resource)
  if (rule === undefined || (rule !== 'true' && !tenantsOf(model, resource))) return undefined
  const seen = ruleOf(model, access)
  // What stands behind a path must be theirs to see wherever the record is.
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
  return behind ? (rule === 'true' ? EVERYBODY : rule) : undefined
}
