import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { scratch } from '#tests/support/postgres.ts'
import { DatabaseInUse, DatabaseUnusable } from '../errors.ts'
import { type Database, openDatabase } from '../pool.ts'
import { readPid } from './process.ts'

let dataDir: string
let healthy: string
const children: ChildProcess[] = []
// Created once and copied: creating the files takes longer than each test.
beforeAll(async () => {
  healthy = scratch('embedded-healthy')
  await (await openDatabase({ dataDir: healthy, log: silentLog })).close()
})
beforeEach(() => {
  dataDir = scratch('embedded-test')
  fs.cpSync(healthy, dataDir, { recursive: true })
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})
afterAll(() => fs.rmSync(healthy, { recursive: true, force: true }))

const open = (): Promise<Database> => openDatabase({ dataDir, ownerOnly: true, log: silentLog })
const files = (): string => path.join(dataDir, 'database')
/** True when the process exists and is not a zombie. */
const isAlive = (pid: number): boolean =>
  fs.existsSync(`/proc/${pid}/stat`) &&
  !fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')

/** Checksums of all files below, except those that every start writes. */
function contents(directory: string): Record<string, string> {
  const found = fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    // PostgreSQL writes its start options and temporary files before it reads anything.
    .filter(
      (entry) =>
        entry.isFile() &&
        entry.name !== 'postmaster.opts' &&
        path.basename(entry.parentPath) !== 'pg_stat_tmp',
    )
  return Object.fromEntries(
    found
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

/**
 * Another process that opens the database and runs `then` with it as `db`; `line` waits for its
 * output.
 */
function process2(then: string): { child: ChildProcess; line: (start: string) => Promise<string> } {
  const code = `import(${JSON.stringify(path.join(import.meta.dirname, '../pool.ts'))}).then(async ({ openDatabase }) => {
    const log = { info() {}, warn() {}, error: console.error }
    const db = await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, ownerOnly: true, log })
    ${then}
  })`
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  return {
    child,
    async line(start) {
      for (;;) {
        const found = text
          .split('\n')
          .slice(0, -1)
          .findLast((one) => one.startsWith(start))
        if (found !== undefined) return found
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${text}`)
        await sleep(20)
      }
    },
  }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('close', () => resolve())
  })

describe('the embedded database in a directory', () => {
  test('is created on the first start, readable by its owner only', async () => {
    fs.rmSync(dataDir, { recursive: true })
    fs.mkdirSync(path.join(dataDir, 'database.new/half'), { recursive: true })
    const first = await open()
    await first.query('CREATE TABLE t (n int)')
    await first.query('INSERT INTO t VALUES (7)')
    expect(fs.statSync(path.join(dataDir, 'socket')).mode & 0o077).toBe(0)
    await first.close()
    const second = await open()
    expect((await second.query('SELECT n FROM t')).rows).toEqual([{ n: 7 }])
    await second.close()
    expect(fs.statSync(files()).mode & 0o077).toBe(0)
    expect(fs.readdirSync(dataDir).sort()).toEqual(['database', 'database.lock'])
  })

  test('is created although the files of a start that was just killed are still being made', async () => {
    fs.rmSync(dataDir, { recursive: true })
    const { child } = process2('')
    const draft = (): string | undefined =>
      fs.existsSync(dataDir)
        ? fs.readdirSync(dataDir).find((name) => name.startsWith('database.new'))
        : undefined
    await expect
      .poll(() => draft() && fs.readdirSync(path.join(dataDir, draft()!)).length, {
        timeout: 20_000,
        interval: 5,
      })
      .toBeGreaterThan(0)
    child.kill('SIGKILL')
    await ended(child)
    const db = await open()
    expect((await db.query('SELECT 1 AS v')).rows).toEqual([{ v: 1 }])
    await db.close()
    expect(fs.readdirSync(dataDir).sort()).toEqual(['database', 'database.lock'])
  })

  test('is durable, uses a built-in locale, listens on no network and grants no superuser rights', async () => {
    const db = await open()
    const { rows } = await db.query<{ v: string[] }>(
      `SELECT array_agg(current_setting(name) ORDER BY name) AS v FROM unnest(ARRAY['data_checksums', 'fsync', 'full_page_writes', 'listen_addresses', 'ssl', 'synchronous_commit']) name`,
    )
    expect(rows[0]?.v).toEqual(['on', 'on', 'on', '', 'off', 'on'])
    // Indexes of a locale of the system could not be read by other programs of the same major version.
    const locales = await db.query(
      'SELECT DISTINCT pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale FROM pg_database',
    )
    expect(locales.rows).toEqual([{ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' }])
    await expect(db.query("COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toMatchObject({
      code: '42501',
    })
    await db.close()
  })

  test('keeps committed rows when a runaway query is cancelled', async () => {
    const db = await openDatabase({
      dataDir,
      ownerOnly: true,
      log: silentLog,
      queryTimeoutMs: 2000,
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

  test('refuses a second opener and stays usable', async () => {
    const db = await open()
    await db.query('CHECKPOINT').catch(() => {})
    await expect(open()).rejects.toThrow(DatabaseInUse)
    expect((await db.query('SELECT 1 AS v')).rows).toEqual([{ v: 1 }])
    await db.close()
  })

  test('is shared with a command that runs beside the server, including notifications', async () => {
    const server = process2(`await db.query('CREATE TABLE t (n int)')
      await db.listen('news', (text) => console.log('received ' + text))
      console.log('ready')
      setInterval(() => {}, 1000)`)
    await server.line('ready')
    const db = await openDatabase({ dataDir, beside: true, ownerOnly: true, log: silentLog })
    await db.query('INSERT INTO t VALUES (1)')
    await db.notify('news', 'from beside')
    expect(await server.line('received')).toBe('received from beside')
    await db.close()
    server.child.kill('SIGKILL')
    await ended(server.child)
    // Without a server, the command runs on the files itself.
    const alone = await openDatabase({ dataDir, beside: true, ownerOnly: true, log: silentLog })
    expect((await alone.query('SELECT n FROM t')).rows).toEqual([{ n: 1 }])
    await alone.close()
  })

  test('stops when its parent process is killed', async () => {
    const { child, line } = process2(`console.log('ready'); setInterval(() => {}, 1000)`)
    await line('ready')
    const { pid } = readPid(files())!
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(fs.existsSync(path.join(files(), 'postmaster.pid'))).toBe(false)
  })

  test('stops an orphaned PostgreSQL of an earlier start and takes over its files', async () => {
    const { child, line } = process2(`console.log('ready'); setInterval(() => {}, 1000)`)
    await line('ready')
    const { pid } = readPid(files())!
    // Program, shim and pipe watcher: everything that could stop PostgreSQL.
    child.kill('SIGSTOP')
    const shim = Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
    const watchers = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(shim)], {
      encoding: 'utf8',
    })
    for (const one of watchers.trim().split('\n')) {
      if (one.endsWith(' sh')) process.kill(Number.parseInt(one, 10), 'SIGKILL')
    }
    process.kill(shim, 'SIGKILL')
    child.kill('SIGKILL')
    await ended(child)
    await sleep(300)
    expect(isAlive(pid)).toBe(true)
    const said: string[] = []
    const db = await openDatabase({
      dataDir,
      log: { ...silentLog, warn: (message) => void said.push(message) },
    })
    expect(said).toEqual([`Stopping PostgreSQL of an earlier start (process ${pid})…`])
    expect(isAlive(pid)).toBe(false)
    expect((await db.query('SELECT 1 AS v')).rows).toEqual([{ v: 1 }])
    await db.close()
  })

  test.each([
    ['of a process that has another program by now', () => `${process.ppid}\n${files()}\n`],
    ['of a thread', () => `${threadOf(process.pid)}\n${files()}\n`],
    ['that is empty', () => ''],
  ])('starts despite a leftover process id file %s', async (_, text) => {
    fs.writeFileSync(path.join(files(), 'postmaster.pid'), text())
    const db = await open()
    expect((await db.query('SELECT 1 AS v')).rows).toEqual([{ v: 1 }])
    await db.close()
  })

  test('places its socket elsewhere when the path is too long', async () => {
    const long = path.join(dataDir, 'a-directory-with-a-long-name'.repeat(4))
    fs.cpSync(healthy, long, { recursive: true })
    const db = await openDatabase({ dataDir: long, log: silentLog })
    const { socket } = readPid(path.join(long, 'database'))!
    expect(socket.startsWith(os.tmpdir())).toBe(true)
    expect(fs.statSync(socket).mode & 0o077).toBe(0)
    await db.close()
    expect(fs.existsSync(socket)).toBe(false)
  })

  test('restarts when PostgreSQL is killed, and recovers committed rows', async () => {
    const said: string[] = []
    const keep = (message: string): void => void said.push(message)
    const db = await openDatabase({
      dataDir,
      ownerOnly: true,
      log: { info: keep, warn: keep, error: keep },
    })
    await db.query('CREATE TABLE t AS SELECT 1 AS n')
    const { pid } = readPid(files())!
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => said.at(-1)).toBe('PostgreSQL is running again.')
    expect((await db.query('SELECT n FROM t')).rows).toEqual([{ n: 1 }])
    expect(said.filter((text) => text.startsWith('PostgreSQL'))).toEqual([
      expect.stringMatching(/^PostgreSQL stopped unexpectedly/),
      'PostgreSQL is running again.',
    ])
    await db.close()
    expect(fs.existsSync(path.join(files(), 'postmaster.pid'))).toBe(false)
  })

  const threadOf = (pid: number): string =>
    fs.readdirSync(`/proc/${pid}/task`).find((id) => Number(id) !== pid)!

  const damages: [string, (directory: string) => void][] = [
    ['a missing control file', (directory) => fs.rmSync(path.join(directory, 'global/pg_control'))],
    [
      'something that is not a database',
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
  ]
  test.each(damages)(
    'with %s reports what to do and leaves its files unchanged',
    async (_, damage) => {
      damage(files())
      const before = contents(files())
      const failure = await open().catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(DatabaseUnusable)
      expect((failure as Error).message).toMatch(
        /left as they are.*restore the newest file of the backups/s,
      )
      expect(contents(files())).toEqual(before)
    },
  )

  test('explains how to move files of another major version, and changes none', async () => {
    fs.writeFileSync(path.join(files(), 'PG_VERSION'), '19\n')
    const before = contents(files())
    await expect(open()).rejects.toThrow('written by PostgreSQL 19, this version brings 18')
    await expect(open()).rejects.toThrow(/npm run backup.*npm run restore.*Nothing was changed/s)
    expect(contents(files())).toEqual(before)
  })
})
