import type { Model } from '#model/types.ts'
import type { Database } from '../database/pool.ts'
import { grantApplication } from '../database/privileges.ts'
import { planMigration } from './plan.ts'
import { snapshotOf } from './snapshot.ts'

/**
 * Creates all tables of any model in an empty database, without the committed files: for tests with
 * the invented domain. Needs drizzle-kit, so never in production.
 */
export const createTables = async (db: Database, model: Model): Promise<void> => {
  const { expand } = await planMigration(model, {}, snapshotOf(model))
  const sql = expand
    .filter(({ kind }) => kind === 'statement' || db.capabilities.trigram)
    .map((s) => s.sql)
    .join('\n')
  await db.asOwner((owner) =>
    owner.transaction(async (tx) => {
      await tx.query(sql)
      if (db.application) await grantApplication(tx.query, db.application)
    }),
  )
}
