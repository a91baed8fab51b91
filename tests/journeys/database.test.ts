/** Failures of the embedded database, as users see them. */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cannotMount } from '#cli/lib/mounts.mjs'
import { readPid } from '#server/database/embedded/process.ts'
import { openDatabase } from '#server/database/pool.ts'
import { launchBrowser, visit } from '#tests/support/browser.ts'
import { silentLog } from '#tests/support/database.ts'
import { bare, signIn } from '#tests/support/load.ts'
import { eventually, keepSession } from '#tests/support/pages.ts'
import { scratch } from '#tests/support/postgres.ts'
import { startProduct, type Product } from '#tests/support/product.ts'
import { smallDisk, type SmallDisk } from '#tests/support/smallDisk.ts'

let dataDir: string
let product: Product | undefined
let mounted: SmallDisk | undefined
beforeEach(() => {
  dataDir = scratch('database-journey')
  mounted = undefined
})
afterEach(async () => {
  await product?.stop({ keep: true })
  product = undefined
  mounted?.unmount()
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const start = async (env: Record<string, string> = {}): Promise<Product> =>
  (product = await startProduct({ dataDir, env: { ...bare, ...env } }))
const postgres = (): number => readPid(path.join(dataDir, 'database'))!.pid
const isAlive = (pid: number): boolean => fs.existsSync(`/proc/${pid}`)

const ask = async (place: string, token?: string, method = 'GET', body?: unknown) => {
  const response = await fetch(product!.url + place, {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { status, code, data } = (await response.json()) as {
    status?: unknown
    code?: string
    data?: unknown
  }
  const retryAfter = response.headers.get('retry-after')
  return { http: response.status, status, code, data, retryAfter }
}
let made = 0
const create = (token: string) =>
  ask('/api/facilities', token, 'POST', { name: 'x', code: `C-${made++}`, group: 'room' })

test('after PostgreSQL is killed, requests return 503 with Retry-After and status "recovering" until it is back', async () => {
  await start()
  const token = await signIn(product!)
  expect(await ask('/api/ready')).toMatchObject({ http: 200, status: 'ready' })
  // The next start is delayed, so that there is time to check.
  const { pid } = readPid(path.join(dataDir, 'database'))!
  fs.renameSync(path.join(dataDir, 'database/global'), path.join(dataDir, 'database/global.away'))
  process.kill(pid, 'SIGKILL')
  await eventually(async () => (await ask('/api/ready')).code).toBe('recovering')
  expect(await ask('/api/ready')).toMatchObject({ http: 503, retryAfter: '2' })
  expect(await ask('/api/health')).toMatchObject({ http: 200, status: 'recovering' })
  expect(await ask('/api/facilities', token)).toMatchObject({ http: 503, retryAfter: '2' })
  expect(await create(token)).toMatchObject({ http: 503, retryAfter: '2' })
  fs.renameSync(path.join(dataDir, 'database/global.away'), path.join(dataDir, 'database/global'))
  await eventually(async () => (await ask('/api/ready')).status).toBe('ready')
  expect(await create(token)).toMatchObject({ http: 201 })
  expect(await ask('/api/health')).toMatchObject({ http: 200, status: 'ok' })
})

test('stops within ten seconds despite open streams and a blocked request, and restarts with all data', async () => {
  await start()
  const token = await signIn(product!)
  const { data: stored } = await create(token)
  const { id } = stored as { id: string }
  const streams = await Promise.all(
    Array.from({ length: 5 }, () =>
      fetch(`${product!.url}/api/events`, { headers: { Authorization: `Bearer ${token}` } }),
    ),
  )
  const holder = await openDatabase({ dataDir, beside: true, log: silentLog })
  const locked = holder.transaction(async ({ query }) => {
    await query('LOCK TABLE facilities IN ACCESS EXCLUSIVE MODE')
    await query('SELECT pg_sleep(25)')
  })
  locked.catch(() => {})
  await sleep(300)
  const waiting = ask('/api/facilities', token).catch(() => 'cut off')
  await sleep(300)
  const pid = postgres()
  const begun = Date.now()
  await product!.stop({ keep: true })
  expect(Date.now() - begun).toBeLessThan(10_000)
  expect(await waiting).toBe('cut off')
  await Promise.all(streams.map(async ({ body }) => body?.cancel().catch(() => undefined)))
  await locked.catch(() => {})
  await holder.close().catch(() => {})
  await eventually(() => isAlive(pid)).toBe(false)
  expect(fs.existsSync(path.join(dataDir, 'database/postmaster.pid'))).toBe(false)
  await start()
  expect(await ask(`/api/facilities/${id}`, await signIn(product!))).toMatchObject({
    http: 200,
    data: stored,
  })
})

const MAY_MOUNT = cannotMount() === undefined

test('on a full disk, writes return 507 and reads work; writes resume once space is freed', async () => {
  // Without permission to mount, the test uses the disk as it is and reserves more space than it
  // has; nothing can be freed there.
  const disk = MAY_MOUNT ? (mounted = smallDisk(dataDir, 600)) : undefined
  await start({ DISK_RESERVE_MB: disk ? '100' : '1000000' })
  const token = await signIn(product!)
  if (disk) {
    expect(await create(token)).toMatchObject({ http: 201 })
    disk.leave(80)
  }
  await eventually(async () => (await create(token)).code).toBe('disk_full')
  expect(await create(token)).toMatchObject({ http: 507, retryAfter: '60' })
  expect(await ask('/api/facilities', token)).toMatchObject({ http: 200 })
  expect(await ask('/api/ready')).toMatchObject({ http: 200, status: 'full' })
  expect(await ask('/api/health')).toMatchObject({ http: 200, status: 'full' })
  const browser = await launchBrowser()
  try {
    const { page } = await visit(browser, product!)
    await page.goto('/auth/404')
    await keepSession(page, token, new Date(Date.now() + 3_600_000).toISOString())
    await page.goto('/facilities')
    const banner = page.getByText('The server’s disk is full.')
    await banner.waitFor()
    if (!disk) return
    disk.leave(400)
    await eventually(async () => (await create(token)).http).toBe(201)
    await banner.waitFor({ state: 'detached' })
  } finally {
    await browser.close()
  }
})
