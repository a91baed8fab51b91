import type { Database } from '#server/database/pool.ts'

/** Runs statements that the database refuses on the audit: as somebody who owns its tables and switches the guards off. */
export const unguarded = async (
  db: Pick<Database, 'query'>,
  ...statements: readonly string[]
): Promise<void> => {
  const guards = async (state: 'disable' | 'enable') => {
    for (const table of ['audit', 'audit_seals']) {
      await db.query(`alter table ${table} ${state} trigger user`)
    }
  }
  await guards('disable')
  for (const statement of statements) await db.query(statement)
  await guards('enable')
}
