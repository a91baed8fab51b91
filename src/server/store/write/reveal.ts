import { say } from '#model/message.ts'
import { REVEAL, revealKey } from '#schemas/define/revealKey.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import type { Database } from '../../database/pool.ts'
import type { Query } from '../../database/query.ts'
import { fieldsReadableOn } from '../../permissions/fieldsOn.ts'
import { requirePermission } from '../../permissions/require.ts'
import { sqlValues } from '../../permissions/rowRules.ts'
import { invalid, notFound } from '../../base/problem.ts'
import { vaultOf } from '../../secrets/vaults.ts'
import { snake } from '#model/columns.ts'
import type { RecordData, WriteContext } from '../types.ts'
import { recordEvent } from './auditEntry.ts'
import { fromRow, selected, type StoredRow } from './rows.ts'

/** What to reveal of a record, and why. */
export interface RevealRequest {
  readonly id: string
  /** Name of a sensitive field. */
  readonly field: string
  readonly reason: string
}

const sensitive = (
  resource: ResourceModel,
  name: string,
  readable: ReadonlySet<string>,
): FieldModel => {
  const field = resource.fields.find((f) => f.name === name && f.sensitive && readable.has(name))
  if (field) return field
  const message = say('There is no sensitive field "{{name}}"', { name })
  throw invalid([{ path: 'field', code: 'unknown_name', message }])
}

const clear = (resource: ResourceModel, field: FieldModel, id: string, value: Json): Json =>
  field.kind === 'secret' && typeof value === 'string'
    ? vaultOf(resource).open({ table: resource.table, column: snake(field.name), id }, value)
    : value

/**
 * Returns the value of a sensitive field of one record; null if it is empty. In the same
 * transaction it becomes an entry of the record's timeline, and `noted` runs. Needs
 * `<entity>.read` and `<entity>.reveal` on the record. 403 without the permission, 404 for a record
 * the caller may not read or reveal, 422 for a field that is not sensitive or not readable.
 */
export const reveal = (
  db: Database,
  resource: ResourceModel,
  { id, field: name, reason }: RevealRequest,
  context: WriteContext,
  noted: (query: Query) => Promise<void>,
): Promise<Json> =>
  db.transaction(async (tx) => {
    const { access } = context
    const key = revealKey(resource.entity)
    requirePermission(access, `${resource.entity}.read`)
    requirePermission(access, key)
    const sql = sqlValues()
    const asked = sql.add(id)
    const rows = [
      access.rows(resource, 't', sql, 'read'),
      access.rows(resource, 't', sql, 'read', key),
    ]
    const { rows: found } = await tx.query<StoredRow>(
      `SELECT ${selected(resource, 't')} FROM "${resource.table}" t WHERE t.id = ${asked}::uuid AND ${rows.map((r) => `(${r})`).join(' AND ')}`,
      sql.values,
    )
    const [row] = found
    if (!row) throw notFound(resource.label.one.toLowerCase())
    const readable = (await fieldsReadableOn(tx.query, access, resource, [id]))(id)
    const field = sensitive(resource, name, readable)
    const record: RecordData = fromRow(row)
    await recordEvent(tx, resource, id, { action: REVEAL, reason, fields: [name] }, context)
    await noted(tx.query)
    return clear(resource, field, id, record[name] ?? null)
  })
