/**
 * Compiles an actor's permissions into one object used by every channel. Deny by default: without a
 * role that grants a key there is no action, field or row.
 */
import { historyKey } from '#schemas/define/historyKey.ts'
import { MANAGE_TAGS, TAG } from '#schemas/define/tagName.ts'
import { noteKey } from '#schemas/define/noteKey.ts'
import { actions, grants, isSystemKey, type Grants } from '#schemas/define/permissions.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import { both, either, isSharedBy, ruleRows, tenantRows, type RowSource } from './rowRules.ts'
import type { Access, Actor, Narrowed } from './types.ts'

/** One role, compiled lazily. */
interface Role {
  readonly grants: Grants
  can(key: string): boolean
  readonly fields: WeakMap<
    ResourceModel,
    { read?: ReadonlySet<string>; write?: ReadonlySet<string> }
  >
}

const MAX_ROLES = 500
const byObject = new WeakMap<Grants, Role>()
// Grants loaded again from the database are equal but not identical.
const byText = new Map<string, Role>()

const roleOf = (given: Grants): Role => {
  const known = byObject.get(given)
  if (known) return known
  const text = JSON.stringify(given)
  let role = byText.get(text)
  if (!role) {
    const decisions = new Map<string, boolean>()
    role = {
      grants: given,
      fields: new WeakMap(),
      can(key) {
        let granted = decisions.get(key)
        if (granted === undefined) {
          granted = grants(given, key)
          // Keys may come from a URL, so the cache has a limit.
          if (decisions.size < 5000) decisions.set(key, granted)
        }
        return granted
      },
    }
    if (byText.size >= MAX_ROLES) byText.delete(byText.keys().next().value!)
    byText.set(text, role)
  }
  byObject.set(given, role)
  return role
}

const READING: readonly string[] = ['list', 'read', 'export']

const keysFor = (resource: ResourceModel, purpose: 'read' | 'write'): string[] =>
  purpose === 'read'
    ? READING.map((a) => `${resource.entity}.${a}`)
    : [
        ...actions.filter((a) => !READING.includes(a)).map((a) => `${resource.entity}.${a}`),
        ...resource.actions.map((a) => `${resource.entity}.${a.name}`),
        ...resource.states.map((s) => `${resource.entity}.transition.${s.value}`),
      ]

const fieldSet = (
  role: Role,
  resource: ResourceModel,
  purpose: 'read' | 'write',
): ReadonlySet<string> => {
  let sets = role.fields.get(resource)
  if (!sets) role.fields.set(resource, (sets = {}))
  let set = sets[purpose]
  if (!set) {
    const fields =
      purpose === 'read'
        ? resource.fields
        : resource.fields.filter((f) => !f.derived && f.kind !== 'state')
    set = new Set(
      fields
        .filter((f) => role.can(`${resource.entity}.field.${f.name}.${purpose}`))
        .map((f) => f.name),
    )
    sets[purpose] = set
  }
  return set
}

