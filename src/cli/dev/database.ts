import { readFileSync } from 'node:fs'
import type { Model } from '#model/types.ts'
import type { Database, DatabaseLog } from '#server/database/pool.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { snapshotOf, type Snapshot, type TableShape } from '#server/migrations/snapshot.ts'
import { migrationFiles } from '#server/migrations/sql/index.ts'
import { checksumOf } from '#server/migrations/sqlFile.ts'

const KEY = 'dev.schema'
const TRIGRAM = 'gin_trgm_ops'
const DROPS_DATA = /^DROP TABLE|DROP COLUMN/

const storedIn = async (db: Database): Promise<Snapshot | undefined> => {
  const { rows: [found] } = await db.query<{ there: boolean }>("SELECT to_regclass('settings') IS NOT NULL AS there")
  if (!found?.there) return undefined
  return (await db.query<{ value: Snapshot }>('SELECT value FROM settings WHERE key = $1', [KEY])).rows[0]?.value
}

/** The target, and what it no longer has but the database keeps: a field taken out for a moment comes back with its values. */
const keeping = (old: Snapshot, target: Snapshot): Snapshot => {
  const kept = (before: TableShape, table: TableShape): TableShape => {
    const gone = Object.entries(before.columns).filter(([name]) => !table.columns[name]).map(([name, column]) => [name, { ...column, notNull: false }] as const)
    return { ...table, columns: { ...table.columns, ...Object.fromEntries(gone) } }
  }
  return { ...old, ...Object.fromEntries(Object.entries(target).map(([name, table]) => [name, old[name] ? kept(old[name], table) : table])) }
}

/**
 * Brings a development database to the schemas as they are typed: by the difference itself, in one transaction, without
 * a file in `src/server/migrations`. It remembers in its `settings` what it looks like, so the files `npm run generate`
 * writes later count as applied. Columns and tables that are gone stay, so that nothing is lost while someone types.
 * @throws what PostgreSQL says when rows do not fit (values that cannot be converted, rows that agree); nothing changed then.
 */
export const followSchemas = async (db: Database, model: Model, log: DatabaseLog): Promise<void> => {
  let old = await storedIn(db)
  if (old) {
    await db.transaction(async (tx) => {
      await tx.query("DELETE FROM migrations WHERE id <> 'lock'")
      for (const { id, sql } of migrationFiles) await tx.query('INSERT INTO migrations (id, checksum, trigram) VALUES ($1, $2, $3)', [id, checksumOf(sql), db.capabilities.trigram])
    })
  } else {
    await migrate(db, { log })
    old = JSON.parse(readFileSync(new URL('../../server/migrations/meta/snapshot.json', import.meta.url), 'utf8')) as Snapshot
  }
  const target = snapshotOf(model)
  const now = JSON.stringify(keeping(old, target))
  // The planner's library takes longer to load than all the rest.
  if (now === JSON.stringify(old)) return
  const { planMigration } = await import('#server/migrations/plan.ts')
  const { expand, contract } = await planMigration(model, old, target)
  const steps = [...expand, ...contract].filter(({ sql }) => !DROPS_DATA.test(sql) && (db.capabilities.trigram || !sql.includes(TRIGRAM)))
  await db.transaction(async (tx) => {
    for (const { sql } of steps) await tx.query(sql)
    await tx.query('INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [KEY, now])
  })
  if (steps.length) log.info(`Development database: ${steps.map(({ sql }) => sql.split('\n')[0]).join(' ')}`)
}
