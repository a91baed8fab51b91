import type { Database } from '#server/database/pool.ts'

/**
 * Runs statements that the database refuses on the audit, as an owner of its tables who disables
 * the guards.
 */
export const unguarded = async (
  db: Pick<Database, 'asOwner'>,
  ...statements: readonly string[]
): Promise<void> => {
  await db.asOwner(async ({ query }) => {
    const guards = async (state: 'disable' | 'enable') => {
      for (const table of ['audit', 'audit_seals']) {
        await query(`alter table ${table} ${state} trigger user`)
      }
    }
    await guards('disable')
    for (const statement of statements) await query(statement)
    await guards('enable')
  })
}
