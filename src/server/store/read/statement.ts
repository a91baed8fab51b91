/** Shared parts of generated statements. */
import type { Kind, Storage } from '#schemas/define/kinds.ts'
import { traits } from '#schemas/define/kinds.ts'
import { columnsOf, snake } from '#model/columns.ts'
import type { Allowed } from '#model/filterUrl.ts'
import { isStandard, standardFields } from '#model/standard.ts'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'
import type { Query, QueryText } from '../../database/query.ts'
import { quoteName, sqlValues } from '../../permissions/rowRules.ts'
import type { Access, Narrowed, SqlValues } from '../../permissions/types.ts'
import { Problem } from '../../base/problem.ts'

/** A statement in the driver's form. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

/** What reads need from the database; `Database` and `Tx` fit. */
export interface Queryable {
  query<T>(statement: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: T[] }>
}

/** Where a read looks, and whose: only what `access` can see. */
export interface ReadContext {
  readonly db: Queryable
  readonly model: Model
  readonly access: Access
}

/** The same for reads in pages, whose cursors `secret` signs. */
export interface PageContext extends ReadContext {
  readonly secret: string
}

/** A database as a function of text and values. */
export const queryOf =
  (db: Queryable): Query =>
  async <T>(text: QueryText, values?: unknown[]) => {
    const { rows } = await db.query<T>({
      ...(typeof text === 'string' ? { text } : text),
      ...(values ? { values } : {}),
    })
    return { rows, rowCount: rows.length }
  }

/**
 * A statement under construction for one caller. `volatile` is set when its best plan depends on
 * its values, so that it is planned each time.
 */
export interface Building {
  readonly model: Model
  readonly access: Access
  readonly sql: SqlValues
  volatile: boolean
  /** The instant at which rows are read, ISO 8601; absent: now. */
  readonly past?: string
  /** Named queries that `shared` added, for the statement's WITH. */
  readonly named: string[]
}

export const building = (model: Model, access: Access, past?: string): Building => ({
  model,
  access,
  sql: sqlValues(),
  volatile: false,
  named: [],
  ...(past === undefined ? {} : { past }),
})

/** Computes a query once for all places of a statement that read it. Returns its name. */
export const shared = (b: Building, text: string): string => {
  const name = `w${b.named.length}`
  b.named.push(`${name} as materialized (${text})`)
  return name
}

const MAX_NAMED = 1000
const named = new Map<string, string>()

/**
 * Finishes a statement. Repeated texts are prepared under a name, up to a limit, because each name
 * takes memory in every connection.
 */
export const finish = (b: Building, text: string): Statement => {
  let name = b.volatile ? undefined : named.get(text)
  if (!name && !b.volatile && named.size < MAX_NAMED) named.set(text, (name = `read_${named.size}`))
  return { ...(name ? { name } : {}), text, values: b.sql.values }
}

const TYPES: Partial<Record<Storage, string>> = { integer: 'int4', double: 'float8', money: 'int8' }
/** PostgreSQL's type of a storage; for money, of the amount. */
export const typeOf = (storage: Storage): string => TYPES[storage] ?? storage

export const column = (alias: string, field: Pick<FieldModel, 'name'>): string =>
  `${alias}.${quoteName(snake(field.name))}`
export const amountColumn = (alias: string, field: FieldModel): string =>
  `${alias}.${quoteName(`${snake(field.name)}_amount`)}`
export const currencyColumn = (alias: string, field: FieldModel): string =>
  `${alias}.${quoteName(`${snake(field.name)}_currency`)}`
