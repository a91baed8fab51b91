import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { TEMPLATE } from '#tests/support/postgres.ts'
import { DatabaseInUse, DatabaseUnusable } from './errors.ts'
import { type Database, databaseDirectory, openDatabase } from './pool.ts'

let dataDir: string
beforeEach(() => (dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-test-'))))
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const open = (): Promise<Database> =>
  openDatabase({ dataDir, log: silentLog, template: process.env[TEMPLATE] })

function contents(directory: string): Record<string, string> {
  const files = fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
  return Object.fromEntries(
    files
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return [
          path.relative(directory, file),
          createHash('sha256').update(fs.readFileSync(file)).digest('hex'),
        ]
      })
      .sort(),
  )
}

describe('the embedded database in a directory', () => {
  it('keeps what was committed over closing and opening, readable by its owner only', async () => {
    const first = await open()
    await first.query('CREATE TABLE t (n int)')
    await first.query('INSERT INTO t VALUES (7)')
    await first.close()
    const second = await open()
    expect((await second.query('SELECT n FROM t')).rows).toEqual([{ n: 7 }])
    await second.close()
    expect(fs.statSync(databaseDirectory(dataDir)).mode & 0o077).toBe(0)
    expect(fs.readdirSync(dataDir)).toEqual(['database'])
  })

  it('keeps committed rows when a runaway query is stopped', async () => {
    const db = await openDatabase({
      dataDir,
      log: silentLog,
      template: process.env[TEMPLATE],
      queryTimeoutMs: 5000,
    })
    await db.query('CREATE TABLE t (n int)')
    await db.query('INSERT INTO t VALUES (1)')
    await expect(
      db.transaction(async (tx) => {
        await tx.query('INSERT INTO t VALUES (2)')
        await tx.query(
          'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b',
        )
      }),
    ).rejects.toMatchObject({ code: '57014' })
    expect((await db.query('SELECT n FROM t')).rows).toEqual([{ n: 1 }])
    await db.close()
  })

  it('is refused to a second opener, and nothing is touched', async () => {
    const db = await open()
    const before = contents(databaseDirectory(dataDir))
    await expect(open()).rejects.toThrow(DatabaseInUse)
    expect(contents(databaseDirectory(dataDir))).toEqual(before)
    await db.close()
  })

  const damages: [string, (directory: string) => void][] = [
    ['a missing control file', (directory) => fs.rmSync(path.join(directory, 'global/pg_control'))],
    [
      'another version',
      (directory) => fs.writeFileSync(path.join(directory, 'PG_VERSION'), '12\n'),
    ],
    [
      'something that is no database',
      (directory) => {
        fs.rmSync(directory, { recursive: true })
        fs.mkdirSync(directory)
        fs.writeFileSync(path.join(directory, 'notes.txt'), 'mine')
      },
    ],
    [
      'a flipped byte in the control file',
      (directory) => {
        const file = path.join(directory, 'global/pg_control')
        const bytes = fs.readFileSync(file)
        bytes[100]! ^= 255
        fs.writeFileSync(file, bytes)
      },
    ],
    [
      'a log full of rubbish',
      (directory) => {
        for (const name of fs
          .readdirSync(path.join(directory, 'pg_wal'))
          .filter((file) => /^[0-9A-F]{24}$/.test(file))) {
          const file = path.join(directory, 'pg_wal', name)
          fs.writeFileSync(file, Buffer.alloc(fs.statSync(file).size, 7))
        }
      },
    ],
    ['a cut catalogue', (directory) => fs.truncateSync(path.join(directory, 'base/5/1249'), 8192)],
    [
      'a missing database',
      (directory) => fs.rmSync(path.join(directory, 'base/5'), { recursive: true }),
    ],
  ]
  // Made once and copied: what is damaged is the files, not the making of them.
  let healthy: string
  beforeAll(async () => {
    healthy = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-healthy-'))
    await (
      await openDatabase({ dataDir: healthy, log: silentLog, template: process.env[TEMPLATE] })
    ).close()
  })
  afterAll(() => fs.rmSync(healthy, { recursive: true, force: true }))
  it.each(damages)('with %s says what to do and leaves every byte as it was', async (_, damage) => {
    fs.cpSync(healthy, dataDir, { recursive: true })
    const directory = databaseDirectory(dataDir)
    damage(directory)
    const before = contents(directory)
    const failure = await open().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DatabaseUnusable)
    expect((failure as Error).message).toMatch(
      /left as they are.*restore the newest file of the backups/s,
    )
    expect(contents(directory)).toEqual(before)
    expect(fs.readdirSync(dataDir)).toEqual(['database'])
  })

  it(
    'loses no acknowledged commit when its process is killed, again and again',
    async () => {
      const cycles = Number(process.env.KILL_CYCLES ?? 5)
      const writer = `import('${path.join(import.meta.dirname, 'pool.ts')}').then(async ({ openDatabase }) => {
      const log = { info() {}, warn() {}, error: console.error }
      const db = await openDatabase({ dataDir: process.argv[1], log, template: process.argv[2] || undefined })
      await db.query('CREATE TABLE IF NOT EXISTS acked (n int PRIMARY KEY, filler text)')
      let n = (await db.query('SELECT coalesce(max(n), 0) AS n FROM acked')).rows[0].n
      console.log('start ' + n)
      for (;;) {
        n++
        await db.transaction(tx => tx.query('INSERT INTO acked VALUES ($1, $2)', [n, 'x'.repeat(n % 800)]))
        console.log('acked ' + n)
      }
    })`
      let acked = 0
      for (let cycle = 0; cycle < cycles; cycle++) {
        const child = spawn(
          process.execPath,
          ['--import', 'tsx', '-e', writer, dataDir, process.env[TEMPLATE] ?? ''],
          { stdio: ['ignore', 'pipe', 'inherit'] },
        )
        let text = ''
        const target = 20 + Math.floor(Math.random() * 200)
        await new Promise<void>((resolve, reject) => {
          child.stdout.on('data', (part: Buffer) => {
            text += part.toString()
            if ((text.match(/acked/g)?.length ?? 0) >= target) child.kill('SIGKILL')
          })
          child.once('close', (code, signal) =>
            signal === 'SIGKILL'
              ? resolve()
              : reject(new Error(`the writer ended by itself: ${code}`)),
          )
        })
        const lines = text.split('\n').slice(0, -1)
        expect(Number(lines[0]?.slice(6))).toBeGreaterThanOrEqual(acked)
        acked = Number(lines.at(-1)?.slice(6))
      }
      const db = await open()
      const { rows } = await db.query<{ n: number; last: number }>(
        'SELECT count(*) AS n, max(n) AS last FROM acked',
      )
      expect(rows[0]?.last).toBeGreaterThanOrEqual(acked)
      expect(rows[0]?.n).toBe(rows[0]?.last)
      await db.close()
    },
    120_000 + 60_000 * Number(process.env.KILL_CYCLES ?? 5),
  )
})
