/** PostgreSQL on a full file system; only root may mount one (`src/cli/lib/mounts.mjs`). */
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bare, damage, nothing, signIn, startLoad } from '#tests/support/load.ts'
import { eventually } from '#tests/support/pages.ts'
import { scratch } from '#tests/support/postgres.ts'
import { startProduct, type Product } from '#tests/support/product.ts'
import { smallDisk, type SmallDisk } from '#tests/support/smallDisk.ts'

let dataDir: string
let disk: SmallDisk
let product: Product | undefined
beforeEach(() => {
  dataDir = scratch('no-room')
  disk = smallDisk(dataDir, 600)
})
afterEach(async () => {
  await product?.stop({ keep: true })
  disk.unmount()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

test('a full PostgreSQL disk loses no acknowledged write, and writes resume once space is freed', async () => {
  // The product does not watch the disk here, so writes continue until PostgreSQL fails.
  product = await startProduct({ dataDir, env: { ...bare, DISK_RESERVE_MB: '0' } })
  const kept = nothing()
  const load = startLoad(product, await signIn(product), kept, { uploaders: 4 })
  await load.more(50)
  const refused = (): number => (load.failures.get(507) ?? 0) + (load.failures.get(503) ?? 0)
  disk.leave(0)
  await eventually(refused).toBeGreaterThan(20)
  await sleep(3000)
  disk.leave(300)
  await load.more(50)
  await load.stop()
  expect(await damage(dataDir, kept)).toEqual({
    lostRecords: 0,
    lostFiles: 0,
    brokenFiles: 0,
    withoutAudit: 0,
    withoutRecord: 0,
  })
})
