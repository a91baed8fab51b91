import { isUuid } from '#model/uuid.ts'
import { byCollection } from '#model/compile.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Query, Tx } from '../../database/pool.ts'
import { fieldsWritableOn } from '../../permissions/fieldsOn.ts'
import { sqlValues } from '../../permissions/rowRules.ts'
import type { Access } from '../../permissions/types.ts'
import type { RecordData } from '../types.ts'
import { among, prepared, preparedOf } from './prepared.ts'
import { fromRow, selected, type StoredRow } from './rows.ts'

type Lock = 'FOR UPDATE' | 'FOR NO KEY UPDATE' | 'FOR KEY SHARE' | ''

/** True when a uuid column accepts the value. */
export const isId = (id: unknown): id is string => typeof id === 'string' && isUuid(id)

interface Finding {
  readonly key: string
  readonly where?: 'live' | 'trashed' | 'any'
  readonly lock?: Lock
}

/**
 * Finds records among the rows on which the caller has the permission `key` (`update`,
 * `transition.published`), locked until the transaction ends, in the order of their ids; with an
 * empty lock, among those they can read. `where` selects live (default), trashed or any rows.
 * Deleting takes `FOR UPDATE`, so that it waits for writers adding a reference to the record;
 * everything else takes the weaker lock, which does not block them.
 */
export const findAllForWrite = async (
  tx: { readonly query: Query },
  resource: ResourceModel,
  ids: readonly string[],
  access: Access,
  options: Finding,
): Promise<RecordData[]> => {
  const wanted = among(ids.filter(isId))
  const sql = sqlValues(wanted.value)
  const { key, where = 'live', lock = 'FOR NO KEY UPDATE' } = options
  const rows = access.rows(resource, 't', sql, lock ? 'write' : 'read', `${resource.entity}.${key}`)
  const live = where === 'any' ? '' : ` AND t.deleted_at IS ${where === 'live' ? '' : 'NOT '}NULL`
  const from = `"${resource.table}" t WHERE t.id ${wanted.sql}${live} AND (${rows}) ORDER BY t.id ${lock && `${lock} OF t`}`
  return recordsFrom(tx, resource, from, sql.values)
}

/** Records of a FROM under the alias `t`. */
const recordsFrom = async (
  tx: { readonly query: Query },
  resource: ResourceModel,
  from: string,
  values: unknown[],
): Promise<RecordData[]> => {
  const text = (): string => `SELECT ${selected(resource, 't')} FROM ${from}`
  return (await tx.query<StoredRow>(preparedOf(resource, from, text), values)).rows.map(fromRow)
}

/** The one record of `findAllForWrite`. */
export const findForWrite = async (
  tx: { readonly query: Query },
  resource: ResourceModel,
  id: string,
  access: Access,
  options: Finding,
): Promise<RecordData | undefined> =>
  isId(id) ? (await findAllForWrite(tx, resource, [id], access, options))[0] : undefined

/** True when the row, as just written, is still among those the caller can write. */
export const stillWithinRows = async (
  tx: Tx,
  resource: ResourceModel,
  ids: readonly string[],
  access: Access,
  key: string,
): Promise<Set<string>> => {
  const wanted = among(ids)
  const sql = sqlValues(wanted.value)
  const rows = access.rows(resource, 't', sql, 'write', `${resource.entity}.${key}`)
  if (rows === 'true') return new Set(ids)
  const found = await tx.query<{ id: string }>(
    prepared(
      `SELECT t.id FROM "${resource.table}" t WHERE t.id ${wanted.sql} AND (${rows})`,
      sql.values,
    ),
  )
  return new Set(found.rows.map((r) => r.id))
}

/**
 * True when every written field is writable on its row as it is now; `written` has the fields by
 * record id.
 */
export const stillWritable = async (
  tx: Tx,
  resource: ResourceModel,
  written: ReadonlyMap<string, Iterable<string>>,
  access: Access,
  key: string,
): Promise<boolean> => {
  if (!access.narrowed(resource, 'write', `${resource.entity}.${key}`).length) return true
  const open = await fieldsWritableOn(
    tx.query,
    access,
    resource,
    [...written.keys()],
    `${resource.entity}.${key}`,
  )
  return [...written].every(([id, names]) => [...names].every((name) => open(id).has(name)))
}

/** Loads records by id, each once per write; locking reloads. */
export class Loader {
  readonly #tx: Tx
  readonly #model: Model
  readonly #known = new Map<string, Promise<RecordData | undefined>>()
  constructor(tx: Tx, model: Model) {
    this.#tx = tx
    this.#model = model
  }

  async #fetch(collection: string, ids: readonly string[], lock: Lock): Promise<RecordData[]> {
    const resource = byCollection(this.#model, collection)
    const wanted = among(ids)
    const from = `"${resource.table}" t WHERE t.id ${wanted.sql} ORDER BY t.id ${lock}`
    return recordsFrom(this.#tx, resource, from, [wanted.value])
  }

  load(collection: string, id: string): Promise<RecordData | undefined> {
    const key = `${collection}/${id}`
    const known = this.#known.get(key) ?? this.#fetch(collection, [id], '').then((rows) => rows[0])
    this.#known.set(key, known)
    return known
  }

  /** Loads many records at once for later `load`s. */
  async preload(collection: string, ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#known.has(`${collection}/${id}`))
    if (!missing.length) return
    const rows = new Map((await this.#fetch(collection, missing, '')).map((row) => [row.id, row]))
    for (const id of missing) this.#known.set(`${collection}/${id}`, Promise.resolve(rows.get(id)))
  }

  /** The record was written meanwhile: the next `load` reloads it. */
  forget(collection: string, id: string): void {
    this.#known.delete(`${collection}/${id}`)
  }

  async lock(collection: string, id: string): Promise<RecordData | undefined> {
    const fresh = this.#fetch(collection, [id], 'FOR NO KEY UPDATE').then((rows) => rows[0])
    this.#known.set(`${collection}/${id}`, fresh)
    return fresh
  }
}
