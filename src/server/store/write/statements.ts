import { snake } from '#model/columns.ts'
import type { ResourceModel } from '#model/types.ts'
import { AUDIT_COLUMNS, auditRow, type AuditNote } from './auditEntry.ts'
import type { Tx } from '../../database/pool.ts'
import type { RecordData, WriteContext } from '../types.ts'
import { outdate, watchedSql } from './outdate.ts'
import { preparedOf } from './prepared.ts'
import type { Change } from './rules.ts'
import { fieldColumns, fromRow, selected, toColumns, type StoredRow } from './rows.ts'

const source = (many: boolean, table: string, parameter: string): string =>
  many
    ? `json_populate_recordset(NULL::"${table}", ${parameter}::json)`
    : `json_populate_record(NULL::"${table}", ${parameter}::json)`
const auditColumns = AUDIT_COLUMNS.join(', ')
const operationColumns =
  'id, kind, name, channel, entity, record_id, account_id, actor_id, actor_name'
// The first write of an operation inserts its row; bulk operations, imports of files and undos
// insert it themselves beforehand.
const auditInsert = `a AS (INSERT INTO audit (${auditColumns}) SELECT ${auditColumns} FROM json_populate_recordset(NULL::audit, $2::json)), o AS (INSERT INTO operations (${operationColumns}) SELECT ${operationColumns} FROM json_populate_recordset(NULL::operations, $4::json) ON CONFLICT (id) DO NOTHING)`

/** The row of the operation as JSON; empty if the write belongs to none, e.g. a seed. */
export const operationRows = (context: WriteContext): string => {
  const { operation, access, operationId, channel } = context
  if (!operation) return '[]'
  const { actor } = access
  return JSON.stringify([
    {
      id: operationId,
      kind: operation.kind,
      name: operation.name ?? null,
      channel,
      entity: operation.entity,
      record_id: operation.recordId ?? null,
      account_id: actor.accountId,
      actor_id: actor.personId,
      actor_name: actor.name,
    },
  ])
}

const insertText = (resource: ResourceModel, many: boolean): string => {
  const own = ['id', 'version', 'deleted_at', 'search', ...fieldColumns(resource)]
    .map((c) => `"${c}"`)
    .join(', ')
  return `WITH w AS (INSERT INTO "${resource.table}" (${own}, created_at, updated_at, created_by, updated_by) SELECT ${own}, COALESCE(created_at, now()), now(), $3::uuid, $3::uuid FROM ${source(many, resource.table, '$1')} RETURNING *), ${auditInsert} SELECT ${selected(resource, 'w')} FROM w`
}

const updateText = (resource: ResourceModel, many: boolean): string => {
  const set = ['version', 'deleted_at', 'search', ...fieldColumns(resource)]
    .map((c) => `"${c}" = s."${c}"`)
    .join(', ')
  return `WITH w AS (UPDATE "${resource.table}" t SET ${set}, updated_at = now(), updated_by = $3::uuid FROM ${source(many, resource.table, '$1')} s WHERE t.id = s.id RETURNING t.*), ${auditInsert} SELECT ${selected(resource, 'w')}, ${watchedSql(resource, 'w.id')} AS watched FROM w`
}

const purgeText = (resource: ResourceModel): string =>
  `WITH w AS (DELETE FROM "${resource.table}" t USING ${source(true, resource.table, '$1')} s WHERE t.id = s.id AND $3::uuid IS NOT DISTINCT FROM $3::uuid RETURNING t.*), ${auditInsert} SELECT ${selected(resource, 'w')}, ${watchedSql(resource, 'w.id')} AS watched FROM w`

/**
 * Writes changes of one kind (all new, all existing, or all purged) and their audit rows in one
 * statement. Returns the rows as stored, by id. Throws the driver's error on a violated constraint.
 */
export const writeChanges = async (
  tx: Tx,
  resource: ResourceModel,
  changes: readonly Change[],
  notes: readonly AuditNote[],
  context: WriteContext,
): Promise<Map<string, RecordData>> => {
  const many = changes.length > 1
  const [first] = changes
  if (!first) return new Map()
  const text = (): string => {
    if (first.after === null) return purgeText(resource)
    return first.before === null ? insertText(resource, many) : updateText(resource, many)
  }
  const key = [first.after === null, first.before === null, many].join()
  const rows = changes.map((c) => toColumns(resource, (c.after ?? c.before)!))
  const values = [
    JSON.stringify(many || first.after === null ? rows : rows[0]),
    JSON.stringify(changes.map((c, i) => auditRow(resource, c, notes[i]!, context))),
    context.access.actor.personId,
    operationRows(context),
  ]
  const result = await tx.query<StoredRow & { readonly watched?: boolean }>(
    preparedOf(resource, key, text),
    values,
  )
  const written = new Map<string, RecordData>()
  const watched = new Map<string, number>()
  for (const row of result.rows) {
    const record = fromRow(row)
    written.set(record.id, record)
    if (row.watched) watched.set(record.id, record.version)
  }
  if (watched.size) await outdate(tx, resource, watched, context)
  return written
}

/** Quoted column of a field. */
export const quotedColumn = (field: string): string => `"${snake(field)}"`
