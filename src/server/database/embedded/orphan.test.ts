import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { copied, scratch } from '#tests/support/postgres.ts'
import { DatabaseUnusable } from '../errors.ts'
import { isServerLine, isServerOf, stopOrphan } from './orphan.ts'
import { initialise, launch, type PostgresProcess, type Programs, readPid } from './process.ts'
import { preparePrograms } from './programs.ts'
import { socketUrl, untilReady } from './ready.ts'
import { own } from './runner.ts'
import { productSettings } from './settings.ts'

let root: string
let programs: Programs
let place: string
let directory: string
let lock: string
let server: PostgresProcess | undefined
let client: pg.Client | undefined
/** Processes stopped by SIGSTOP. */
let frozen: number[]
beforeAll(async () => {
  root = scratch('orphan')
  fs.chmodSync(root, 0o711)
  programs = preparePrograms(root)
  const pristine = path.join(root, 'pristine')
  fs.mkdirSync(pristine, { mode: 0o700 })
  own(pristine, programs.runner)
  await initialise(programs, pristine, { sync: false })
})
beforeEach(() => {
  place = fs.mkdtempSync(path.join(root, 'one-'))
  fs.chmodSync(place, 0o711)
  directory = path.join(place, 'database')
  lock = path.join(place, 'lock')
  copied(path.join(root, 'pristine'), directory, programs.runner)
  frozen = []
  server = client = undefined
})
afterEach(async () => {
  for (const pid of frozen) signal(pid, 'SIGCONT')
  client?.end().catch(() => {})
  await server?.stop(0)
})
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/** A server with a connection whose process does not react to anything; returns its process id. */
async function stuckServer(): Promise<number> {
  const socket = path.join(place, 'socket')
  fs.mkdirSync(socket, { mode: 0o700 })
  own(socket, programs.runner)
  server = launch({ ...programs, directory, lock, socket, settings: productSettings })
  await untilReady(server, socket, silentLog)
  client = new pg.Client({ connectionString: socketUrl(socket, 'postgres', 'postgres') })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const { pid } = rows[0]!
  signal(pid, 'SIGSTOP')
  frozen.push(pid)
  return pid
}

const hearing = (): { said: string[]; log: typeof silentLog } => {
  const said: string[] = []
  const warn = (message?: string): void => void said.push(message ?? '')
  return { said, log: { ...silentLog, warn } }
}

describe('a PostgreSQL server left by an earlier start', () => {
  test('is stopped by SIGINT, then SIGQUIT, and never by SIGKILL', async () => {
    await stuckServer()
    const { pid } = readPid(directory)!
    const { said, log } = hearing()
    const kill = process.kill.bind(process)
    const sent: unknown[] = []
    process.kill = (to, name) => {
      sent.push(name)
      return kill(to, name)
    }
    try {
      // PostgreSQL itself ends a process that does not react within five seconds.
      await stopOrphan(directory, lock, log, { gentleMs: 300 })
    } finally {
      process.kill = kill
    }
    expect(sent).toEqual(['SIGINT', 'SIGQUIT'])
    expect(said).toEqual(
      Array.from({ length: 2 }, () => `Stopping PostgreSQL of an earlier start (process ${pid})…`),
    )
    await server!.exited
    expect(isServerOf(pid, directory)).toBe(false)
  })

  test('is waited for while its child processes still hold the lock', async () => {
    const child = await stuckServer()
    const { pid } = readPid(directory)!
    signal(pid, 'SIGKILL')
    await server!.exited
    let done = false
    const stopping = stopOrphan(directory, lock, silentLog).then((stale) => {
      done = true
      return stale
    })
    await sleep(500)
    expect([isServerOf(pid, directory), done]).toEqual([false, false])
    signal(child, 'SIGCONT')
    expect(await stopping).toBe(pid)
  })

  test('makes the start fail and keeps its files when its child processes do not end', async () => {
    await stuckServer()
    const { pid } = readPid(directory)!
    signal(pid, 'SIGKILL')
    await server!.exited
    const before = fs.readFileSync(path.join(directory, 'postmaster.pid'), 'utf8')
    const refused = stopOrphan(directory, lock, silentLog, { patienceMs: 200 })
    await expect(refused).rejects.toThrow(DatabaseUnusable)
    await expect(refused).rejects.toThrow(/keeps the database in .* in use and does not stop/)
    expect(fs.readFileSync(path.join(directory, 'postmaster.pid'), 'utf8')).toBe(before)
  })
})

describe('the PostgreSQL server of a directory', () => {
  test('is recognised by its program and directory, not by its process id', async () => {
    const like = (argv0: string, ...words: string[]) => {
      const code = 'console.log(1); setInterval(() => {}, 1000)'
      const child = spawn(process.execPath, ['-e', code, '--', ...words], { argv0 })
      return new Promise<boolean>((resolve) => {
        child.stdout.once('data', () => {
          resolve(isServerOf(child.pid!, '/data dir/database'))
          child.kill()
        })
      })
    }
    expect(await like('/a b/postgres', '-D', '/data dir/database')).toBe(true)
    expect(await like('/a b/postgres', '-D', '/data dir/database.new')).toBe(false)
    expect(await like('/a b/psql', '-D', '/data dir/database')).toBe(false)
    expect(isServerOf(2 ** 22 + 1, '/data dir/database')).toBe(false)
  })

  test.each([
    ['/Users/a b/native/bin/postgres -D /Users/a b/.data/database -k /tmp/x -c ssl=off', true],
    ['/native/bin/postgres -D /Users/a b/.data/database\n', true],
    ['/native/bin/postgres -D /Users/a b/.data/database.new -k /tmp/x', false],
    ['/native/bin/postgres -D /Users/a b/.data/other -k /tmp/x', false],
    ['/bin/vi /Users/a b/.data/database', false],
  ])('is matched by its `ps` command line: %s', (line, is) => {
    expect(isServerLine(line, '/Users/a b/.data/database')).toBe(is)
  })
})
