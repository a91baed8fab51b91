import { describe, expect, test } from 'vitest'
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { libraryModel } from '#tests/toy.ts'
import { silentLog, testDatabase } from '#tests/support/database.ts'
import type { Database } from '../database/pool.ts'
import { createTables } from './createTables.ts'
import { migrate, MigrationMismatch } from './migrate.ts'
import { migrationFiles } from './sql/index.ts'
import { formatSql, type MigrationFile, type Statement } from './sqlFile.ts'

const file = (id: string, ...sql: string[]): MigrationFile => ({
  id,
  sql: formatSql(
    'test',
    sql.map((s): Statement => ({ kind: 'statement', sql: s })),
  ),
})
const first = file('0001_initial.expand', 'CREATE TABLE "shelf" ("id" int PRIMARY KEY)')
const second = file('0002_shelf.contract', 'ALTER TABLE "shelf" DROP COLUMN "room"')
const secondExpand = file(
  '0002_shelf.expand',
  'ALTER TABLE "shelf" ADD COLUMN "room" text',
  'ALTER TABLE "shelf" ADD COLUMN "floor" text',
)

const tableNames = async (db: Database): Promise<string[]> =>
  (
    await db.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1",
    )
  ).rows.map((r) => r.name)

const withDatabase = async (test: (db: Database) => Promise<void>): Promise<void> => {
  const db = await testDatabase()
  try {
    await test(db)
  } finally {
    await db.close()
  }
}

