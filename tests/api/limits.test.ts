/** Limits of a single account. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import type { Model } from '#model/types.ts'
import { createApp } from '#server/app.ts'
import { purgeUnused } from '#server/files/purge.ts'
import { maxBytesPerDay } from '#server/files/quota.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { registerPerson } from '#tests/support/register.ts'
import { samplePng } from '#tests/support/samplePng.ts'
import { startApi, type Api } from './harness.ts'

const systemContext = (model: Model) => ({
  access: compileAccess(model, systemActor),
  channel: 'api' as const,
  requestId: 'test',
  operationId: randomUUID(),
})

const gate = () => {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), passed }
}

let api: Api
beforeAll(async () => {
  api = await startApi()
  await api.person('viewer', [builtInRole('viewer').id])
}, 120_000)
afterAll(() => api?.close())

test('an account has at most 20 open event streams; closing one frees a place', async () => {
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

/** The product with its limits: sends requests, and some that run until their body ends. */
const limited = () => {
  const app = createApp({ ...api.services, config: { ...api.services.config, rateLimits: true } })
  const send = (path: string, as = 'super-admin', more: RequestInit = {}) =>
    app.request(path, {
      method: 'POST',
      ...more,
      headers: { authorization: `Bearer ${api.tokens.get(as)}`, ...more.headers },
    })
  /** A request that runs until its body ends. */
  const held = (path: string, type: string) => {
    let end = (): void => {}
    let begin = (): void => {}
    const reading = new Promise<void>((resolve) => {
      begin = resolve
    })
    const body = new ReadableStream(
      {
        pull: (source) => {
          end = () => source.close()
          begin()
        },
      },
      { highWaterMark: 0 },
    )
    const init = { headers: { 'content-type': type }, body, duplex: 'half' } as RequestInit
    const response = Promise.resolve(send(path, 'super-admin', init))
    return { reading, end: () => end(), response }
  }
  return { send, held }
}

test('expensive requests of one person wait for each other, whatever the collection', async () => {
  const { send, held } = limited()
  const collections = api.model.resources.filter((r) => !r.readOnly).map((r) => r.collection)
  const groups = [
    {
      type: 'application/json',
      running: 2,
      waiting: 8,
      paths: [...collections.map((c) => `/api/${c}/bulk`), `/api/undo/${randomUUID()}`],
    },
    {
      type: 'multipart/form-data; boundary=x',
      running: 4,
      waiting: 20,
      paths: [
        '/api/files',
        `/api/files/uploads/${randomUUID()}/finish`,
        ...collections.flatMap((c) => [`/api/${c}/import`, `/api/${c}/import/table`]),
      ],
    },
  ]
  for (const { type, running: most, waiting, paths } of groups) {
    const running = Array.from({ length: most }, () => held(paths[0]!, type))
    await Promise.all(running.map(({ reading }) => reading))
    const further = Array.from({ length: waiting }, () => send(paths[0]!))
    for (const path of paths) expect((await send(path)).status, path).toBe(429)
    expect((await send(paths[0]!, 'viewer')).status).not.toBe(429)
    for (const { end } of running) end()
    const all = await Promise.all([...running.map(({ response }) => response), ...further])
    expect(all.filter((r) => r.status === 429)).toEqual([])
  }
  expect((await send('/api/files?ids=', 'super-admin', { method: 'GET' })).status).toBe(200)
})

test('eight requests of one person run at the same time, and keep nobody else waiting', async () => {
  const { send, held } = limited()
  const path = `/api/hotels/${api.idOf('hotels')}/notes`
  const running = Array.from({ length: 8 }, () => held(path, 'application/json'))
  await Promise.all(running.map(({ reading }) => reading))
  const order: string[] = []
  const read = async (as: string) => {
    const { status } = await send('/api/hotels?limit=1', as, { method: 'GET' })
    order.push(as)
    return status
  }
  const own = read('super-admin')
  expect(await read('viewer')).toBe(200)
  for (const { end } of running) end()
  expect(await own).toBe(200)
  expect(order).toEqual(['viewer', 'super-admin'])
  await Promise.all(running.map(({ response }) => response))
})

