import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Model } from '#model/types.ts'
import type { Database, DatabaseLog } from '#server/database/pool.ts'
import { grantApplication } from '#server/database/privileges.ts'
import { migrate } from '#server/migrations/migrate.ts'
import type { Snapshot, TableShape } from '#server/migrations/snapshot.ts'
import { migrationFiles } from '#server/migrations/sql/index.ts'
import { checksumOf } from '#server/migrations/sqlFile.ts'

const KEY = 'dev.schema'
/** Key of the fingerprint that the tables of `dev.schema` were built from. */
const FINGERPRINT = 'dev.schemaFrom'
const MIGRATIONS = new URL('../../server/migrations/', import.meta.url)
const TRIGRAM = 'gin_trgm_ops'
const DROPS_DATA = /^DROP TABLE|DROP COLUMN/

const stored = async <T>(db: Database, key: string): Promise<T | undefined> => {
  const {
    rows: [found],
  } = await db.query<{ there: boolean }>("SELECT to_regclass('settings') IS NOT NULL AS there")
  if (!found?.there) return undefined
  return (await db.query<{ value: T }>('SELECT value FROM settings WHERE key = $1', [key])).rows[0]
    ?.value
}

const STORE =
  'INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value'

/** Hash of everything the tables depend on: the model, and the sources that turn it into tables. */
const fingerprintOf = (model: Model): string => {
  const hash = createHash('sha256').update(JSON.stringify(model))
  for (const name of readdirSync(MIGRATIONS)
    .filter((f) => f.endsWith('.ts'))
    .toSorted()) {
    hash.update(readFileSync(new URL(name, MIGRATIONS)))
  }
  return hash.digest('hex')
}

/**
 * The target plus what the database keeps although the schemas no longer declare it, so that a
 * field removed for a moment returns with its values.
 */
const keeping = (old: Snapshot, target: Snapshot): Snapshot => {
  const kept = (before: TableShape, table: TableShape): TableShape => {
    const gone = Object.entries(before.columns)
      .filter(([name]) => !table.columns[name])
      .map(([name, column]) => [name, { ...column, notNull: false }] as const)
    return { ...table, columns: { ...table.columns, ...Object.fromEntries(gone) } }
  }
  return {
    ...old,
    ...Object.fromEntries(
      Object.entries(target).map(([name, table]) => [
        name,
        old[name] ? kept(old[name], table) : table,
      ]),
    ),
  }
}

/**
 * Migrates a development database to the schemas while they are edited: applies the difference in
 * one transaction, without a file in `src/server/migrations`. The resulting snapshot is kept in
 * `settings`, so files that `npm run generate` writes later count as applied. Removed columns and
 * tables are kept, so that nothing is lost while someone types.
 * @throws the error of PostgreSQL when rows do not fit (values that cannot be converted,
 * duplicates); nothing is changed then.
 */
export const followSchemas = async (
  db: Database,
  model: Model,
  log: DatabaseLog,
): Promise<void> => {
  let old = await stored<Snapshot>(db, KEY)
  if (old) {
    await db.transaction(async (tx) => {
      await tx.query("DELETE FROM migrations WHERE id <> 'lock'")
      for (const { id, sql } of migrationFiles) {
        await tx.query('INSERT INTO migrations (id, checksum, trigram) VALUES ($1, $2, $3)', [
          id,
          checksumOf(sql),
          db.capabilities.trigram,
        ])
      }
    })
  } else {
    await migrate(db, { log })
    old = JSON.parse(readFileSync(new URL('meta/snapshot.json', MIGRATIONS), 'utf8')) as Snapshot
  }
  const fingerprint = fingerprintOf(model)
  // The library that describes tables takes longer to load than everything else.
  if (fingerprint === (await stored<string>(db, FINGERPRINT))) return
  const { snapshotOf } = await import('#server/migrations/snapshot.ts')
  const target = snapshotOf(model)
  const now = JSON.stringify(keeping(old, target))
  const remember = (tx: Pick<Database, 'query'>) =>
    tx.query(STORE, [FINGERPRINT, JSON.stringify(fingerprint)])
  if (now === JSON.stringify(old)) return void (await remember(db))
  const { planMigration } = await import('#server/migrations/plan.ts')
  const { expand, contract } = await planMigration(model, old, target)
  const steps = [...expand, ...contract].filter(
    ({ sql }) => !DROPS_DATA.test(sql) && (db.capabilities.trigram || !sql.includes(TRIGRAM)),
  )
  await db.asOwner((owner) =>
    owner.transaction(async (tx) => {
      for (const { sql } of steps) await tx.query(sql)
      if (db.application) await grantApplication(tx.query, db.application)
      await tx.query(STORE, [KEY, now])
      await remember(tx)
    }),
  )
  if (steps.length) {
    log.info(`Development database: ${steps.map(({ sql }) => sql.split('\n')[0]).join(' ')}`)
  }
}
