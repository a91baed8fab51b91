/**
 * Old files are moved once and completely, or left as they were. PGlite itself is replaced by a
 * PostgreSQL that holds the tables of the first version; the control file is one that it wrote.
 */
import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postgresUrl, silentLog } from '#tests/support/database.ts'
import { scratch } from '#tests/support/postgres.ts'
import { embeddedLevels, migrate } from '../../../migrations/migrate.ts'
import { migrationFiles } from '../../../migrations/sql/index.ts'
import { inOrder } from '../../../migrations/sqlFile.ts'
import { DatabaseInUse, DatabaseUnusable } from '../../errors.ts'
import { thisProcess } from '../../processIdentity.ts'
import { type Database, openDatabase } from '../../pool.ts'
import { runQuery } from '../../query.ts'
import type { OpenOld } from './open.ts'
import { isPglite } from './recognise.ts'

const control = gunzipSync(
  fs.readFileSync(path.join(import.meta.dirname, '__fixtures__/pg_control.gz')),
)
let dataDir: string
/** A directory that was moved once, to be copied. */
let moved: string
let oldUrl: string
const ids = inOrder(migrationFiles).map(({ id }) => id)

beforeAll(async () => {
  oldUrl = await postgresUrl()
  const old = await openDatabase({ databaseUrl: oldUrl, ownerOnly: true, log: silentLog })
  await migrate(old, { log: silentLog, files: inOrder(migrationFiles).slice(0, 1) })
  await old.query(`INSERT INTO audit (channel, entity, record_id, version, action, hash)
      SELECT 'api', 'hotel', gen_random_uuid(), 1, 'create', 'h' || i FROM generate_series(1, 1200) i;
    INSERT INTO employees (id, created_at, updated_at, name, email, state)
      SELECT gen_random_uuid(), now(), now(), 'Person "é" ' || i, i || '@example.com', 'active' FROM generate_series(1, 20) i;
    INSERT INTO "user" (id, name, email, "personId") SELECT id::text, name, email, id FROM employees;
    INSERT INTO session (id, token, "expiresAt", "userId") SELECT id::text, id::text, now() + interval '1 day', id::text FROM employees;
    INSERT INTO settings VALUES ('organisation', '{"name": "Old"}')`)
  await old.close()
  dataDir = moved = oldDirectory()
  await (await open()).close()
})
afterAll(() => remove(moved))

/** A directory as the earlier version left it. */
const oldDirectory = (): string => {
  const place = scratch('pglite-test')
  for (const name of ['base', 'global', 'pg_wal', 'pg_xact']) {
    fs.mkdirSync(path.join(place, 'database', name), { recursive: true })
  }
  fs.writeFileSync(path.join(place, 'database/PG_VERSION'), '18\n')
  fs.writeFileSync(path.join(place, 'database/global/pg_control'), control)
  return place
}

const remove = (place: string): void =>
  fs.rmSync(place, { recursive: true, force: true, maxRetries: 20 })

beforeEach(() => {
  dataDir = oldDirectory()
})
afterEach(() => remove(dataDir))

const clients: pg.Client[] = []
afterAll(() => Promise.all(clients.map((client) => client.end())))

/** The old database on one connection, with `change` applied to the rows it returns. */
const openOld =
  (change: <T>(rows: T[], text: string) => T[] = (rows) => rows): OpenOld =>
  async (directory) => {
    expect(fs.readFileSync(path.join(directory, 'global/pg_control'))).toEqual(control)
    // Opening writes to the files, so it must have been given a copy.
    fs.writeFileSync(path.join(directory, 'global/pg_control'), 'written to')
    const client = new pg.Client({ connectionString: oldUrl })
    clients.push(client)
    await client.connect()
    return {
      async query(text, values) {
        const { rows, rowCount } = await runQuery<never>(client, text, values)
        return { rows: change(rows, String(text)), rowCount }
      },
      close: async () => void (await client.query('ROLLBACK')),
    }
  }

const open = (old: OpenOld = openOld()): Promise<Database> =>
  openDatabase({
    dataDir,
    ownerOnly: true,
    log: silentLog,
    moving: { levels: embeddedLevels(), openOld: old },
  })

/** For directories that were moved before. */
const notOpened: OpenOld = () => Promise.reject(new Error('The old files were opened again.'))

/** Every file below a directory with its content. */
const contents = (directory: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(directory, file), fs.readFileSync(file, 'base64')]),
  )

const rowsOf = async (query: Database['query'], sql: string): Promise<unknown[]> =>
  (await query(sql)).rows

