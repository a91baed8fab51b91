/** The backup test and what operators see of it, on the embedded database. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { migrate, migrationLevels } from '../migrations/migrate.ts'
import { connections, slowStatements } from './observe.ts'
import { type Database, openDatabase } from './pool.ts'
import { lastRestoreTest, testRestore } from './restoreTest.ts'
import { backupNow } from './schedule.ts'

let dataDir: string
let db: Database
beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'restore-test-'))
  db = await openDatabase({ dataDir, log: silentLog })
  await migrate(db, { log: silentLog })
}, 60_000)
afterAll(async () => {
  await db?.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const tested = () => testRestore(db, dataDir, silentLog, migrationLevels)
const databases = async (): Promise<string[]> =>
  (await db.query<{ name: string }>('SELECT datname AS name FROM pg_database ORDER BY 1')).rows.map(
    ({ name }) => name,
  )

test('the newest backup is restored into a temporary database, compared, recorded and dropped again', async () => {
  expect(await tested()).toBeNull()
  await db.query(`INSERT INTO settings SELECT 'k' || i, '1' FROM generate_series(1, 600) i`)
  const file = await backupNow(db, dataDir, silentLog)
  const before = await databases()
  const found = await tested()
  expect(found).toMatchObject({ backup: path.basename(file), rows: 600, error: null })
  expect(await lastRestoreTest(db.query)).toEqual(found)
  expect(await databases()).toEqual(before)
}, 60_000)

test('a damaged backup is detected', async () => {
  const [name] = fs.readdirSync(path.join(dataDir, 'backups'))
  const file = path.join(dataDir, 'backups', name!)
  fs.truncateSync(file, fs.statSync(file).size - 40)
  const before = await databases()
  expect(await tested()).toMatchObject({ error: expect.stringContaining('cannot be read') })
  expect((await lastRestoreTest(db.query))?.error).toContain('cannot be read')
  expect(await databases()).toEqual(before)
}, 60_000)

test('connections and slow statements are reported without parameter values', async () => {
  expect(await connections(db.query)).toMatchObject({ used: expect.any(Number), most: 30 })
  await db.query("SELECT pg_sleep(0.08), 'a secret'")
  const slow = await slowStatements(db.query)
  expect(slow?.map(({ text }) => text)).toContain('SELECT pg_sleep($1), $2')
  expect(JSON.stringify(slow)).not.toContain('secret')
})
