/** Limits of a single account. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { purgeUnused } from '#server/files/purge.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { registerPerson } from '#tests/support/register.ts'
import { samplePng } from '#tests/support/samplePng.ts'
import { startApi, type Api } from './harness.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
  await api.person('viewer', [builtInRole('viewer').id])
}, 120_000)
afterAll(() => api?.close())

test('an account keeps at most 20 streams of events; a closed one makes room', async () => {
  const app = createApp({ ...api.services, config: { ...api.services.config, rateLimits: true } })
  const open = async (as: string) =>
    app.request('/api/events', { headers: { authorization: `Bearer ${api.tokens.get(as)}` } })
  const streams = await Promise.all(Array.from({ length: 20 }, () => open('viewer')))
  expect(streams.map((r) => r.status)).toEqual(Array.from({ length: 20 }, () => 200))
  const refused = await open('viewer')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  const other = await open('super-admin')
  expect(other.status).toBe(200)
  await streams[0]!.body!.cancel()
  const next = await open('viewer')
  expect(next.status).toBe(200)
  for (const stream of [...streams.slice(1), other, next]) await stream.body!.cancel()
})

test('preferences have a quota; of somebody who waits for approval next to nothing is kept', async () => {
  const waiting = {
    name: 'Waiting',
    email: 'waiting@example.com',
    password: 'copper lantern 9417 river',
  }
  api.tokens.set('waiting', await registerPerson(api, waiting))
  const put = async (as: string, key: string, kB: number) =>
    (await api.call('PUT', `/api/me/preferences/${key}`, { as, body: ['x'.repeat(kB * 1000)] }))
      .status
  const kept = async (as: string) => (await api.call('GET', '/api/me', { as })).text.length
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push(await put('viewer', `large${n}`, 60))
  expect(statuses).toEqual([204, 204, 204, 204, 422, 422])
  // Existing entries may still be changed.
  expect(await put('viewer', 'large0', 61)).toBe(204)
  expect([await put('waiting', 'a', 3), await put('waiting', 'b', 3)]).toEqual([204, 422])
  for (let n = 0; n < 12; n++) {
    statuses[n] = (
      await api.call('PUT', `/api/me/preferences/small${n}`, { as: 'waiting', body: n })
    ).status
  }
  expect(statuses.filter((s) => s === 204)).toHaveLength(9)
  expect(await kept('waiting')).toBeLessThan(8_000)
})

test('an upload that no record shows or showed is purged after a day, with its content', async () => {
  const upload = async () => {
    const form = new FormData()
    form.set('file', new File([samplePng(2, 2, [1, 2, 3]) as BlobPart], 'a.png'))
    return (await api.call('POST', '/api/files', { body: form })).body.data.id as string
  }
  const [unused, used, replaced] = [await upload(), await upload(), await upload()]
  for (const file of [replaced, used]) {
    const { id, version } = (await api.call('GET', `/api/hotels/${api.idOf('hotels')}`)).body.data
    const changed = await api.call('PATCH', `/api/hotels/${id}`, {
      version,
      body: { images: [{ file, alt: 'front' }] },
    })
    expect(changed.status, changed.text).toBe(200)
  }
  const { db, model } = api.services
  const left = async () =>
    (
      await db.query<{ id: string }>('select id from files where id = any($1::uuid[])', [
        [unused, used, replaced],
      ])
    ).rows.map((r) => r.id)
  const purge = async (hours: number) =>
    purgeUnused({ db, model, elsewhere: new Set(), now: () => Date.now() + hours * 3_600_000 })
  await purge(23)
  expect(await left()).toHaveLength(3)
  await purge(25)
  expect((await left()).sort()).toEqual([used, replaced].sort())
  const jobs = await db.query<{ n: number }>(
    "select count(*)::int as n from jobs where kind = 'forget-files'",
  )
  expect(jobs.rows[0]!.n).toBe(1)
})

test('a person uploads at most so much in a day', async () => {
  const form = new FormData()
  form.set('file', new File(['text'], 'a.txt'))
  const first = await api.call('POST', '/api/files', { body: form })
  expect(first.status).toBe(201)
  await api.services.db.query('update files set size = 1000000000 where id = $1', [
    first.body.data.id,
  ])
  const second = new FormData()
  second.set('file', new File(['more'], 'b.txt'))
  const refused = await api.call('POST', '/api/files', { body: second })
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'file_quota',
    '3600',
  ])
})
