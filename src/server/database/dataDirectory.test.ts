import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { DatabaseUnusable } from './errors.ts'
import { lockServer, openDataDirectory } from './dataDirectory.ts'
import { openDatabase } from './pool.ts'

let scratch: string
beforeEach(() => (scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'data-directory-'))))
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(scratch, { recursive: true, force: true })
})

test('a data directory that is a file, or below one, is refused with what to do', async () => {
  const file = path.join(scratch, 'file')
  fs.writeFileSync(file, 'mine')
  for (const dataDir of [file, path.join(file, 'data')]) {
    const failure = await openDatabase({ dataDir, log: silentLog }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DatabaseUnusable)
    expect((failure as Error).message).toMatch(
      /^The data directory .*file.* cannot be used: E.*\. Set DATA_DIR to a directory .* Nothing was changed\.$/,
    )
  }
  expect(fs.readFileSync(file, 'utf8')).toBe('mine')
})

test.runIf(process.getuid?.() === 0)('one of another user is refused, too', async () => {
  fs.chmodSync(scratch, 0o755)
  process.seteuid!(65534)
  try {
    await expect(openDataDirectory(path.join(scratch, 'new'))).rejects.toThrow(DatabaseUnusable)
    expect(() => lockServer(scratch)).toThrow(/cannot be used: EACCES/)
  } finally {
    process.seteuid!(0)
  }
})

test('on a full disk the lock is written into the room held back; without any, the start says so', () => {
  const full = Object.assign(new Error('ENOSPC: no space left'), {
    code: 'ENOSPC',
    syscall: 'write',
  })
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw full
  })
  let freed = 0
  const release = lockServer(scratch, () => {
    freed++
    write.mockRestore()
  })
  expect(freed).toBe(1)
  expect(fs.existsSync(path.join(scratch, 'server.lock'))).toBe(true)
  release()
  vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw full
  })
  expect(() => lockServer(scratch, () => {})).toThrow(
    /^The disk of the data directory .* is full\. Free some space, then start again\.$/,
  )
})
