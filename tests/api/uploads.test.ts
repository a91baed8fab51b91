import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { samplePng } from '#tests/support/samplePng.ts'
import { startApi, type Api } from './harness.ts'

const text = (bytes: number): string =>
  'line of text\n'.repeat(Math.ceil(bytes / 13)).slice(0, bytes)

describe('chunked uploads', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
    await api.person('manager', [builtInRole('manager').id])
    await api.person('viewer', [builtInRole('viewer').id])
  }, 120_000)
  afterAll(() => api?.close())

  const begin = (
    size: number,
    more: { name?: string; as?: string; headers?: Record<string, string> } = {},
  ) =>
    api.call('POST', '/api/files/uploads', { body: { name: more.name ?? 'a.txt', size }, ...more })
  const chunk = (id: string, offset: number, content: string, as = 'super-admin') =>
    api.call('PUT', `/api/files/uploads/${id}`, {
      as,
      body: content,
      headers: { 'content-type': 'application/octet-stream', 'upload-offset': String(offset) },
    })
  const finish = (id: string, as = 'super-admin') =>
    api.call('POST', `/api/files/uploads/${id}/finish`, { as })
  const stored = async (): Promise<number> =>
    (
      await api.services.db.query<{ n: number }>(
        'select count(*)::int as n from uploads where jsonb_array_length(parts) > 0',
      )
    ).rows[0]!.n

  test('open uploads count towards a person’s daily upload limit', async () => {
    await api.person('eager', [builtInRole('manager').id])
    const statuses: number[] = []
    for (let n = 0; n < 41; n++) statuses.push((await begin(25_000_000, { as: 'eager' })).status)
    expect(statuses).toEqual([...Array<number>(40).fill(201), 429])
    await api.services.db.query('delete from uploads where size = 25000000')
    expect((await begin(25_000_000, { as: 'eager' })).status).toBe(201)
    await api.services.db.query('delete from uploads where size = 25000000')
  })

  test('chunks become one file, even if chunks and the finish request are sent again', async () => {
    const {
      status,
      body: { data },
      headers,
    } = await begin(2_500_000)
    expect([status, data.offset, data.chunkBytes, headers.get('location')]).toEqual([
      201,
      0,
      1_000_000,
      `/api/files/uploads/${data.id}`,
    ])
    const whole = text(2_500_000)
    expect((await chunk(data.id, 0, whole.slice(0, 1_000_000))).body.data.offset).toBe(1_000_000)
    const again = await chunk(data.id, 0, whole.slice(0, 1_000_000))
    expect([again.status, again.body.code, again.body.offset]).toEqual([
      409,
      'wrong_offset',
      1_000_000,
    ])
    expect((await finish(data.id)).body).toMatchObject({
      status: 409,
      code: 'incomplete',
      offset: 1_000_000,
    })
    await chunk(data.id, 1_000_000, whole.slice(1_000_000, 2_000_000))
    expect((await api.call('GET', `/api/files/uploads/${data.id}`)).body.data.offset).toBe(
      2_000_000,
    )
    await chunk(data.id, 2_000_000, whole.slice(2_000_000))
    const [first, second, third] = [
      ...(await Promise.all([finish(data.id), finish(data.id)])),
      await finish(data.id),
    ]
    expect([first!.status, second!.status, third!.status]).toEqual([201, 201, 201])
    expect(new Set([first, second, third].map((a) => a!.body.data.id)).size).toBe(1)
    expect((await api.call('GET', first!.body.data.url, { as: 'nobody' })).text).toBe(whole)
    expect(await stored()).toBe(0)
  })

  test('a repeated start with the same idempotency key creates one upload', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [await begin(10, { headers }), await begin(10, { headers })]
    expect([first.status, again.status, again.body.data.id]).toEqual([201, 201, first.body.data.id])
  })

  test('of concurrent requests with the same chunk, one is stored', async () => {
    const {
      body: { data },
    } = await begin(1_500_000)
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => chunk(data.id, 0, text(1_000_000))),
    )
    expect(sent.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await api.call('GET', `/api/files/uploads/${data.id}`)).body.data.offset).toBe(
      1_000_000,
    )
  })

  test('chunked uploads are sanitised and checked by content like every other file', async () => {
    const png = samplePng(40, 30, [1, 2, 3])
    const {
      body: { data },
    } = await begin(png.byteLength, { name: '../x.pdf' })
    const sent = await api.app.request(`/api/files/uploads/${data.id}`, {
      method: 'PUT',
      body: png as BodyInit,
      headers: {
        authorization: `Bearer ${api.tokens.get('super-admin')}`,
        'content-type': 'application/octet-stream',
        'upload-offset': '0',
      },
    })
    expect(sent.status).toBe(200)
    expect((await finish(data.id)).body.data).toMatchObject({
      name: 'x.pdf.png',
      type: 'image/png',
      width: 40,
      height: 30,
    })
    const evil = (await begin(20, { name: 'a.png' })).body.data
    await chunk(evil.id, 0, '<html><script></scri')
    expect((await finish(evil.id)).status).toBe(415)
    expect((await finish(evil.id)).status).toBe(404)
    expect(await stored()).toBe(1)
  })

  test('an upload is visible only to its sender; people who may write no file field cannot start one', async () => {
    const {
      body: { data },
    } = await begin(10)
    for (const response of [
      await api.call('GET', `/api/files/uploads/${data.id}`, { as: 'manager' }),
      await chunk(data.id, 0, text(10), 'manager'),
      await finish(data.id, 'manager'),
      await api.call('DELETE', `/api/files/uploads/${data.id}`, { as: 'manager' }),
      await finish(randomUUID()),
    ]) {
      expect(response.status).toBe(404)
    }
    expect((await begin(10, { as: 'viewer' })).status).toBe(403)
    expect((await begin(10, { as: 'nobody' })).status).toBe(401)
    expect((await chunk(data.id, 0, text(10))).status).toBe(200)
    expect((await api.call('DELETE', `/api/files/uploads/${data.id}`)).status).toBe(204)
    expect((await finish(data.id)).status).toBe(404)
  })

  test('refuses empty, oversized and malformed uploads', async () => {
    expect((await begin(0)).body).toMatchObject({ status: 422, detail: 'This file is empty.' })
    expect((await begin(25_000_001)).status).toBe(413)
    for (const body of [
      {},
      { name: 'a' },
      { name: 'a', size: -1 },
      { name: 'a', size: 1.5 },
      { name: '', size: 1 },
      { name: 'a', size: 1, extra: 1 },
      [],
    ]) {
      expect((await api.call('POST', '/api/files/uploads', { body })).status).toBe(422)
    }
    const { id } = (await begin(2_000_000)).body.data
    expect((await chunk(id, 0, 'short')).status).toBe(422)
    expect((await chunk(id, 0, text(1_000_001))).status).toBe(413)
    expect(
      (
        await api.call('PUT', `/api/files/uploads/${id}`, {
          body: 'x',
          headers: { 'content-type': 'application/octet-stream' },
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await api.call('PUT', `/api/files/uploads/${id}`, {
          body: 'x',
          headers: { 'content-type': 'text/plain', 'upload-offset': '0' },
        })
      ).status,
    ).toBe(415)
    expect((await api.call('GET', '/api/files/uploads/nothing')).status).toBe(404)
    const form = new FormData()
    form.set('file', new File([], 'a.txt'))
    expect((await api.call('POST', '/api/files', { body: form })).body).toMatchObject({
      status: 422,
      errors: [{ path: 'file', code: 'empty' }],
    })
  })

  test('a person has at most a hundred open uploads; they are purged after a day', async () => {
    const before = (
      await api.services.db.query<{ n: number }>(
        'select count(*)::int as n from uploads where file_id is null',
      )
    ).rows[0]!.n
    for (let n = before; n < 100; n++) expect((await begin(10)).status).toBe(201)
    expect((await begin(10)).body.code).toBe('too_many_uploads')
    expect((await begin(10, { as: 'manager' })).status).toBe(201)
    await api.services.db.query("update uploads set created_at = now() - interval '25 hours'")
    await api.services.uploads.purge()
    expect((await api.services.db.query('select 1 from uploads')).rowCount).toBe(0)
    expect((await begin(10)).status).toBe(201)
  })
})
