import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog, testDatabase } from '#tests/support/database.ts'
import { backupNow } from '../database/schedule.ts'
import { sweepDrafts, writeDurably } from './durable.ts'
import { localFileStore } from '../files/store.ts'
import { ensureSecret } from '../secret.ts'

/**
 * System calls in order: `write`, `sync`, `make` (a directory) and `name` (a rename or link), each
 * with its path.
 */
const asked: [string, string][] = []

/** Records the calls of one `fs` function. */
const watch = <N extends 'open' | 'mkdir' | 'rename' | 'link'>(name: N): void => {
  const real = fs[name] as (...given: unknown[]) => Promise<unknown>
  vi.spyOn(fs, name).mockImplementation((async (...given: unknown[]) => {
    const result = await real(...given)
    const [first, second] = given as [string, string]
    if (name === 'open') watchHandle(result as FileHandle, first)
    else if (name !== 'mkdir') asked.push(['name', second], ['from', first])
    else if (result) asked.push(['make', first], ['top', path.dirname(result as string)])
    return result
  }) as never)
}

function watchHandle(handle: FileHandle, place: string): void {
  const { sync, writeFile } = handle
  handle.sync = async () => {
    await sync.call(handle)
    asked.push(['sync', place])
  }
  handle.writeFile = async (...given) => {
    asked.push(['write', place])
    return writeFile.apply(handle, given)
  }
}
for (const name of ['open', 'mkdir', 'rename', 'link'] as const) watch(name)

const root = mkdtempSync(path.join(tmpdir(), 'durable-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folder: string
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(root, 'test-')), 'not', 'yet')
  asked.length = 0
})

/** What a power loss at this moment could lose of the file, given the system calls so far. */
function losable(file: string): string[] {
  const named = asked.findIndex(([what, place]) => what === 'name' && place === file)
  const draft = asked[named + 1]?.[1]
  const written = asked.findLastIndex(([what, place]) => what === 'write' && place === draft)
  const after = (at: number, place: string): boolean =>
    asked.some(([what, one], i) => i > at && what === 'sync' && one === place)
  const contentSynced = asked.findIndex(
    ([what, place], i) => i > written && what === 'sync' && place === draft,
  )
  const lost = contentSynced >= 0 && contentSynced < named ? [] : ['its content']
  if (named < 0 || !after(named, path.dirname(file))) lost.push('its name')
  for (const [i, [what, made]] of asked.entries()) {
    if (what !== 'make') continue
    const top = asked[i + 1]![1]
    for (let at = made; at !== top; at = path.dirname(at)) {
      if (!after(i, path.dirname(at))) lost.push(`the directory ${at}`)
    }
  }
  return lost
}

async function* parts(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

describe('is synced to disk, with its name and all parent directories, before it is acknowledged:', () => {
  test('an uploaded file', async () => {
    const { key } = await localFileStore(folder).put(parts('hello ', 'world'), {
      extension: 'txt',
    })
    expect(losable(path.join(folder, key))).toEqual([])
    expect(readFileSync(path.join(folder, key), 'utf8')).toBe('hello world')
  })

  test('the installation secret', async () => {
    await ensureSecret({ secret: undefined, dataDir: folder })
    expect(losable(path.join(folder, 'secret'))).toEqual([])
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  test('a backup', async () => {
    const db = await testDatabase()
    await db.query('CREATE TABLE t AS SELECT 1 AS n')
    const file = await backupNow(db, folder, silentLog)
    await db.close()
    expect(losable(file)).toEqual([])
  })

  test('a file in a directory that a killed process created but did not sync', async () => {
    mkdirSync(folder, { recursive: true })
    await writeDurably(path.join(folder, 'file'), ['x'])
    expect(asked).toContainEqual(['sync', path.dirname(folder)])
  })
})

test('an existing file is not overwritten when replacing is disabled', async () => {
  const file = path.join(folder, 'file')
  expect(await writeDurably(file, ['first'], { replace: false })).toBe(true)
  expect(await writeDurably(file, ['second'], { replace: false })).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe('first')
  expect(await writeDurably(file, ['third'])).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe('third')
  expect(readdirSync(folder)).toEqual(['file'])
})

test('temporary files of a killed process are deleted after a day, and nothing else', async () => {
  const below = path.join(folder, 'ab')
  mkdirSync(below, { recursive: true })
  const old = new Date(Date.now() - 25 * 3_600_000)
  for (const place of ['.incoming-1', 'ab/.incoming-2', 'ab/.incoming-young', 'ab/kept.txt']) {
    writeFileSync(path.join(folder, place), 'x')
    if (!place.includes('young')) utimesSync(path.join(folder, place), old, old)
  }
  const dayAgo = new Date(Date.now() - 24 * 3_600_000)
  expect(await sweepDrafts(folder, dayAgo)).toBe(2)
  expect(readdirSync(folder)).toEqual(['ab'])
  expect(readdirSync(below).sort()).toEqual(['.incoming-young', 'kept.txt'])
  expect(await sweepDrafts(path.join(folder, 'absent'), dayAgo)).toBe(0)
})

test('a file that only partly fits on the disk is refused and leaves nothing behind', async () => {
  mkdirSync(folder, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  try {
    // Mounting needs privileges, so the shell sets this limit for a child process.
    const file = path.join(folder, 'file')
    const code = `import(${JSON.stringify(path.join(import.meta.dirname, 'durable.ts'))}).then(({ writeDurably }) =>
      writeDurably(${JSON.stringify(file)}, [Buffer.alloc(2 ** 21)]).catch((error) => console.log(error.code)))`
    const said = execFileSync(
      'sh',
      [
        '-c',
        mounted ? '"$@"' : 'ulimit -f 2048; trap "" XFSZ; "$@"',
        'sh',
        process.execPath,
        '--import',
        'tsx',
        '-e',
        code,
      ],
      { encoding: 'utf8' },
    )
    expect(said.trim()).toBe(mounted ? 'ENOSPC' : 'EFBIG')
    expect(readdirSync(folder)).toEqual([])
  } finally {
    if (mounted) execFileSync('umount', [folder])
  }
})
