import { quote, type Table } from './catalogue.ts'
import type { Query } from './query.ts'

/** Older than every transaction of a cluster, in this order. */
const SEALED = '3'
const UNSEALED = '4'

/**
 * Rows keep the ids of the transactions that wrote them. Ids of another cluster that this one has
 * not reached would be taken for changes still to come once it reaches them, and followers notified
 * of what happened long ago. They become older than every transaction here. Entries of the audit
 * that are not sealed yet come after the sealed ones.
 */
export async function ageForeignIds(query: Query, tables: readonly Table[]): Promise<void> {
  const names = new Set(tables.map(({ name }) => name))
  for (const { name, columns } of tables) {
    const isSealed =
      name === 'audit' && names.has('audit_seals')
        ? 'EXISTS (SELECT FROM public.audit_seals s WHERE s.seq = t.seq)'
        : 'true'
    for (const column of columns.filter(({ type }) => type === 'xid8')) {
      const id = quote(column.name)
      await query(
        `UPDATE public.${quote(name)} t SET ${id} = (CASE WHEN ${isSealed} THEN '${SEALED}' ELSE '${UNSEALED}' END)::xid8
          WHERE ${id} >= pg_snapshot_xmax(pg_current_snapshot())`,
      )
    }
  }
}
