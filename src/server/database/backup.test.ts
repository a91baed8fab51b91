import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog, testDatabase } from '#tests/support/database.ts'
import { backup } from './backup.ts'
import type { Database } from './pool.ts'
import { restore } from './restore.ts'
import { backupNow, listBackups, scheduleBackups } from './schedule.ts'

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-test-'))
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

const schema = `
  CREATE TABLE migrations (id text PRIMARY KEY, at timestamptz DEFAULT now());
  INSERT INTO migrations VALUES ('0001'), ('0002'), ('lock');
  CREATE TABLE a_person (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, boss bigint REFERENCES a_person, team int,
    name text, doubled text GENERATED ALWAYS AS (name || name) STORED);
  CREATE TABLE b_team (id serial PRIMARY KEY, lead bigint REFERENCES a_person);
  ALTER TABLE a_person ADD CONSTRAINT person_team FOREIGN KEY (team) REFERENCES b_team;
  CREATE TABLE odd (id uuid PRIMARY KEY, j jsonb, n numeric, f float8, b bytea, t timestamptz, d date, ts text[], u uuid[], c char(3), "Weird ""name" text);
  CREATE FUNCTION forbid() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''trigger ran''; END';
  CREATE TABLE log (id bigserial PRIMARY KEY, what text);`
const rows = `
  INSERT INTO a_person (name) SELECT 'p' || i || E'\\n\\t\\r\\u2028\\x01\\x02\\\\N"\\\\🙂' FROM generate_series(1, 1200) i;
  UPDATE a_person SET boss = 1201 - id;
  INSERT INTO b_team (lead) VALUES (1200), (NULL);
  UPDATE a_person SET team = 1 WHERE id % 2 = 0;
  INSERT INTO odd VALUES
   ('0197c1de-0000-7000-8000-000000000001', 'null', 0.1234567890123456789012345678901234567890, 'NaN', '\\x00ff', '2026-01-01 10:00:00.123456+00', '2026-02-28', ARRAY['a', NULL, 'b,"'], '{}', 'x', ''),
   ('0197c1de-0000-7000-8000-000000000002', NULL, NULL, 0.1, NULL, 'infinity', '0044-03-15 BC', NULL, NULL, NULL, NULL);
  INSERT INTO log (what) VALUES ('one'), ('two'), ('three');
  DELETE FROM log WHERE id = 3;`
const guards =
  'CREATE TRIGGER no_insert BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION forbid()'

async function filled(): Promise<Database> {
  const db = await testDatabase()
  await db.query(schema + rows + guards)
  return db
}

async function empty(): Promise<Database> {
  const db = await testDatabase()
  await db.query(schema + guards)
  return db
}

