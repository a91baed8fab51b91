import { setTimeout as sleep } from 'node:timers/promises'
import { sealer } from '#server/audit/seal.ts'
import type { Database } from '#server/database/pool.ts'
import { APPEND_ONLY } from '#server/database/privileges.ts'

/**
 * Runs statements that the database refuses on append-only tables, as an owner who disables their
 * guards.
 */
export const unguarded = async (
  db: Pick<Database, 'asOwner'>,
  ...statements: readonly string[]
): Promise<void> => {
  await db.asOwner(async ({ query }) => {
    const guards = async (state: 'disable' | 'enable') => {
      for (const table of APPEND_ONLY) {
        await query(`alter table ${table} ${state} trigger user`)
      }
    }
    await guards('disable')
    for (const statement of statements) await query(statement)
    await guards('enable')
  })
}

/** Entries that a transaction of another database of the cluster still keeps from being final. */
const PENDING = `select 1 from audit a where a.xid >= pg_snapshot_xmin(pg_current_snapshot())
  and a.xid < pg_snapshot_xmax(pg_current_snapshot())
  and not exists (select from audit_seals s where s.seq = a.seq) limit 1`

/**
 * Seals every entry that is committed now and returns how many `seal` sealed. The job alone leaves
 * out entries at or above the oldest running transaction of the whole cluster, which may belong to
 * another test.
 */
export const sealAll = async (
  db: Database,
  seal: () => Promise<number> = sealer(db),
): Promise<number> => {
  while ((await db.query(PENDING)).rows.length > 0) await sleep(10)
  return seal()
}
