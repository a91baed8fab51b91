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

/** Entity under which the audit says what happened to itself: no record of the schemas. */
export const AUDIT_ENTITY = 'audit'

type Sealed = Entry & { readonly salt: string | null; readonly leaves: Leaves | null }

const MATCHES =
  'a.entity = $1 AND a.record_id = ANY($2::uuid[]) AND (a.patch ?| $3::text[] OR a.reason IS NOT NULL)'
const KEEPS_REASON = '(a.reason IS NULL OR a.version >= $4::int)'

/** The leaves of an entry, without the salts of what is removed. */
const without = (entry: Sealed, removed: ReadonlySet<string>): Leaves =>
  Object.fromEntries(
    Object.entries(entry.leaves ?? leavesOf(entry, entry.salt!)).map(([name, [hash, salt]]) => [
      name,
      [hash, removed.has(name) ? null : salt] satisfies Leaf,
    ]),
  )

/** What the chain holds by without the removed values, for each entry that is sealed. */
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
 * Takes the values of some fields, and the reasons people gave in words of their own, out of all entries of records, for
 * privacy; that they changed, and that there was a reason, stays known. Reasons from version `since` on stay. Where an
 * entry is sealed already, an entry of its own says what was removed.
 */
export const scrubAudit = async (
  tx: Tx,
  entity: string,
  records: readonly string[],
  fields: readonly string[],
  since?: number,
): Promise<void> => {
  await forgetNotes(tx, entity, records)
  // Nothing is sealed until this is committed; several removals do not wait for each other.
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