export const table = (resource: ResourceModel): string => quoteName(resource.table)
/** A text constant; only for values of the model, never of a request. */
export const literal = (text: string): string =>
  text.includes('\\')
    ? ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`

export const storageOf = (field: { readonly kind: Kind }): Storage => traits(field.kind).storage

/** True when the column is never null, as in the migrations. */
export const isFilled = (field: FieldModel): boolean =>
  field.kind === 'state' ||
  field.name === 'createdAt' ||
  field.name === 'updatedAt' ||
  field.name === 'id' ||
  field.name === 'version' ||
  ((field.required || field.default !== undefined) && !field.when)

/** True when the caller can see records of this entity. */
export const sees = (access: Access, resource: ResourceModel): boolean =>
  access.can(`${resource.entity}.list`) || access.can(`${resource.entity}.read`)

/** The caller's permissions, in the form query parsers expect. */
export const allowedBy =
  (access: Access): Allowed =>
  (resource, field) =>
    sees(access, resource) && (isStandard(field) || access.readable(resource).has(field))

const narrowedBy = (b: Building, resource: ResourceModel): readonly Narrowed[] =>
  b.access.narrowed(resource, 'read')

/**
 * Extra columns of `rowsFrom`: whether a row is the caller's for a key, and whether a narrowed
 * group of fields is readable on it.
 */
const rowsColumn = (alias: string, resource: ResourceModel, key: string | undefined): string =>
  `${alias}.${quoteName(`may ${key?.slice(resource.entity.length + 1) ?? 'see'}`)}`
const openColumn = (alias: string, group: number): string => `${alias}.${quoteName(`may ${group}`)}`

/**
 * Condition that a field is readable on a row under `alias` of `rowsFrom`; undefined if it is
 * readable on all of the caller's rows.
 */
export const openOn = (
  b: Building,
  resource: ResourceModel,
  alias: string,
  field: string,
): string | undefined => {
  const group = narrowedBy(b, resource).findIndex((g) => g.fields.has(field))
  return group < 0 ? undefined : openColumn(alias, group)
}

/** Separator of the searched fields in the column `search`, as SQL. */
export const SEPARATOR = `E'\\x1f'`

const keysOf = (resource: ResourceModel): string[] =>
  ['list', 'read', 'export'].map((action) => `${resource.entity}.${action}`)

/** Names of the extra columns of `rowsFrom`. */
export const markColumns = (b: Building, resource: ResourceModel): string[] => {
  const groups = narrowedBy(b, resource)
  if (!groups.length) return []
  const rows = [undefined, ...keysOf(resource)].map((key) => rowsColumn('', resource, key))
  return [...rows, ...groups.map((_, i) => openColumn('', i))].map((name) => name.slice(1))
}

/** The searched fields of a row, with hidden ones empty. */
const searchColumn = (
  resource: ResourceModel,
  alias: string,
  guardOf: (field: string) => string | undefined,
): string => {
  const names = resource.list.search
  if (!names.some(guardOf)) return `${alias}.search`
  const parts = names.map((name, i) => {
    const part = `split_part(${alias}.search, ${SEPARATOR}, ${i + 1})`
    const guard = guardOf(name)
    return guard === undefined ? part : `case when ${guard} then ${part} end`
  })
  return `concat(${parts.join(`, ${SEPARATOR}, `)})`
}

/**
 * The rows of a resource under `alias`, for a FROM. Fields that the caller can read on only some
 * rows are null on the others, whatever the statement does with them; `rowsOf` then uses columns of
 * this.
 */
export const rowsFrom = (b: Building, resource: ResourceModel, alias: string): string => {
  const groups = narrowedBy(b, resource)
  if (!groups.length) return `${table(resource)} ${alias}`
  const guards = groups.map((g) => g.rows(alias, b.sql))
  const guardOf = (field: string): string | undefined =>
    guards[groups.findIndex((g) => g.fields.has(field))]
  const columns = [...standardFields, ...resource.fields].flatMap((field) => {
    const guard = guardOf(field.name)
    return columnsOf(field).map((name) => {
      const at = `${alias}.${quoteName(name)}`
      return guard === undefined ? at : `case when ${guard} then ${at} end as ${quoteName(name)}`
    })
  })
  const marks = [undefined, ...keysOf(resource)].map(
    (key) =>
      `(${b.access.rows(resource, alias, b.sql, 'read', key)}) as ${rowsColumn('', resource, key).slice(1)}`,
  )
  const open = guards.map((guard, i) => `(${guard}) as ${openColumn('', i).slice(1)}`)
  const search = `${searchColumn(resource, alias, guardOf)} as search`
  return `(select ${[...columns, search, ...marks, ...open].join(', ')} from ${table(resource)} ${alias}) ${alias}`
}

/**
 * Condition that rows under `alias` of `rowsFrom` are the caller's: for list, for read, or for
 * either.
 */
export const rowsOf = (b: Building, resource: ResourceModel, alias: string, key?: string): string =>
  narrowedBy(b, resource).length
    ? rowsColumn(alias, resource, key)
    : b.access.rows(resource, alias, b.sql, 'read', key)

const live = (alias: string, rows: string): string[] => [
  `${alias}.deleted_at is null`,
  ...(rows === 'true' ? [] : [rows]),
]

/** Conditions on `alias` of `rowsFrom` for the live rows that the caller can see. */
export const liveRows = (
  b: Building,
  resource: ResourceModel,
  alias: string,
  key?: string,
): string[] => live(alias, rowsOf(b, resource, alias, key))

/** The same for rows that these fields of the caller's own live rows of `source` refer to. */
export const liveRowsUsed = (
  b: Building,
  resource: ResourceModel,
  alias: string,
  source: ResourceModel,
  fields: readonly FieldModel[],
): string[] =>
  narrowedBy(b, resource).length
    ? liveRows(b, resource, alias)
    : live(alias, b.access.rowsUsed(resource, alias, b.sql, source, fields))

export const unknownName = (path: string, name: string): Problem =>
  new Problem(400, 'unknown_name', `"${name}" is not a known name here.`, {
    errors: [{ path, code: 'unknown_name', message: `"${name}" is not a known name here.` }],
  })

/** Runs a statement; a value the database rejects is the request's fault. */
export const run = async <T>(db: Queryable, statement: Statement): Promise<T[]> => {
  try {
    return (await db.query<T>({ ...statement })).rows
  } catch (error) {
    const code = (error as { code?: unknown }).code
    if (typeof code === 'string' && code.startsWith('22')) {
      throw new Problem(400, 'invalid_value', 'A value of the query is not valid.')
    }
    throw error
  }
}
