import os from 'node:os'
import { expect, test } from 'vitest'
import { diskOf } from './disk.ts'

const GB = 1_000_000_000
test.each([
  [3, 20, false],
  [1.9, 5, true],
  [9, 100, true],
  [10, 100, false],
])('%d of %d GB free: low is %s', async (free, total, low) => {
  expect(await diskOf('/', async () => ({ free: free * GB, total: total * GB }))).toEqual({
    freeBytes: free * GB,
    totalBytes: total * GB,
    low,
  })
})

test('the disk of a directory has its total and free bytes; a missing directory has no disk', async () => {
  const disk = await diskOf(os.tmpdir())
  expect(disk!.totalBytes).toBeGreaterThan(disk!.freeBytes)
  expect(disk!.freeBytes).toBeGreaterThan(0)
  expect(await diskOf('/no/such/directory')).toBeNull()
})