test('preferences have a quota, which is far smaller for people waiting for approval', async () => {
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

test('an upload never used by a record is purged after a day, with its content', async () => {
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

test('files of purged records are purged; files of approval requests are kept', async () => {
  const { db, model } = api.services
  const upload = async () => {
    const form = new FormData()
    form.set('file', new File([samplePng(2, 2, [4, 5, 6]) as BlobPart], 'a.png'))
    return (await api.call('POST', '/api/files', { body: form })).body.data.id as string
  }
  const [before, last, both, asked] = await Promise.all([1, 2, 3, 4].map(upload))
  const hotels = model.resources.find((r) => r.collection === 'hotels')!
  const path = (record: { id: string }) => `/api/hotels/${record.id}`
  const change = async (record: { id: string }, file: string | undefined) => {
    const { version } = (await api.call('GET', path(record))).body.data
    const changed = await api.call('PATCH', path(record), {
      version,
      body: { images: [{ file, alt: 'front' }] },
    })
    expect(changed.status, changed.text).toBe(200)
  }
  const [record, other] = [await api.create(hotels), await api.create(hotels)]
  await change(other, both)
  for (const file of [before, both, last]) await change(record, file)
  const vendor = (await api.call('GET', '/api/vendors?limit=1')).body.data[0]
  const held = await api.call('PATCH', `/api/vendors/${vendor.id}`, {
    version: vendor.version,
    body: {
      payoutAccount: 'PT50000201231234567890154',
      documents: [{ kind: 'tax', file: asked }],
    },
  })
  expect(held.status, held.text).toBe(202)
  const left = async () =>
    (
      await db.query<{ id: string }>('select id from files where id = any($1::uuid[])', [
        [before, last, both, asked],
      ])
    ).rows.map((r) => r.id)
  const purge = async (days: number) =>
    purgeUnused({ db, model, elsewhere: new Set(), now: () => Date.now() + days * 86_400_000 })
  await purge(2)
  expect((await left()).sort()).toEqual([before, last, both, asked].sort())
  const { version } = (await api.call('GET', path(record))).body.data
  const gone = await api.call('DELETE', `${path(record)}?purge=true`, { version })
  expect(gone.status, gone.text).toBe(204)
  // Long after they were uploaded, too.
  await db.query(
    "update files set created_at = now() - interval '40 days' where id = any($1::uuid[])",
    [[before, last, both]],
  )
  await purge(1)
  expect((await left()).sort()).toEqual([both, asked].sort())
  expect((await api.call('GET', path(other))).body.data.images[0].file).toBe(both)
})

test('keeps a file that a concurrent write is adding to a record', async () => {
  const { db, model } = api.services
  const form = new FormData()
  form.set('file', new File([samplePng(2, 2, [7, 8, 9]) as BlobPart], 'a.png'))
  const file = (await api.call('POST', '/api/files', { body: form })).body.data.id as string
  const { id, version } = (await api.call('GET', `/api/hotels/${api.idOf('hotels')}`)).body.data
  const [written, looked] = [gate(), gate()]
  const writing = db.transaction(async (tx) => {
    await api.services.writer.patch(
      model.resources.find((r) => r.collection === 'hotels')!,
      id,
      version,
      { images: [{ file, alt: 'front' }] },
      { ...systemContext(model), tx },
    )
    written.open()
    await looked.passed
  })
  await written.passed
  const purging = purgeUnused({
    db: {
      ...db,
      query: db.query,
      transaction(run) {
        // It has found the file unused, and now waits for whoever shows it.
        const running = db.transaction(run)
        setTimeout(looked.open, 200)
        return running
      },
    },
    model,
    elsewhere: new Set(),
    now: () => Date.now() + 90_000_000,
  })
  await Promise.all([writing, purging])
  expect((await db.query('select 1 from files where id = $1', [file])).rowCount).toBe(1)
})

test('limits the bytes a person uploads per day', async () => {
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

test('uploads at the same time never exceed the daily limit, and one that fails gives its bytes back', async () => {
  const { db } = api.services
  const { personId: person } = await api.person('hasty', [builtInRole('manager').id])
  const kept = async (): Promise<number> =>
    Number(
      (
        await db.query<{ n: string }>('select sum(size) as n from files where created_by = $1', [
          person,
        ])
      ).rows[0]!.n,
    )
  const reserved = async (): Promise<number> =>
    (await db.query('select 1 from uploads where created_by = $1 and file_id is null', [person]))
      .rowCount
  const send = async (name: string, content: BlobPart) => {
    const form = new FormData()
    form.set('file', new File([content], name))
    return (await api.call('POST', '/api/files', { as: 'hasty', body: form })).status
  }
  /** Leaves this many bytes of the day. */
  const leave = async (bytes: number): Promise<void> => {
    await db.query('delete from files where created_by = $1', [person])
    await db.query(
      "insert into files (id, name, type, size, storage_key, hash, created_by) values ($1, 'x', 'text/plain', $2, 'x', 'x', $3)",
      [randomUUID(), maxBytesPerDay - bytes, person],
    )
  }
  const text = 'a'.repeat(1000)

  await leave(3500)
  const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => send(`${n}.txt`, text)))
  expect(sent.toSorted()).toEqual([201, 201, 201, 429, 429, 429, 429, 429])
  expect([await kept(), await reserved()]).toEqual([maxBytesPerDay - 500, 0])

  // In chunks: what is announced counts at once.
  await leave(3500)
  const begun = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      api.call('POST', '/api/files/uploads', {
        as: 'hasty',
        body: { name: `${n}.txt`, size: 1000 },
      }),
    ),
  )
  expect(begun.map((b) => b.status).toSorted()).toEqual([201, 201, 201, 429, 429, 429, 429, 429])
  // It counts towards other uploads too, until it is cancelled.
  expect(await send('b.txt', text)).toBe(429)
  const open = begun.filter((b) => b.status === 201).map((b) => b.body.data.id as string)
  await api.call('DELETE', `/api/files/uploads/${open[0]}`, { as: 'hasty' })
  expect(await send('b.txt', text)).toBe(201)
  for (const id of open.slice(1)) {
    await api.call('DELETE', `/api/files/uploads/${id}`, { as: 'hasty' })
  }

  const picture = samplePng(40, 40, [7, 8, 9])
  await leave(picture.byteLength + 500)
  const broken = picture.slice(0, picture.byteLength - 30)
  expect(await send('broken.png', broken as BlobPart)).toBe(422)
  expect(await reserved()).toBe(0)
  expect(await send('a.png', picture as BlobPart)).toBe(201)
  expect(await kept()).toBeLessThanOrEqual(maxBytesPerDay)
})
