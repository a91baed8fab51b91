import type { Unit } from './unit.ts'
import type { RecordData } from '../types.ts'
import { sqlValues } from '../../permissions/rowRules.ts'
import { hasState, keyOf, type ImportPlan } from './importCandidate.ts'
import type { ImportRow } from './importTypes.ts'
import { fromRow, selected, type StoredRow } from './rows.ts'
import { quotedColumn } from './statements.ts'

/**
 * The records that rows match by `upsertBy`, among those the caller can import and change; locked
 * until the transaction ends.
 */
export const existing = async (
  unit: Unit,
  rows: readonly ImportRow[],
  { upsertBy, history }: ImportPlan,
): Promise<Map<string | number, RecordData>> => {
  const { resource, context, tx, rules, rule } = unit
  const keys = rows.map((row) => keyOf(resource, row, upsertBy)).filter((k) => k !== undefined)
  if (!upsertBy || !keys.length) return new Map()
  const sql = sqlValues(keys)
  const { access } = context
  const update = `${resource.entity}.update`
  const within = [
    access.rows(resource, 't', sql, 'write', `${resource.entity}.import`),
    // Callers who can change no record are rejected later, row by row.
    ...(!history && access.can(update) ? [access.rows(resource, 't', sql, 'write', update)] : []),
  ]
  const isEmail = resource.fields.find((f) => f.name === upsertBy)?.kind === 'email'
  const column = isEmail ? `lower(t.${quotedColumn(upsertBy)})` : `t.${quotedColumn(upsertBy)}`
  const from = `FROM "${resource.table}" t WHERE ${column} = ANY($1) AND t.deleted_at IS NULL AND ${within.map((rows) => `(${rows})`).join(' AND ')} ORDER BY t.id`
  if (rules.holdFirst && !history && rows.some(hasState)) {
    const ids = await tx.query<{ id: string }>(`SELECT t.id ${from}`, sql.values)
    for (const { id } of ids.rows) await rules.holdFirst(id, rule)
  }
  const found = await tx.query<StoredRow>(
    `SELECT ${selected(resource, 't')} ${from} FOR NO KEY UPDATE OF t`,
    sql.values,
  )
  return new Map(
    found.rows.map((r) => {
      const record = fromRow(r)
      const key = record[upsertBy] as string | number
      return [isEmail ? String(key).toLowerCase() : key, record]
    }),
  )
}
