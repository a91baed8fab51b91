import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { memoryMailer } from '#server/mail/mailer.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { createServices } from '#server/services.ts'
import { openDatabase } from '#server/database/pool.ts'
import { postgresUrl, silentLog } from '#tests/support/database.ts'
import { startApi, type Api } from './harness.ts'
import { listen, until } from './listening.ts'

const send = (api: Api, as: string, body: unknown) => api.call('POST', '/api/signals', { as, body })

describe('signals', () => {
  let api: Api
  let staff: string
  beforeAll(async () => {
    api = await startApi()
    ;({ personId: staff } = await api.person(
      'staff of the vendor',
      [builtInRole('vendor staff').id],
      api.idOf('vendors'),
    ))
    await api.person('viewer', [builtInRole('viewer').id])
  }, 120_000)
  afterAll(() => api?.close())

  test('a signal reaches people who may read the record, names its sender and is not stored', async () => {
    const [own, viewer] = [await listen(api, 'super-admin'), await listen(api, 'viewer')]
    const count = async () =>
      (await api.services.db.query<{ n: number }>('select count(*)::int as n from audit')).rows[0]!
        .n
    const [before, id] = [await count(), api.idOf('hotels')]
    for (const kind of ['here', 'typing', 'editing', 'gone']) {
      expect(
        (await send(api, 'staff of the vendor', { collection: 'hotels', id, kind })).status,
      ).toBe(204)
    }
    await until(() => {
      for (const s of [own, viewer]) expect(s.signals()).toHaveLength(4)
    })
    // The viewer may not read people: they see that the same person is present, but not who.
    const unnamed = (viewer.signals()[0]!.data as { by: { id: string } }).by.id
    expect(unnamed).not.toContain(staff)
    for (const [s, by] of [
      [own, { id: staff, name: 'staff of the vendor' }],
      [viewer, { id: unnamed, name: '' }],
    ] as const) {
      expect(s.signals().map((f) => [f.id, f.data])).toEqual(
        ['here', 'typing', 'editing', 'gone'].map((kind) => [
          '',
          {
            collection: 'hotels',
            id,
            kind,
            by,
            at: expect.stringMatching(/^\d{4}-.*Z$/),
          },
        ]),
      )
    }
    expect(await count()).toBe(before)
    await Promise.all([own.stop(), viewer.stop()])
  })

  test('a signal does not reach people who may not read the record or subscribed to other collections', async () => {
    const foreign = await api.create(api.model.resources.find((r) => r.collection === 'vendors')!)
    const streams = await Promise.all([
      listen(api, 'staff of the vendor'),
      listen(api, 'viewer', { collections: 'hotels' }),
      listen(api, 'viewer'),
    ])
    const [vendor, narrow, wide] = streams
    expect(
      (await send(api, 'super-admin', { collection: 'vendors', id: foreign.id, kind: 'here' }))
        .status,
    ).toBe(204)
    expect(
      (await send(api, 'super-admin', { collection: 'employees', id: staff, kind: 'here' })).status,
    ).toBe(204)
    expect(
      (
        await send(api, 'super-admin', {
          collection: 'hotels',
          id: api.idOf('hotels'),
          kind: 'typing',
        })
      ).status,
    ).toBe(204)
    // Signals arrive in order: once the last is here, the others were skipped.
    await until(() => {
      for (const s of streams) expect(s.signals().map((f) => f.data.kind)).toContain('typing')
    })
    expect(vendor!.signals().map((f) => f.data.collection)).toEqual(['hotels'])
    expect(narrow!.signals().map((f) => f.data.collection)).toEqual(['hotels'])
    expect(wide!.signals().map((f) => f.data.collection)).toEqual(['vendors', 'hotels'])
    await Promise.all(streams.map((s) => s.stop()))
  })

  test('returns 404 for a foreign, trashed or unknown record or collection, and 422 for a wrong body', async () => {
    const gone = await api.create(api.model.resources.find((r) => r.collection === 'facilities')!)
    expect(
      (await api.call('DELETE', `/api/facilities/${gone.id}`, { version: gone.version })).status,
    ).toBe(204)
    const foreign = await api.create(api.model.resources.find((r) => r.collection === 'vendors')!)
    const responses = await Promise.all([
      send(api, 'staff of the vendor', { collection: 'vendors', id: foreign.id, kind: 'here' }),
      send(api, 'viewer', { collection: 'employees', id: staff, kind: 'here' }),
      send(api, 'super-admin', { collection: 'facilities', id: gone.id, kind: 'here' }),
      send(api, 'super-admin', { collection: 'hotels', id: randomUUID(), kind: 'here' }),
      send(api, 'super-admin', { collection: 'hotels', id: 'x', kind: 'here' }),
      send(api, 'super-admin', { collection: '__proto__', id: randomUUID(), kind: 'here' }),
    ])
    expect(responses.map((a) => a.status)).toEqual([404, 404, 404, 404, 404, 404])
    expect(new Set(responses.map((a) => JSON.stringify({ ...a.body, requestId: '' }))).size).toBe(1)
    for (const body of [
      {},
      [],
      'x',
      { collection: 'hotels', id: api.idOf('hotels'), kind: 'nope' },
      { collection: 1, id: [], kind: 'here' },
      { collection: 'hotels', id: api.idOf('hotels'), kind: 'here', by: { id: staff } },
    ]) {
      expect(
        (await send(api, 'super-admin', JSON.stringify(body))).status,
        JSON.stringify(body),
      ).toBe(422)
    }
    expect((await api.call('POST', '/api/signals', { as: 'nobody', body: {} })).status).toBe(401)
  })
})

