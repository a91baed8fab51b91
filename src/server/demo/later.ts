import type { Json, Model } from '#model/types.ts'
import { byCollection } from '#model/compile.ts'
import type { Tx } from '../database/pool.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import type { RecordData, WriteContext } from '../store/types.ts'
import { fromRow, selected, type StoredRow } from '../store/write/rows.ts'
import { writeChanges } from '../store/write/statements.ts'

/** An event of a record after its creation; also used for records that refer to each other. */
export interface LaterStep {
  readonly at: Date
  readonly values: Readonly<Record<string, Json>>
  readonly reason?: string
}

/** A row with its later steps in chronological order. */
export type SeedHistory = SeedRow & { readonly later?: readonly LaterStep[] }

/** Returns the row as it is inserted. */
export const withoutLater = ({ later: _, ...row }: SeedHistory): SeedRow => row as SeedRow

/**
 * Applies the first steps of all rows, then the second ones, and so on; each is a transition or a
 * change in the history of its record. Every record they name must exist.
 */
export const writeLater = async (
  tx: Tx,
  model: Model,
  collection: string,
  rows: readonly SeedHistory[],
  context: WriteContext,
): Promise<void> => {
  const resource = byCollection(model, collection)
  for (let n = 0; rows.some((r) => (r.later?.length ?? 0) > n); n++) {
    const steps = new Map(rows.flatMap((r) => (r.later?.[n] ? [[r.id, r.later[n]] as const] : [])))
    const found = await tx.query<StoredRow>(
      `SELECT ${selected(resource, 't')} FROM "${resource.table}" t WHERE id = ANY($1::uuid[]) ORDER BY id`,
      [[...steps.keys()]],
    )
    const changes = found.rows
      .map((r) => fromRow(r))
      .map((before) => {
        const { values } = steps.get(before.id)!
        return {
          kind: 'transition' as const,
          before,
          after: { ...before, ...values, version: before.version + 1 } as RecordData,
          changed: new Set(Object.keys(values).filter((name) => values[name] !== before[name])),
        }
      })
    await writeChanges(
      tx,
      resource,
      changes,
      changes.map(({ before, changed }) => ({
        action: changed.has('state') ? 'transition' : 'update',
        reason: steps.get(before.id)!.reason,
      })),
      context,
    )
    const dated = changes.map(({ after }) => ({
      id: after.id,
      version: after.version,
      at: steps.get(after.id)!.at.toISOString(),
    }))
    await tx.query(
      `WITH r AS (UPDATE "${resource.table}" t SET updated_at = d.at FROM json_to_recordset($1::json) AS d(id uuid, at timestamptz) WHERE t.id = d.id)
SELECT audit_date($2, $1::json)`,
      [JSON.stringify(dated), resource.entity],
    )
  }
}