const count = async (db: Database, table: string): Promise<unknown> =>
  (await db.query(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n

test('a backup restores every value, references in any order, and sequence positions', async () => {
  const file = path.join(scratch, 'whole.gz')
  const [source, target] = [await filled(), await empty()]
  expect(await backup(source, file)).toEqual({
    rows: 1206,
    tables: { a_person: 1200, b_team: 2, log: 2, odd: 2 },
  })
  expect(await restore(target, file)).toEqual({ rows: 1206 })
  for (const table of ['a_person', 'b_team', 'odd', 'log']) {
    const sql = `SELECT t::text AS v FROM ${table} t ORDER BY id`
    expect((await target.query(sql)).rows).toEqual((await source.query(sql)).rows)
  }
  expect((await target.query('INSERT INTO b_team DEFAULT VALUES RETURNING id')).rows).toEqual([
    { id: 3 },
  ])
  expect(
    (await target.query("INSERT INTO a_person (name) VALUES ('new') RETURNING id")).rows,
  ).toEqual([{ id: 1201 }])
  expect((await target.query("SELECT nextval('log_id_seq') AS n")).rows).toEqual([{ n: 4 }])
  await expect(target.query("INSERT INTO log (what) VALUES ('x')")).rejects.toThrow('trigger ran')
  await expect(target.query('INSERT INTO b_team (lead) VALUES (99999)')).rejects.toMatchObject({
    code: '23503',
  })
  await Promise.all([source.close(), target.close()])
})

test('a full disk fails the backup, leaves no file and frees the connection', async () => {
  const file = path.join(scratch, 'full.gz')
  vi.spyOn(fs, 'createWriteStream').mockReturnValueOnce(fs.createWriteStream('/dev/full'))
  const db = await filled()
  // More than all buffers hold, so that the copy is stopped in its middle.
  await db.query(
    'CREATE TABLE a_first AS SELECT repeat(md5(i::text), 50) AS what FROM generate_series(1, 30000) i',
  )
  await expect(backup(db, file)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(fs.readdirSync(scratch).filter((name) => name.startsWith('full'))).toEqual([])
  expect(await count(db, 'a_first')).toBe(30_000)
  await db.close()
})

describe('restoring', () => {
  test('refuses damaged, truncated, foreign and wrong-version files and leaves the database unchanged', async () => {
    const file = path.join(scratch, 'restored.gz')
    const source = await filled()
    await backup(source, file)
    await source.close()
    const target = await empty()
    const text = gunzipSync(fs.readFileSync(file)).toString()
    const attempt = (content: Buffer | string): Promise<unknown> => {
      const damaged = path.join(scratch, 'damaged.gz')
      fs.writeFileSync(damaged, typeof content === 'string' ? gzipSync(content) : content)
      return restore(target, damaged)
    }
    await expect(attempt(text.replace('p7\\\\n', 'p8\\\\n').replace('"p7', '"p8'))).rejects.toThrow(
      'do not add up',
    )
    await expect(attempt(text.slice(0, text.length / 2))).rejects.toThrow(
      /cut off|not JSON|damaged/,
    )
    await expect(attempt(text.split('\n').slice(0, -2).join('\n'))).rejects.toThrow('cut off')
    await expect(attempt(fs.readFileSync(file).subarray(0, 5000))).rejects.toThrow('cannot be read')
    await expect(attempt('{"hello":1}\n')).rejects.toThrow('not a backup')
    await expect(attempt(text.replace('"0002"', '"0003"'))).rejects.toThrow(
      'migrations missing here: 0003',
    )
    expect([
      await count(target, 'a_person'),
      await count(target, 'odd'),
      await count(target, 'log'),
    ]).toEqual([0, 0, 0])
    await expect(target.query("INSERT INTO log (what) VALUES ('x')")).rejects.toThrow('trigger ran')
    await restore(target, file)
    await expect(restore(target, file)).rejects.toThrow('has rows already')
    await restore(target, file, { replace: true })
    expect(await count(target, 'a_person')).toBe(1200)
    await target.close()
  })
})

test('keeps the newest seven scheduled backups', async () => {
  const directory = path.join(scratch, 'backups')
  fs.mkdirSync(directory)
  for (let day = 1; day <= 9; day++) {
    fs.writeFileSync(path.join(directory, `backup-2020-01-0${day}T000000Z.ndjson.gz`), '')
  }
  fs.writeFileSync(path.join(directory, 'mine.txt'), '')
  const db = await filled()
  const file = await backupNow(db, scratch, silentLog)
  await db.close()
  const left = fs.readdirSync(directory).sort()
  expect(left).toHaveLength(8)
  expect(left).toContain(path.basename(file))
  expect(left).toContain('mine.txt')
  expect(left).not.toContain('backup-2020-01-03T000000Z.ndjson.gz')
})

test('two backups at once into one file leave a whole one', async () => {
  const file = path.join(scratch, 'twice.gz')
  const [db, target] = [await filled(), await empty()]
  const both = await Promise.all([backup(db, file), backup(db, file)])
  expect(both.map(({ rows: written }) => written)).toEqual([1206, 1206])
  expect(await restore(target, file)).toEqual({ rows: 1206 })
  expect(fs.readdirSync(scratch).filter((name) => name.startsWith('twice'))).toEqual(['twice.gz'])
  await Promise.all([db.close(), target.close()])
})

describe('scheduled backups', () => {
  let own: string
  let db: Database
  let made: string[]
  let errors: string[]
  const names = (): string[] => fs.readdirSync(path.join(own, 'backups')).sort()
  const leave = (name: string, age: number): void => {
    const place = path.join(own, 'backups', name)
    fs.writeFileSync(place, 'x')
    fs.utimesSync(place, new Date(Date.now() - age), new Date(Date.now() - age))
  }
  /** Lets the first one become due; resolves once `done` passes. */
  const afterAMinute = async (done: () => void, keepFreeBytes = 0): Promise<void> => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    const log = { ...silentLog, error: (text?: string) => void errors.push(text ?? '') }
    const stop = scheduleBackups(db, own, log, {
      made: async (file) => void made.push(path.basename(file)),
      keepFreeBytes,
    })
    try {
      vi.advanceTimersByTime(60_000)
      await vi.waitFor(done, { timeout: 20_000, interval: 20 })
    } finally {
      stop()
      vi.useRealTimers()
    }
  }
  beforeEach(async () => {
    own = fs.mkdtempSync(path.join(os.tmpdir(), 'scheduled-'))
    fs.mkdirSync(path.join(own, 'backups'))
    made = []
    errors = []
    db = await filled()
  })
  afterEach(async () => {
    await db.close()
    fs.rmSync(own, { recursive: true, force: true })
  })

  test('are made and kept although the system time was wrong before', async () => {
    // Written while the system time was ten years ahead, by name and by date.
    for (let day = 1; day <= 7; day++) {
      leave(`backup-2099-01-0${day}T000000Z.ndjson.gz`, -72 * 365 * 24 * 3_600_000)
    }
    await afterAMinute(() => expect(made).toHaveLength(1))
    expect(names()).toContain(made[0])
    expect(names()).toHaveLength(7)
    expect((await listBackups(own))[0]!.name).toBe(made[0])
  })

  test('are due by the time in the name of the newest, whatever copying did to its date', async () => {
    leave('backup-2020-01-01T000000Z.ndjson.gz', 0)
    await afterAMinute(() => expect(made).toHaveLength(1))
  })

  test('remove what a killed program left, but not what another writes', async () => {
    leave('backup-2020-01-01T000000Z.ndjson.gz.part', 3 * 3_600_000)
    leave('backup-2020-01-02T000000Z.ndjson.gz.x.part', 60_000)
    await afterAMinute(() => expect(made).toHaveLength(1))
    expect(names()).toEqual(['backup-2020-01-02T000000Z.ndjson.gz.x.part', made[0]])
  })

  test('do not begin when the disk would be full', async () => {
    leave('backup-2020-01-01T000000Z.ndjson.gz', 0)
    await afterAMinute(() => expect(errors).toHaveLength(1), 10 ** 18)
    expect(errors[0]).toMatch(/^The scheduled backup failed: There is not enough room in .*backups/)
    expect([made, names()]).toEqual([[], ['backup-2020-01-01T000000Z.ndjson.gz']])
  })

  test('are reported, the first a minute after the start', async () => {
    await afterAMinute(() => expect(made).toHaveLength(1))
    expect(names()).toEqual(made)
  })
})
