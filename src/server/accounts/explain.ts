/** Explains an access decision: the result of the access rules, split into its reasons. */
import { grants, isSystemKey, keysOf, type Grants } from '#schemas/define/permissions.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import {
  columnOf,
  findPeople,
  peopleModel,
  standingOf,
  type PeopleModel,
  type PersonRow,
} from '../permissions/people.ts'
import { heldKeys } from './me.ts'
import type { Query } from '../database/query.ts'
import { compileAccess } from '../permissions/access.ts'
import { quoteName, ruleRows, sqlValues, tenantRows } from '../permissions/rowRules.ts'
import type { Access, Actor, SqlValues } from '../permissions/types.ts'

/** What one role says about a key and the rows it covers. */
export interface RoleReason {
  readonly id: string
  readonly name: string
  /** `silent`: no pattern of the role matches the key. */
  readonly effect: 'allows' | 'denies' | 'silent'
  /** The pattern that decides. */
  readonly pattern: string | null
  /** The role's row rule for the entity; null = all rows. */
  readonly rows: unknown
  /** Whether the record matches that rule; null without a record or a rule. */
  readonly rowsMet: boolean | null
}

export interface Explanation {
  readonly allowed: boolean
  readonly key: string
  /** Active, waiting for approval, or ended. */
  readonly standing: 'active' | 'waiting' | 'ended'
  readonly roles: readonly RoleReason[]
  /**
   * For staff of a tenant: whether the entity, key and record are open to them; null for own staff.
   */
  readonly tenant: {
    readonly id: string
    readonly entity: boolean
    readonly key: boolean
    readonly row: boolean | null
  } | null
  /** Whether the record is among the rows of the key; null without a record. */
  readonly row: boolean | null
}

const purposeOf = (key: string): 'read' | 'write' =>
  /\.(list|read|export)$/.test(key) ? 'read' : 'write'

const verdict = (given: Grants, key: string): Pick<RoleReason, 'effect' | 'pattern'> => {
  const denies = given.deny.find((p) => !grants({ allow: [key], deny: [p] }, key)) ?? null
  const allows = given.allow.find((p) => grants({ allow: [p], deny: [] }, key)) ?? null
  if (allows === null || (denies === null && !grants(given, key))) {
    return { effect: 'silent', pattern: null }
  }
  return denies === null
    ? { effect: 'allows', pattern: allows }
    : { effect: 'denies', pattern: denies }
}

/** The resource a key belongs to; undefined for system keys. */
export const resourceOfKey = (model: Model, key: string): ResourceModel | undefined =>
  model.resources.find((r) => key.startsWith(`${r.entity}.`) && keysOf(r).includes(key))

/** True when the key exists. */
export const isKey = (model: Model, key: string): boolean =>
  isSystemKey(key) || resourceOfKey(model, key) !== undefined

/** The key whose row rules apply to a field's or action's records. */
const rowKey = (key: string): string => {
  const [entity = '', second, , access] = key.split('.')
  return second === 'field' ? `${entity}.${access === 'read' ? 'read' : 'update'}` : key
}

/** For a field key: the rows of the roles that grant it, as SQL; otherwise `true`. */
const fieldRows = (
  access: Access,
  resource: ResourceModel,
  key: string,
  sql: SqlValues,
): string => {
  const [, second, field = '', right] = key.split('.')
  if (second !== 'field') return 'true'
  const purpose = right === 'read' ? 'read' : 'write'
  const group = access.narrowed(resource, purpose, rowKey(key)).find((g) => g.fields.has(field))
  return group ? group.rows('t', sql) : 'true'
}

/** Whether the record in question meets a condition on the row `t`. */
type RowCheck = (condition: (sql: SqlValues) => string) => Promise<boolean>

interface CheckedRecord {
  readonly resource: ResourceModel
  readonly meets: RowCheck
}

const checkedRecord = (query: Query, resource: ResourceModel, id: string): CheckedRecord => ({
  resource,
  async meets(condition) {
    const sql = sqlValues()
    const where = condition(sql)
    const { rows } = await query(
      `select 1 from ${quoteName(resource.table)} t where t.id = ${sql.add(id)} and (${where})`,
      sql.values as unknown[],
    )
    return rows.length > 0
  },
})

interface Role {
  readonly id: string
  readonly name: string
  readonly grants: Grants
}

const rolesOf = async (
  query: Query,
  { roles, grants: given }: PeopleModel,
  { roleIds }: PersonRow,
): Promise<Role[]> =>
  (
    await query<Role>(
      `select id, ${columnOf(roles.title)} as name, ${columnOf(given)} as grants from ${quoteName(roles.table)} where id = any($1::uuid[]) and deleted_at is null order by name`,
      [roleIds],
    )
  ).rows

/** What being staff of a tenant means for the key and the record; null for own staff. */
const tenantReason = async (
  model: Model,
  actor: Actor,
  key: string,
  record: CheckedRecord | undefined,
): Promise<Explanation['tenant']> => {
  const { tenant } = actor
  if (tenant === null) return null
  const scope = resourceOfKey(model, key)?.scope
  return {
    id: tenant,
    entity: scope !== undefined && scope !== 'staff',
    key: heldKeys(model, { ...actor, grants: [{ allow: ['*'], deny: [] }] }).includes(key),
    row: record
      ? await record.meets((sql) =>
          tenantRows({ model, resource: record.resource, alias: 't', sql }, tenant, purposeOf(key)),
        )
      : null,
  }
}

/**
 * Explains a key for a person, and with `recordId` for that record. The verdict comes from the
 * compiled access; the reasons are its inputs. Returns undefined when the person does not exist.
 */
export const explain = async (
  query: Query,
  model: Model,
  asked: { readonly person: string; readonly key: string; readonly recordId?: string },
): Promise<(Explanation & { readonly person: PersonRow }) | undefined> => {
  const declared = peopleModel(model)
  const person = await findPeople(declared, query).byId(asked.person)
  if (!person) return undefined
  const { key, recordId } = asked
  const roles = await rolesOf(query, declared, person)
  const standing = standingOf(declared, person.state)
  const actor: Actor = {
    kind: 'person',
    accountId: null,
    personId: person.id,
    name: person.name,
    tenant: person.tenant,
    roleIds: person.roleIds,
    grants: standing === 'active' ? roles.map((r) => r.grants) : [],
  }
  const access = compileAccess(model, actor)
  const resource = resourceOfKey(model, key)
  const record =
    resource && recordId !== undefined ? checkedRecord(query, resource, recordId) : undefined
  const row = record
    ? await record.meets((sql) => {
        const rows = access.rows(record.resource, 't', sql, purposeOf(key), rowKey(key))
        // Both conditions always appear in the text, because each parameter must be used.
        return `(${rows}) and (${fieldRows(access, record.resource, key, sql)})`
      })
    : null
  const reasons = await Promise.all(
    roles.map(async (role): Promise<RoleReason> => {
      const rule = resource ? (role.grants.rows?.[resource.entity] ?? null) : null
      return {
        id: role.id,
        name: role.name,
        ...verdict(role.grants, key),
        rows: rule,
        rowsMet:
          record && rule !== null
            ? await record.meets((sql) =>
                ruleRows({ model, resource: record.resource, alias: 't', sql }, rule, actor),
              )
            : null,
      }
    }),
  )
  return {
    person,
    key,
    standing,
    roles: reasons,
    row,
    allowed: heldKeys(model, actor).includes(key) && row !== false,
    tenant: await tenantReason(model, actor, key, record),
  }
}
