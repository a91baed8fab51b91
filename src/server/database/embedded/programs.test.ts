import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBinaries, linkLibraries } from './binaries.ts'
import { chooseRunner } from './runner.ts'

let place: string
beforeEach(() => (place = fs.mkdtempSync(path.join(os.tmpdir(), 'programs-test-'))))
afterEach(() => fs.rmSync(place, { recursive: true, force: true }))

describe('the programs of PostgreSQL', () => {
  it('are found, and taken from POSTGRES_BIN where that names them', () => {
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

  it('get the links between libraries that an install script would have made', () => {
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

  it('find these links in a directory of ours where the package is read-only', () => {
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

describe.runIf(process.getuid?.() === 0)('as root, PostgreSQL runs', () => {
  it('in a user namespace, also on files nobody else reaches', () => {
    fs.chmodSync(place, 0o700)
    expect(chooseRunner([place]).prefix[0]).toBe('unshare')
  })

  it('as another user where there are no namespaces and that one reaches the files', () => {
    fs.chmodSync(place, 0o711)
    const { prefix, uid } = chooseRunner([place], { unshare: 'no-such-program' })
    expect(prefix).toEqual([])
    expect(uid).toBeGreaterThan(0)
  })

  it('not at all where neither is possible, and the start says what to do', () => {
    fs.chmodSync(place, 0o700)
    expect(() => chooseRunner([place], { unshare: 'no-such-program' })).toThrow(
      /as an ordinary user, set DATA_DIR .* or set DATABASE_URL/,
    )
  })
})

it('an ordinary user runs it without more', () => {
  expect(chooseRunner([place], { isRoot: false })).toEqual({ prefix: [] })
})
