import type { ResourceModel } from '#model/types.ts'
import { scrubAudit } from './scrub.ts'
import type { Tx } from '../../database/pool.ts'
import type { WriteContext } from '../types.ts'
import { canonicalValues, differing, fromRow, selected, type StoredRow } from './rows.ts'
import type { Change, Values } from './rules.ts'
import { writeChanges } from './statements.ts'

/** Records written by one statement. */
const BATCH = 500

/** See `Others.erase`. Many ids are processed in batches, in a fixed order. */
export const eraseValues = async (
  tx: Tx,
  resource: ResourceModel,
  ids: readonly string[],
  { instead, reason }: { readonly instead: Values; readonly reason: string },
  context: WriteContext,
): Promise<void> => {
  const fields = Object.keys(instead)
  const values = canonicalValues(resource, instead)
  const ordered = ids.toSorted()
  for (let at = 0; at < ordered.length; at += BATCH) {
    const batch = ordered.slice(at, at + BATCH)
    const { rows } = await tx.query<StoredRow>(
      `SELECT ${selected(resource, 't')} FROM "${resource.table}" t WHERE t.id = ANY($1::uuid[]) ORDER BY t.id FOR NO KEY UPDATE OF t`,
      [batch],
    )
    // Locked first, so that no value is added after the history was scrubbed.
    await scrubAudit(tx, resource.entity, batch, fields)
    const changes = rows
      .map((row): Change => {
        const before = fromRow(row)
        const after = { ...before, ...values, version: before.version + 1 }
        return { kind: 'update', before, after, changed: differing(resource, before, after) }
      })
      .filter(({ changed }) => changed.size)
    await writeChanges(
      tx,
      resource,
      changes,
      changes.map(() => ({ action: 'update', reason, redact: fields })),
      context,
    )
  }
}
