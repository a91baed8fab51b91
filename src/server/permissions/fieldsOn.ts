/**
 * Which fields an actor reads or writes on given records: on each, those of the roles that cover
 * it.
 */
import { isUuid } from '#model/uuid.ts'
import type { ResourceModel } from '#model/types.ts'
import type { Query } from '../database/query.ts'
import { quoteName, sqlValues } from './rowRules.ts'
import type { Access, Narrowed } from './types.ts'

const fieldsOf = (
  access: Access,
  resource: ResourceModel,
  purpose: 'read' | 'write',
): ReadonlySet<string> =>
  purpose === 'read' ? access.readable(resource) : access.writable(resource)

const without = (all: ReadonlySet<string>, groups: readonly Narrowed[]): ReadonlySet<string> =>
  groups.length ? new Set([...all].filter((f) => !groups.some((g) => g.fields.has(f)))) : all

/**
 * Fields open on all of the caller's rows, and so on a record about which nothing else is known.
 */
export const fieldsOnAll = (
  access: Access,
  resource: ResourceModel,
  purpose: 'read' | 'write',
  key?: string,
): ReadonlySet<string> =>
  without(fieldsOf(access, resource, purpose), access.narrowed(resource, purpose, key))

/**
 * Fields open on at least one possible row: those allowed in a new record before its row is known.
 */
export const fieldsOnSome = (
  access: Access,
  resource: ResourceModel,
  purpose: 'read' | 'write',
  key?: string,
): ReadonlySet<string> =>
  without(
    fieldsOf(access, resource, purpose),
    access.narrowed(resource, purpose, key).filter((g) => g.rows('t', sqlValues()) === 'false'),
  )

/**
 * No fields are read on rows outside the actor's: of a record that a rule loads for them, or that
 * another of their roles lets them change.
 */
const unreadRows = (
  access: Access,
  resource: ResourceModel,
  all: ReadonlySet<string>,
): readonly Narrowed[] =>
  access.rows(resource, 't', sqlValues(), 'read') === 'true'
    ? []
    : [{ fields: all, rows: (alias, sql) => access.rows(resource, alias, sql, 'read') }]

/** Fields by record id. */
type FieldsById = (id: string) => ReadonlySet<string>

/**
 * Fields of each record by id, in the trash or not, without those of the `groups` whose rows it is
 * not among. Queries the database only when they differ by row. For an id not in the table, returns
 * only fields open on all rows.
 */
const fieldsOn = async (
  query: Query,
  resource: ResourceModel,
  ids: readonly string[],
  all: ReadonlySet<string>,
  groups: readonly Narrowed[],
): Promise<FieldsById> => {
  if (!groups.length) return () => all
  const least = without(all, groups)
  const wanted = [...new Set(ids)].filter(isUuid)
  if (!wanted.length) return () => least
  const sql = sqlValues()
  const asked = sql.add(wanted)
  const open = groups.map((g) => `coalesce(${g.rows('t', sql)}, false)`).join(', ')
  const { rows } = await query<{ id: string; open: boolean[] }>(
    `select t.id, array[${open}] as open from ${quoteName(resource.table)} t where t.id = any(${asked}::uuid[])`,
    sql.values,
  )
  const known = new Map(
    rows.map((row) => [
      row.id,
      without(
        all,
        groups.filter((_, i) => !row.open[i]),
      ),
    ]),
  )
  return (id) => known.get(id.toLowerCase()) ?? least
}

/**
 * Fields that the caller can read on each record, in the trash or not; none of a record outside
 * their rows.
 */
export const fieldsReadableOn = (
  query: Query,
  access: Access,
  resource: ResourceModel,
  ids: readonly string[],
): Promise<FieldsById> => {
  const all = access.readable(resource)
  const groups = [...access.narrowed(resource, 'read'), ...unreadRows(access, resource, all)]
  return fieldsOn(query, resource, ids, all, groups)
}

/**
 * Fields that the caller can write on each record, in the trash or not, by any writing or by that of
 * `key`. Does not check that the record is among their rows.
 */
export const fieldsWritableOn = (
  query: Query,
  access: Access,
  resource: ResourceModel,
  ids: readonly string[],
  key?: string,
): Promise<FieldsById> =>
  fieldsOn(query, resource, ids, access.writable(resource), access.narrowed(resource, 'write', key))
