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