describe('migrate', () => {
  test('creates every table of the product, and does nothing on a second run', () =>
    withDatabase(async (db) => {
      await migrate(db, { log: silentLog })
      const names = await tableNames(db)
      for (const { table } of compileModel(resources).resources) expect(names).toContain(table)
      expect(names).toEqual(expect.arrayContaining(['audit', 'files', 'jobs', 'session', 'user']))
      const said: string[] = []
      await migrate(db, { log: { info: (m) => said.push(m) } })
      expect(said).toEqual([])
    }))

  test('moves saved views out of people’s preferences without losing any', () =>
    withDatabase(async (db) => {
      const before = migrationFiles.filter(({ id }) => id < '0017')
      await migrate(db, { log: silentLog, files: before })
      const kept = { density: 'compact', columns: ['code'] }
      const views = [
        { name: 'Mine', search: '?state=draft' },
        { name: 'Tree', search: '?layout=tree&state=draft' },
        { name: 7, search: 'no view' },
      ]
      for (const [account, key, value] of [
        ['a', 'list.hotels', { ...kept, views, start: 'Tree' }],
        ['b', 'list.orders.ongoing-order', { views: views.slice(0, 1), start: 'Gone' }],
        ['b', 'list.banners', kept],
        ['b', 'theme', 'dark'],
      ] as const) {
        await db.query('INSERT INTO preferences VALUES ($1, $2, $3)', [
          account,
          key,
          JSON.stringify(value),
        ])
      }
      await migrate(db, { log: silentLog })
      const { rows } = await db.query<{ id: string; name: string }>(
        'SELECT id, account_id, collection, path, name, state, shared FROM views ORDER BY account_id, name',
      )
      const place = { account_id: 'a', collection: 'hotels', path: '', shared: false }
      const [mine, tree] = views
      expect(rows).toEqual([
        { ...place, id: rows[0]?.id, name: 'Mine', state: { search: mine!.search } },
        {
          ...place,
          id: rows[1]?.id,
          name: 'Tree',
          state: { search: tree!.search, wide: { layout: 'tree' } },
        },
        {
          ...place,
          id: rows[2]?.id,
          account_id: 'b',
          collection: 'orders',
          path: '/ongoing-order',
          name: 'Mine',
          state: { search: mine!.search },
        },
      ])
      const left = await db.query('SELECT key, value FROM preferences ORDER BY account_id, key')
      expect(left.rows).toEqual([
        { key: 'list.hotels', value: { ...kept, start: rows[1]!.id } },
        { key: 'list.banners', value: kept },
        { key: 'list.orders.ongoing-order', value: {} },
        { key: 'theme', value: 'dark' },
      ])
    }))

  test('creates the tables of any model for tests', () =>
    withDatabase(async (db) => {
      await createTables(db, libraryModel)
      expect(await tableNames(db)).toEqual(expect.arrayContaining(['books', 'member_roles']))
    }))

  test('applies the expand file before the contract file of the same number', () =>
    withDatabase(async (db) => {
      await migrate(db, { log: silentLog, files: [second, secondExpand, first] })
      const { rows } = await db.query<{ name: string }>(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'shelf' ORDER BY 1",
      )
      expect(rows.map((r) => r.name)).toEqual(['floor', 'id'])
    }))

  test('applies each file once when several processes start at the same time', () =>
    withDatabase(async (db) => {
      const said: string[] = []
      const log = { info: (m: string) => void said.push(m) }
      await Promise.all(
        Array.from({ length: 5 }, () => migrate(db, { log, files: [first, secondExpand] })),
      )
      expect(said).toHaveLength(2)
      expect((await db.query('SELECT id FROM migrations')).rows).toHaveLength(2)
    }))

  test('leaves no changes from a file that fails', () =>
    withDatabase(async (db) => {
      const broken = file(
        '0002_broken.expand',
        'CREATE TABLE "half" ("id" int)',
        'ALTER TABLE "missing" ADD COLUMN "x" int',
      )
      await expect(migrate(db, { log: silentLog, files: [first, broken] })).rejects.toThrow(
        /missing/,
      )
      expect(await tableNames(db)).toEqual(['migrations', 'shelf'])
    }))

  test('refuses a file that was edited after it was applied', () =>
    withDatabase(async (db) => {
      await migrate(db, { log: silentLog, files: [first] })
      const edited = file(first.id, 'CREATE TABLE "shelf" ("id" bigint PRIMARY KEY)')
      await expect(migrate(db, { log: silentLog, files: [edited] })).rejects.toThrow(
        MigrationMismatch,
      )
    }))

  test('refuses a database that is newer than the code, naming the unknown migration', () =>
    withDatabase(async (db) => {
      await migrate(db, { log: silentLog, files: [first, secondExpand] })
      await expect(migrate(db, { log: silentLog, files: [first] })).rejects.toThrow(
        /newer than this program.*0002_shelf\.expand/,
      )
    }))

  test('refuses a file numbered before one that was already applied', () =>
    withDatabase(async (db) => {
      await migrate(db, { log: silentLog, files: [secondExpand, first].slice(1) })
      await migrate(db, { log: silentLog, files: [first, file('0003_last.expand', 'SELECT 1')] })
      await expect(
        migrate(db, {
          log: silentLog,
          files: [first, secondExpand, file('0003_last.expand', 'SELECT 1')],
        }),
      ).rejects.toThrow(/0002_shelf\.expand is older/)
    }))

  test('skips trigram indexes while the extension is missing, and creates them later', () =>
    withDatabase(async (real) => {
      const trigram: MigrationFile = {
        id: '0001_initial.expand',
        sql: formatSql('test', [
          { kind: 'trigram', sql: 'CREATE EXTENSION IF NOT EXISTS pg_trgm' },
          { kind: 'statement', sql: 'CREATE TABLE "shelf" ("search" text)' },
          {
            kind: 'trigram',
            sql: 'CREATE INDEX "shelf_search_idx" ON "shelf" USING gin ("search" gin_trgm_ops)',
          },
        ]),
      }
      const indexes = async () =>
        (await real.query("SELECT 1 FROM pg_indexes WHERE indexname = 'shelf_search_idx'")).rowCount
      await migrate(
        { ...real, capabilities: { ...real.capabilities, trigram: false } },
        { log: silentLog, files: [trigram] },
      )
      expect(await indexes()).toBe(0)
      await migrate(real, { log: silentLog, files: [trigram] })
      expect(await indexes()).toBe(1)
    }))
})
