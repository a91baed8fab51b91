/**
 * Compiles what an actor may do into one object that every channel asks. Default deny: without a role that
 * grants a key there is no action, no field and no row.
 */
import { actions, grants, isSystemKey, type Grants } from '#schemas/define/permissions.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import { both, either, ruleRows, tenantRows } from './rowRules.ts'
import type { Access, Actor } from './types.ts'

/** One role, compiled as far as it was asked. */
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
// Grants read anew from the database are equal but not identical.
const byText = new Map<string, Role>()

const roleOf = (given: Grants): Role => {
  const known = byObject.get(given)
  if (known) return known
  const text = JSON.stringify(given)
  let role = byText.get(text)
  if (!role) {
    const answers = new Map<string, boolean>()
    role = {
      grants: given,
      fields: new WeakMap(),
      can(key) {
        let answer = answers.get(key)
        if (answer === undefined) {
          answer = grants(given, key)
          // Keys may come from a URL; the memory of answers must not grow with them.
          if (answers.size < 5000) answers.set(key, answer)
        }
        return answer
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
  way: 'read' | 'write',
): ReadonlySet<string> => {
  let sets = role.fields.get(resource)
  if (!sets) role.fields.set(resource, (sets = {}))
  let set = sets[way]
  if (!set) {
    const fields =
      way === 'read'
        ? resource.fields
        : resource.fields.filter((f) => !f.derived && f.kind !== 'state')
    set = new Set(
      fields
        .filter((f) => role.can(`${resource.entity}.field.${f.name}.${way}`))
        .map((f) => f.name),
    )
    sets[way] = set
  }
  return set
}

const NONE: ReadonlySet<string> = new Set()
const merge = (sets: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  sets.length === 1 ? sets[0]! : new Set(sets.flatMap((s) => [...s]))

/** What tenants are refused whatever their roles say. */
const tenantMay = (resource: ResourceModel | undefined, key: string): boolean => {
  if (!resource) return !isSystemKey(key)
  const { scope } = resource
  if (scope === undefined || scope === 'staff') return false
  const [, second = '', , way] = key.split('.')
  const writes = second === 'field' ? way === 'write' : !READING.includes(second)
  return !writes || (typeof scope === 'string' ? scope !== 'shared' : Boolean(scope.paths?.length))
}

const everything: Role = roleOf({ allow: ['*'], deny: [] })

const systemAccess = (actor: Actor): Access => ({
  actor,
  can: () => true,
  readable: (resource) => fieldSet(everything, resource, 'read'),
  writable: (resource) => fieldSet(everything, resource, 'write'),
  rows: () => 'true',
})

const memo = new WeakMap<Model, WeakMap<Actor, Access>>()

/**
 * The rights of an actor. Cheap per request: each role is compiled once, however many actors hold it.
 * Fields of several roles add up; rows of several roles add up too (a role without a row rule sees all rows).
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
  const fieldsOf = (resource: ResourceModel, way: 'read' | 'write'): ReadonlySet<string> => {
    const key = `${resource.entity} ${way}`
    let set = sets.get(key)
    if (!set) {
      set = roles.length ? merge(roles.map((role) => fieldSet(role, resource, way))) : NONE
      if (tenant !== null)
        set = new Set(
          [...set].filter(
            (name) =>
              tenantMay(resource, `${resource.entity}.field.${name}.${way}`) &&
              !hidden(resource).includes(name),
          ),
        )
      sets.set(key, set)
    }
    return set
  }
  return {
    actor,
    can: (key) =>
      roles.some((role) => role.can(key)) &&
      (tenant === null ||
        tenantMay(
          model.resources.find((r) => key.startsWith(`${r.entity}.`)),
          key,
        )),
    readable: (resource) => fieldsOf(resource, 'read'),
    writable: (resource) => fieldsOf(resource, 'write'),
    rows(resource, alias, sql, purpose, key) {
      const keys = key === undefined ? keysFor(resource, purpose) : [key]
      const granting = roles.filter((role) => keys.some((k) => role.can(k)))
      const rules = granting.map((role) => role.grants.rows?.[resource.entity])
      if (!rules.length) return 'false'
      const byRole = rules.includes(undefined)
        ? 'true'
        : either(
            rules
              .map((rule) => ruleRows(model, resource, alias, rule, sql))
              .map((s) => (s.includes(' and ') ? `(${s})` : s)),
          )
      return byRole === 'false' || tenant === null
        ? byRole
        : both(byRole, tenantRows(model, resource, alias, tenant, sql, purpose))
    },
  }
}

const hidden = (resource: ResourceModel): readonly string[] =>
  typeof resource.scope === 'object' ? (resource.scope.hide ?? []) : []

/** The rights of a rule that writes other records on somebody's behalf: everything, in the name of that person. */
export const onBehalfOf = (actor: Actor): Access =>
  systemAccess({ ...actor, kind: 'system', tenant: null })

/** Whether a person was let in: with a role, though it may grant nothing. Who registered and waits has none. */
export const isLetIn = ({ actor }: Access): boolean =>
  actor.kind === 'system' || actor.grants.length > 0

/** The actor that jobs and start-up write as. */
export const systemActor: Actor = {
  kind: 'system',
  accountId: null,
  personId: null,
  name: null,
  tenant: null,
  roleIds: [],
  grants: [],
}
