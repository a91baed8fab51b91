/** Backups of other versions of the program, with its real migrations. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog, testDatabase } from '#tests/support/database.ts'
import { migrate, migrationLevels } from '../migrations/migrate.ts'
import { migrationFiles } from '../migrations/sql/index.ts'
import { inOrder } from '../migrations/sqlFile.ts'
import { backup } from './backup.ts'
import { checksum, tables } from './catalogue.ts'
import type { Database } from './pool.ts'
import { restore } from './restore.ts'

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'levels-test-'))
const old = path.join(scratch, 'old.ndjson.gz')
const ordered = inOrder(migrationFiles)
const open: Database[] = []
const fresh = async (): Promise<Database> => {
  const db = await testDatabase()
  open.push(db)
  return db
}
const idsOf = async (db: Database): Promise<string[]> =>
  (await db.query<{ id: string }>("SELECT id FROM migrations WHERE id <> 'lock'")).rows
    .map(({ id }) => id)
    .sort()
const all = ordered.map(({ id }) => id).sort()

/**
 * Tables of the first version, with columns that later versions dropped and without those they
 * added.
 */
let source: Database
beforeAll(async () => {
  source = await fresh()
  await migrate(source, { log: silentLog, files: ordered.slice(0, 1) })
  await source.query(`INSERT INTO audit (channel, entity, record_id, version, action, hash)
      SELECT 'api', 'hotel', gen_random_uuid(), 1, 'create', 'h' || i FROM generate_series(1, 700) i;
    INSERT INTO employees (id, created_at, updated_at, name, email, state)
      SELECT gen_random_uuid(), now(), now(), 'Person ' || i, i || '@example.com', 'active' FROM generate_series(1, 20) i;
    INSERT INTO settings VALUES ('organisation', '{"name": "Old"}')`)
  await backup(source, old)
})
afterAll(async () => {
  await Promise.all(open.map((db) => db.close()))
  fs.rmSync(scratch, { recursive: true, force: true })
})

const shows = async (db: Database): Promise<void> => {
  expect(await idsOf(db)).toEqual(all)
  for (const sql of [
    'SELECT seq, xid::text, at, channel, entity, record_id, version, action FROM audit ORDER BY seq',
    'SELECT id, name, email, state FROM employees ORDER BY id',
    'SELECT key, value FROM settings ORDER BY key',
  ]) {
    expect((await db.query(sql)).rows).toEqual((await source.query(sql)).rows)
  }
  expect((await db.query('SELECT DISTINCT email_verified AS v FROM employees')).rows).toEqual([
    { v: false },
  ])
  // The next row gets its own number, and later versions' guards are in place.
  await db.query(
    "INSERT INTO audit (channel, entity, record_id, version, action) VALUES ('api', 'hotel', gen_random_uuid(), 1, 'create')",
  )
  expect((await db.query('SELECT max(seq) AS n FROM audit')).rows).toEqual([{ n: 701 }])
  await expect(db.query('DELETE FROM audit')).rejects.toThrow('append-only')
}

test('a backup of the first version is restored into an empty database and migrated', async () => {
  const db = await fresh()
  expect(await restore(db, old, { levels: migrationLevels(db) })).toEqual({ rows: 721 })
  await shows(db)
})

test('a backup of the first version replaces the rows of a current database only on request', async () => {
  const db = await fresh()
  await migrate(db, { log: silentLog })
  await db.query(`INSERT INTO settings VALUES ('mine', '1')`)
  await expect(restore(db, old, { levels: migrationLevels(db) })).rejects.toThrow(
    'Table settings has rows already',
  )
  expect((await db.query('SELECT key FROM settings')).rows).toEqual([{ key: 'mine' }])
  expect(await idsOf(db)).toEqual(all)
  await restore(db, old, { levels: migrationLevels(db), replace: true })
  await shows(db)
})

test('a damaged backup changes nothing, not even the schema version', async () => {
  const db = await fresh()
  await migrate(db, { log: silentLog })
  const file = path.join(scratch, 'cut.ndjson.gz')
  const text = gunzipSync(fs.readFileSync(old)).toString()
  fs.writeFileSync(file, gzipSync(text.split('\n').slice(0, -2).join('\n')))
  await expect(restore(db, file, { levels: migrationLevels(db) })).rejects.toThrow('cut off')
  expect(await idsOf(db)).toEqual(all)
  await db.query('SELECT email_verified FROM employees')
})

test('a backup of a newer version, or a database of another program, is refused with a clear message', async () => {
  const newer = await fresh()
  await migrate(newer, { log: silentLog })
  const file = path.join(scratch, 'newer.ndjson.gz')
  await backup(newer, file)
  const db = await fresh()
  const older = migrationLevels(db, ordered.slice(0, -1))
  await expect(restore(db, file, { levels: older })).rejects.toThrow(
    `The backup was made by a newer version of this program: it holds the changes ${ordered.at(-1)!.id}, which this version does not know.`,
  )
  expect(await tables(db.query)).toEqual([])
  await db.query('CREATE TABLE settings (theirs int)')
  await expect(restore(db, old, { levels: migrationLevels(db) })).rejects.toThrow(
    'tables that are not of this program',
  )
  expect(await checksum(db.query, (await tables(db.query))[0]!)).toMatchObject({ rows: 0 })
})
