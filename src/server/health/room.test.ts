import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resources } from '#schemas/index.ts'
import { compileModel } from '#model/compile.ts'
import { openApiDocument } from '#model/openapi.ts'
import type { PathItem } from '#model/openapi/operations.ts'
import { markWhenFull, refuseWhenFull } from '../http/fullDisk.ts'
import { onError } from '../http/errors.ts'
import { newRoutes } from '../web/routes.ts'
import { watchRoom, type Room } from './room.ts'

const MB = 1_000_000
let dataDir: string
let free: number
let clock: number
let room: Room
let said: string[]
const ballast = (): boolean => fs.existsSync(path.join(dataDir, 'ballast'))

beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'room-'))
  free = 1000 * MB
  clock = 0
  said = []
  const keep = (text: string): void => void said.push(text)
  room = watchRoom({
    dataDir,
    reserveBytes: 512 * MB,
    ballastBytes: 3 * MB,
    free: async () => free,
    now: () => clock,
    log: { info: keep, warn: keep, error: keep },
  })
  await vi.waitFor(() => expect(ballast()).toBe(true), { timeout: 20_000 })
})
afterEach(() => {
  room.close()
  fs.rmSync(dataDir, { recursive: true })
})
const look = (bytes: number): Promise<boolean> => {
  free = bytes
  clock += 10_000
  return room.look()
}

test('keeps a ballast file while space is plentiful, and frees it when space runs out', async () => {
  expect(fs.statSync(path.join(dataDir, 'ballast')).size).toBe(3 * MB)
  await look(600 * MB)
  await look(100 * MB)
  expect(ballast()).toBe(true)
  await look(1 * MB)
  expect(ballast()).toBe(false)
  await look(513 * MB)
  expect(ballast()).toBe(false)
  // The first file may still be on its way to the disk: then a later look writes the next one.
  await vi.waitFor(
    async () => {
      await look(700 * MB)
      expect(ballast()).toBe(true)
    },
    { timeout: 20_000 },
  )
  expect(room.release()).toBe(true)
  expect(room.release()).toBe(false)
})

test('is full below the reserve but not above it, logs each change once and checks the disk once a second', async () => {
  expect(await look(511 * MB)).toBe(true)
  expect(await look(510 * MB)).toBe(true)
  free = 600 * MB
  clock += 999
  expect(await room.look()).toBe(true)
  clock += 1
  expect(await room.look()).toBe(false)
  expect(said).toEqual([
    expect.stringMatching(/^The disk is full: 511 MB are free in .*, and 512 MB are needed\./),
    'There is room on the disk again.',
  ])
})

test('on a full disk, writes return 507 and other requests work, marked by a header', async () => {
  const app = newRoutes()
  app.onError(onError(() => {}))
  app.use('*', markWhenFull(room))
  app.use('*', refuseWhenFull(room))
  app.all('*', (c) => c.json({ done: c.req.method }))
  const ask = async (method: string, place: string): Promise<unknown[]> => {
    const { status, headers } = await app.request(place, { method })
    return [status, headers.get('x-disk'), headers.get('retry-after')]
  }
  const done = [200, null, null]
  expect(await ask('POST', '/api/hotels')).toEqual(done)
  await look(0)
  const refused = [507, 'full', '60']
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
    expect(await ask(method, '/api/hotels')).toEqual(refused)
  }
  expect(await ask('POST', '/pay/test')).toEqual(refused)
  for (const [method, place] of [
    ['GET', '/api/hotels'],
    ['POST', '/api/auth/sign-in/email'],
    ['POST', '/api/auth/sign-out'],
  ] as const) {
    expect(await ask(method, place)).toEqual([200, 'full', null])
  }
  await look(1000 * MB)
  expect(await ask('POST', '/api/hotels')).toEqual(done)
})

test('the OpenAPI document lists 507 for exactly the requests that are refused', async () => {
  const app = newRoutes()
  app.onError(onError(() => {}))
  app.use('*', refuseWhenFull(room))
  app.all('*', (c) => c.json({}))
  await look(0)
  const { paths } = openApiDocument(compileModel(resources), resources)
  const calls = Object.entries(paths).flatMap(([place, item]) =>
    Object.entries(item as PathItem).map(
      ([method, { responses }]) => [place, method.toUpperCase(), responses as object] as const,
    ),
  )
  const named = calls.map(([place, method, responses]) => [place, method, '507' in responses])
  const refused: unknown[] = []
  for (const [place, method] of calls) {
    refused.push([place, method, (await app.request(place, { method })).status === 507])
  }
  expect(named).toEqual(refused)
  expect(new Set(named.map(([, , refusal]) => refusal))).toEqual(new Set([true, false]))
})

test.each(['53100', 'ENOSPC', 'EDQUOT'])('the write error %s also returns 507', async (code) => {
  const app = newRoutes()
  app.onError(onError(() => {}))
  app.all('*', () => {
    throw Object.assign(new Error('no room'), { code })
  })
  const response = await app.request('/api/hotels', { method: 'POST' })
  expect(response.status).toBe(507)
  expect(await response.json()).toMatchObject({ code: 'disk_full' })
})