const NONE: ReadonlySet<string> = new Set()
const merge = (sets: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  sets.length === 1 ? sets[0]! : new Set(sets.flatMap((s) => [...s]))

const grantingAny = (roles: readonly Role[], keys: readonly string[]): readonly Role[] =>
  roles.filter((role) => keys.some((key) => role.can(key)))

/** Rows of any of the roles, as SQL. */
const rowsOfRoles = (source: RowSource, roles: readonly Role[], actor: Actor): string => {
  const { resource } = source
  const rules = roles.map((role) => role.grants.rows?.[resource.entity])
  if (!rules.length) return 'false'
  if (rules.includes(undefined)) return 'true'
  return either(
    rules
      .map((rule) => ruleRows(source, rule, actor))
      .map((s) => (s.includes(' and ') ? `(${s})` : s)),
  )
}

const ALL_ROWS = ''
/** Text that identifies a role's row rule. */
const ruleText = (role: Role, resource: ResourceModel): string => {
  const rule = role.grants.rows?.[resource.entity]
  return rule === undefined ? ALL_ROWS : JSON.stringify(rule)
}

/**
 * Fields granted on fewer rows than the actor has, grouped by the row rules of the roles granting
 * them.
 */
const narrowing = (
  resource: ResourceModel,
  purpose: 'read' | 'write',
  roles: readonly Role[],
  fields: Iterable<string>,
): readonly { readonly roles: readonly Role[]; readonly fields: ReadonlySet<string> }[] => {
  const all = new Set(roles.map((role) => ruleText(role, resource)))
  const groups = new Map<string, { roles: readonly Role[]; fields: Set<string> }>()
  for (const name of fields) {
    const own = roles.filter((role) => fieldSet(role, resource, purpose).has(name))
    const rules = new Set(own.map((role) => ruleText(role, resource)))
    if (rules.has(ALL_ROWS) || (own.length && rules.size === all.size)) continue
    const key = JSON.stringify([...rules].sort())
    const group = groups.get(key) ?? { roles: own, fields: new Set() }
    groups.set(key, group)
    group.fields.add(name)
  }
  return [...groups.values()]
}

const TAGGING: readonly string[] = [TAG, MANAGE_TAGS]

/** False for keys that tenants never get, whatever their roles grant. */
const tenantMay = (resource: ResourceModel | undefined, key: string): boolean => {
  if (!resource) return !isSystemKey(key)
  if (key === historyKey(resource.entity)) return false
  const { scope } = resource
  if (scope === undefined || scope === 'staff') return false
  // Whoever cannot see the tags could find them out by changing them.
  if (TAGGING.some((action) => key === `${resource.entity}.${action}`)) return false
  // A note is not part of the record: it can be written wherever the record can be read.
  if (key === noteKey(resource.entity)) return true
  const [, second = '', , purpose] = key.split('.')
  const writes = second === 'field' ? purpose === 'write' : !READING.includes(second)
  return !writes || (typeof scope === 'string' ? scope !== 'shared' : Boolean(scope.paths?.length))
}

const everything: Role = roleOf({ allow: ['*'], deny: [] })

const systemAccess = (actor: Actor): Access => ({
  actor,
  can: () => true,
  readable: (resource) => fieldSet(everything, resource, 'read'),
  writable: (resource) => fieldSet(everything, resource, 'write'),
  narrowed: () => [],
  rows: () => 'true',
  rowsUsed: () => 'true',
})

const memo = new WeakMap<Model, WeakMap<Actor, Access>>()

/**
 * The permissions of an actor. Cheap per request: each role is compiled once for all its actors.
 * Several roles add up row by row: a row opens the fields of the roles that cover it (a role
 * without a row rule covers all rows). So two roles together never show what neither shows alone.
 */
export const compileAccess = (model: Model, actor: Actor): Access => {
  let known = memo.get(model)
  if (!known) memo.set(model, (known = new WeakMap()))
  let access = known.get(actor)
  if (!access) known.set(actor, (access = compile(model, actor)))
  return access
}

const compile = (model: Model, actor: Actor): Access => {
  if (actor.kind === 'system') return systemAccess(actor)
  const roles = actor.grants.map(roleOf)
  const { tenant } = actor
  const sets = new Map<string, ReadonlySet<string>>()
  const fieldsOf = (resource: ResourceModel, purpose: 'read' | 'write'): ReadonlySet<string> => {
    const key = `${resource.entity} ${purpose}`
    let set = sets.get(key)
    if (!set) {
      // With several roles, one that grants no rows opens no field on another role's rows.
      const granting = roles.length > 1 ? grantingAny(roles, keysFor(resource, purpose)) : roles
      set = granting.length
        ? merge(granting.map((role) => fieldSet(role, resource, purpose)))
        : NONE
      if (tenant !== null) {
        set = new Set(
          [...set].filter(
            (name) =>
              tenantMay(resource, `${resource.entity}.field.${name}.${purpose}`) &&
              !hidden(resource).includes(name),
          ),
        )
      }
      sets.set(key, set)
    }
    return set
  }
  const narrowings = new Map<string, readonly Narrowed[]>()
  const narrowed: Access['narrowed'] = (resource, purpose, key) => {
    if (roles.length < 2) return []
    const named = `${resource.entity} ${purpose} ${key ?? ''}`
    let found = narrowings.get(named)
    if (!found) {
      const keys = purpose === 'read' || key === undefined ? keysFor(resource, purpose) : [key]
      const granting = grantingAny(roles, keys)
      found = narrowing(resource, purpose, granting, fieldsOf(resource, purpose)).map((group) => ({
        fields: group.fields,
        rows: (alias, sql) => rowsOfRoles({ model, resource, alias, sql }, group.roles, actor),
      }))
      narrowings.set(named, found)
    }
    return found
  }
  const rows: Access['rows'] = (resource, alias, sql, purpose, key) => {
    const keys = key === undefined ? keysFor(resource, purpose) : [key]
    const source = { model, resource, alias, sql }
    const byRole = rowsOfRoles(source, grantingAny(roles, keys), actor)
    return byRole === 'false' || tenant === null
      ? byRole
      : both(byRole, tenantRows(source, tenant, purpose))
  }
  return {
    actor,
    narrowed,
    can: (key) =>
      roles.some((role) => role.can(key)) &&
      (tenant === null ||
        tenantMay(
          model.resources.find((r) => key.startsWith(`${r.entity}.`)),
          key,
        )),
    readable: (resource) => fieldsOf(resource, 'read'),
    writable: (resource) => fieldsOf(resource, 'write'),
    rows,
    rowsUsed(resource, alias, sql, source, fields) {
      if (!fields.every((field) => isSharedBy(model, resource, source, field))) {
        return rows(resource, alias, sql, 'read')
      }
      const granting = grantingAny(roles, keysFor(resource, 'read'))
      return rowsOfRoles({ model, resource, alias, sql }, granting, actor)
    },
  }
}

/** Fields hidden from every tenant: tags are the remarks of our own staff. */
const hidden = ({ scope, taggable }: ResourceModel): readonly string[] => [
  ...(typeof scope === 'object' ? (scope.hide ?? []) : []),
  ...(taggable === undefined ? [] : [taggable]),
]

/**
 * Access for a rule that writes other records on somebody's behalf: all permissions, in that
 * person's name.
 */
export const onBehalfOf = (actor: Actor): Access =>
  systemAccess({ ...actor, kind: 'system', tenant: null })

/**
 * True when the person has a role, even one that grants nothing. People waiting for approval have
 * none.
 */
export const isLetIn = ({ actor }: Access): boolean =>
  actor.kind === 'system' || actor.grants.length > 0

/** The actor that jobs and start-up code write as. */
export const systemActor: Actor = {
  kind: 'system',
  accountId: null,
  personId: null,
  name: null,
  tenant: null,
  roleIds: [],
  grants: [],
}
