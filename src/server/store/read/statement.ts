/** What the parts of a generated statement share. */
import type { Kind, Storage } from '#schemas/define/kinds.ts'
import { traits } from '#schemas/define/kinds.ts'
import { snake } from '#model/columns.ts'
import type { Allowed } from '#model/filterUrl.ts'
import { isStandard } from '#model/standard.ts'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'
import { quoteName, sqlValues } from '../../permissions/rowRules.ts'
import type { Access, SqlValues } from '../../permissions/types.ts'
import { Problem } from '../../http/problem.ts'

/** A statement as the database takes it. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

/** What reads need of the database; `Database` and `Tx` fit. */
export interface Queryable {
  query<T>(statement: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: T[] }>
}

/** A statement under construction for one caller. `volatile` is set when its best plan depends on its values, so that it is planned each time. */
export interface Building {
  readonly model: Model
  readonly access: Access
  readonly sql: SqlValues
  volatile: boolean
}

export const building = (model: Model, access: Access): Building => ({
  model,
  access,
  sql: sqlValues(),
  volatile: false,
})

const MAX_NAMED = 1000
const named = new Map<string, string>()

/** Ends a statement. Texts that repeat are prepared under a name, up to a bound: each name takes memory in every connection. */
export const finish = (b: Building, text: string): Statement => {
  let name = b.volatile ? undefined : named.get(text)
  if (!name && !b.volatile && named.size < MAX_NAMED) named.set(text, (name = `read_${named.size}`))
  return { ...(name ? { name } : {}), text, values: b.sql.values }
}

const TYPES: Partial<Record<Storage, string>> = { integer: 'int4', double: 'float8', money: 'int8' }
/** PostgreSQL's type of a storage; of an amount for money. */
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

export const isRef = (field: FieldModel): boolean =>
  field.ref !== undefined && (field.kind === 'ref' || field.kind === 'refs')
export const storageOf = (field: { readonly kind: Kind }): Storage => traits(field.kind).storage

/** True when the column never holds null, as the migrations make it. */
export const isFilled = (field: FieldModel): boolean =>
  field.kind === 'state' ||
  field.name === 'createdAt' ||
  field.name === 'updatedAt' ||
  field.name === 'id' ||
  field.name === 'version' ||
  ((field.required || field.default !== undefined) && !field.when)

/** May the caller see records of this entity at all? */
export const sees = (access: Access, resource: ResourceModel): boolean =>
  access.can(`${resource.entity}.list`) || access.can(`${resource.entity}.read`)

/** The caller's rights in the form query parsers ask for. */
export const allowedBy =
  (access: Access): Allowed =>
  (resource, field) =>
    sees(access, resource) && (isStandard(field) || access.readable(resource).has(field))

/** Live rows of a resource that the caller may see, as conditions on `alias`. */
export const liveRows = (
  b: Building,
  resource: ResourceModel,
  alias: string,
  key?: string,
): string[] => {
  const rows = b.access.rows(resource, alias, b.sql, 'read', key)
  return [`${alias}.deleted_at is null`, ...(rows === 'true' ? [] : [rows])]
}

export const unknownName = (path: string, name: string): Problem =>
  new Problem(400, 'unknown_name', `"${name}" is not a known name here.`, {
    errors: [{ path, code: 'unknown_name', message: `"${name}" is not a known name here.` }],
  })

/** 403 unless the caller holds the entity's action. */
export const demand = (access: Access, resource: ResourceModel, action: string): void => {
  if (!access.can(`${resource.entity}.${action}`))
    throw new Problem(403, 'forbidden', 'You do not have the permission to do this.')
}

/** Runs a statement; a value the database cannot take is the request's fault. */
export const run = async <T>(db: Queryable, statement: Statement): Promise<T[]> => {
  try {
    return (await db.query<T>({ ...statement })).rows
  } catch (error) {
    const code = (error as { code?: unknown }).code
    if (typeof code === 'string' && code.startsWith('22'))
      throw new Problem(400, 'invalid_value', 'A value of the query is not valid.')
    throw error
  }
}