test('signals are rate-limited per person', async () => {
  const api = await startApi()
  try {
    // The same people and records, through an app with rate limits.
    const app = createApp({ ...api.services, config: { ...api.services.config, rateLimits: true } })
    const statuses = new Set<number>()
    for (let n = 0; n < 241; n++) {
      statuses.add(
        (
          await app.request('/api/signals', {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              authorization: `Bearer ${api.tokens.get('super-admin')}`,
            },
            body: JSON.stringify({ collection: 'hotels', id: api.idOf('hotels'), kind: 'here' }),
          })
        ).status,
      )
    }
    expect([...statuses]).toEqual([204, 429])
  } finally {
    await api.close()
  }
})

test('a signal sent through one process arrives through another on the same database', async () => {
  const url = await postgresUrl()
  const api = await startApi({
    db: await openDatabase({ databaseUrl: url, log: silentLog }),
  })
  const second = await createServices(api.services.config, {
    db: await openDatabase({ databaseUrl: url, log: silentLog }),
    mailer: memoryMailer(),
    log: silentLog,
  })
  try {
    await api.person('staff of the vendor', [builtInRole('vendor staff').id], api.idOf('vendors'))
    const foreign = await api.create(api.model.resources.find((r) => r.collection === 'vendors')!)
    const there = { app: createApp(second), tokens: api.tokens }
    const [admin, vendor] = [
      await listen(there, 'super-admin'),
      await listen(there, 'staff of the vendor'),
    ]
    expect(
      (await send(api, 'super-admin', { collection: 'vendors', id: foreign.id, kind: 'here' }))
        .status,
    ).toBe(204)
    expect(
      (
        await send(api, 'super-admin', {
          collection: 'hotels',
          id: api.idOf('hotels'),
          kind: 'here',
        })
      ).status,
    ).toBe(204)
    await until(() => expect(vendor.signals()).toHaveLength(1))
    await until(() =>
      expect(admin.signals().map((f) => f.data.collection)).toEqual(['vendors', 'hotels']),
    )
    expect(vendor.signals()[0]!.data.collection).toBe('hotels')
    await Promise.all([admin.stop(), vendor.stop()])
  } finally {
    await second.close()
    await api.close()
  }
})
