import type { Tx } from '../../database/pool.ts'
import {
  ENTRY,
  leafOf,
  leavesOf,
  REASON,
  valuesOf,
  type Entry,
  type Leaf,
  type Leaves,
} from './auditChain.ts'
import { forgetNotes } from './forget.ts'

/** Entity of audit entries about the audit itself; not in the schemas. */
export const AUDIT_ENTITY = 'audit'

type Sealed = Entry & { readonly salt: string | null; readonly leaves: Leaves | null }

const MATCHES =
  'a.entity = $1 AND a.record_id = ANY($2::uuid[]) AND (a.patch ?| $3::text[] OR a.reason IS NOT NULL)'
const KEEPS_REASON = '(a.reason IS NULL OR a.version >= $4::int)'

/** The leaves of an entry, without the salts of removed values. */
const without = (entry: Sealed, removed: ReadonlySet<string>): Leaves =>
  Object.fromEntries(
    Object.entries(entry.leaves ?? leavesOf(entry, entry.salt!)).map(([name, [hash, salt]]) => [
      name,
      [hash, removed.has(name) ? null : salt] satisfies Leaf,
    ]),
  )

/** For each sealed entry, the leaves that keep the chain valid without the removed values. */
const leavesWithout = (
  entries: readonly (Sealed & { readonly keeps: boolean })[],
  fields: readonly string[],
): readonly { readonly seq: string; readonly leaves: Leaves }[] => {
  const named = new Set(fields.map(leafOf))
  return entries.map((entry) => ({
    seq: entry.seq,
    leaves: without(
      entry,
      new Set(
        valuesOf(entry)
          .map(([name]) => name)
          .filter((name) => (name === REASON ? !entry.keeps : named.has(name))),
      ),
    ),
  }))
}

/**
 * Removes the values of some fields, and the reasons people entered, from all audit entries of
 * records, for privacy; that they changed, and that there was a reason, stays visible. Keeps
 * reasons from version `since` on. A separate entry records which entries lost values.
 */
export const scrubAudit = async (
  tx: Tx,
  entity: string,
  records: readonly string[],
  fields: readonly string[],
  since?: number,
): Promise<void> => {
  await forgetNotes(tx, entity, records)
  // Blocks sealing until this commits; removals do not block each other.
  await tx.query('LOCK TABLE audit_seals IN ROW EXCLUSIVE MODE')
  const given = [entity, records, fields, since ?? null]
  const { rows } = await tx.query<Sealed & { keeps: boolean }>(
    `SELECT ${ENTRY}, s.salt, s.leaves, ${KEEPS_REASON} IS TRUE AS keeps FROM audit a JOIN audit_seals s ON s.seq = a.seq WHERE ${MATCHES} ORDER BY s.place`,
    given,
  )
  await tx.query('SELECT audit_remove($1, $2::uuid[], $3::text[], $4::int, $5::json)', [
    ...given,
    JSON.stringify(leavesWithout(rows, fields)),
  ])
}