describe('PGlite files', () => {
  test('are recognised by their control file', async () => {
    expect(await isPglite(path.join(dataDir, 'database'))).toBe(true)
    const ours = Buffer.from(control)
    ours.writeUInt32LE(1, 248)
    fs.writeFileSync(path.join(dataDir, 'database/global/pg_control'), ours)
    expect(await isPglite(path.join(dataDir, 'database'))).toBe(false)
  })

  test('are moved at the start with every row, and migrated to the current schema', async () => {
    const before = contents(path.join(dataDir, 'database'))
    remove(dataDir)
    fs.cpSync(moved, dataDir, { recursive: true })
    const db = await open(notOpened)
    const old = await openDatabase({ databaseUrl: oldUrl, ownerOnly: true, log: silentLog })
    for (const sql of [
      'SELECT seq, xid::text, at, entity, record_id FROM audit ORDER BY seq',
      'SELECT id, name, email FROM employees ORDER BY id',
      'SELECT id, token, "expiresAt" FROM session ORDER BY id',
      'SELECT key, value FROM settings ORDER BY key',
    ]) {
      expect(await rowsOf(db.query, sql)).toEqual(await rowsOf(old.query, sql))
    }
    await old.close()
    expect(await rowsOf(db.query, 'SELECT id FROM migrations')).toHaveLength(ids.length)
    expect(
      await rowsOf(
        db.query,
        'SELECT count(*) AS n FROM audit WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())',
      ),
    ).toEqual([{ n: 0 }])
    // The next row gets its own number, and later versions' guards are in place.
    await db.query(
      "INSERT INTO audit (channel, entity, record_id, version, action) VALUES ('api', 'hotel', gen_random_uuid(), 1, 'create')",
    )
    expect(await rowsOf(db.query, 'SELECT max(seq) AS n FROM audit')).toEqual([{ n: 1201 }])
    await expect(db.query('DELETE FROM audit')).rejects.toThrow('append-only')
    await db.close()
    expect(contents(path.join(dataDir, 'database.pglite'))).toEqual(before)
    expect(fs.readdirSync(dataDir).sort()).toEqual(['database', 'database.lock', 'database.pglite'])
  })

  const failures: [string, OpenOld, string][] = [
    [
      'they cannot be opened',
      () => Promise.reject(new Error('the package could not be fetched')),
      'the package could not be fetched',
    ],
    [
      'a row is lost',
      openOld((rows, text) =>
        text.startsWith('FETCH') && rows.length < 21 ? rows.slice(1) : rows,
      ),
      'did not arrive as it was',
    ],
    [
      'a table differs from what this program made',
      openOld((rows, text) => (text.includes('checksum FROM migrations') ? rows.slice(1) : rows)),
      'their tables are not those that this program made',
    ],
  ]
  test.each(failures)('stay unchanged when %s', async (_, old, reason) => {
    const before = contents(dataDir)
    const failure = await open(old).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DatabaseUnusable)
    expect((failure as Error).message).toContain(reason)
    expect((failure as Error).message).toMatch(
      /npm run backup.*move the directory aside.*npm run restore.*Nothing was changed/s,
    )
    expect(contents(dataDir)).toEqual(before)
  })

  test('are not moved by a program without migrations, or while the earlier version runs', async () => {
    await expect(openDatabase({ dataDir, log: silentLog })).rejects.toThrow(
      /start the server to move them.*Nothing was changed/s,
    )
    const lock = path.join(dataDir, 'database.lock')
    fs.writeFileSync(lock, JSON.stringify({ ...thisProcess(), nonce: 'held' }))
    await expect(open()).rejects.toThrow(DatabaseInUse)
    expect(fs.readdirSync(dataDir).sort()).toEqual(['database', 'database.lock'])
  })

  test.each([['before'], ['after']])(
    'are not moved again when the first move was cut off just %s they were renamed',
    async (when) => {
      remove(dataDir)
      fs.cpSync(moved, dataDir, { recursive: true })
      const place = (name: string): string => path.join(dataDir, name)
      fs.renameSync(place('database'), place('database.moved'))
      if (when === 'before') fs.renameSync(place('database.pglite'), place('database'))
      const db = await open(notOpened)
      expect(await rowsOf(db.query, 'SELECT count(*) AS n FROM employees')).toEqual([{ n: 20 }])
      await db.close()
      expect(fs.existsSync(place('database.pglite'))).toBe(true)
    },
  )
})
