import { v7 as uuidv7 } from 'uuid'
import type { Json, Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Tx } from '../../database/pool.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { RecordData, WriteContext } from '../types.ts'
import { writeChanges } from '../write/statements.ts'

/**
 * A record to insert: its values by field name, derived fields and `state` included; other fields
 * get their defaults.
 */
export interface SeedRow {
  readonly id: string
  readonly createdAt?: Date
  readonly [field: string]: unknown
}

const BATCH = 500

/** The context of all seed writes. */
export const seedContext = (model: Model): WriteContext => ({
  access: compileAccess(model, systemActor),
  channel: 'system',
  requestId: 'seed',
  operationId: uuidv7(),
})

/** Inserts rows with their audit in statements of 500. References must exist; rules are skipped. */
export const insertRows = async (
  tx: Tx,
  model: Model,
  collection: string,
  rows: readonly SeedRow[],
  context: WriteContext,
): Promise<void> => {
  const resource = byCollection(model, collection)
  const empty = Object.fromEntries(
    resource.fields.map((f): [string, Json] => [
      f.name,
      f.kind === 'state' ? (resource.initial ?? null) : (f.default ?? null),
    ]),
  )
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH)
    const changes = batch.map(({ createdAt: _, ...values }) => {
      const after = { ...empty, ...values, version: 1, deletedAt: null } as RecordData
      return {
        kind: 'create' as const,
        before: null,
        after,
        changed: new Set(resource.fields.map((f) => f.name).filter((name) => after[name] !== null)),
      }
    })
    await writeChanges(
      tx,
      resource,
      changes,
      changes.map(() => ({ action: 'create' as const })),
      context,
    )
    const dated = batch.flatMap((row) =>
      row.createdAt ? [{ id: row.id, at: row.createdAt.toISOString() }] : [],
    )
    if (!dated.length) continue
    // One statement dates both the record and its history.
    await tx.query(
      `WITH r AS (UPDATE "${resource.table}" t SET created_at = d.at, updated_at = d.at FROM json_to_recordset($1::json) AS d(id uuid, at timestamptz) WHERE t.id = d.id)
SELECT audit_date($2, $1::json)`,
      [JSON.stringify(dated), resource.entity],
    )
  }
}
