/**
 * Several processes on one PostgreSQL: two whole servers in this process, which share only the
 * database.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/pool.ts'
import { memoryMailer } from '#server/mail/mailer.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { createServices, type Services } from '#server/services.ts'
import { alonePostgresUrl, silentLog } from '#tests/support/database.ts'
import { startApi, type Api } from './harness.ts'
import { listen, until } from './listening.ts'

let api: Api
let second: Services
let there: Pick<Api, 'app' | 'tokens'>
let databaseUrl: string

beforeAll(async () => {
  const url = await alonePostgresUrl()
  databaseUrl = url
  const open = () => openDatabase({ databaseUrl: url, log: silentLog })
  api = await startApi({ db: await open() })
  second = await createServices(api.services.config, {
    db: await open(),
    mailer: memoryMailer(),
    log: silentLog,
  })
  there = { app: createApp(second), tokens: api.tokens }
}, 120_000)
afterAll(async () => {
  await second?.close()
  await api?.close()
})

const resource = (collection: string) =>
  api.model.resources.find((r) => r.collection === collection)!
const askThere = (as: string) =>
  there.app.request('/api/me', { headers: { authorization: `Bearer ${api.tokens.get(as)}` } })

test('a change, a message and a signal sent through one process arrive in order through the other', async () => {
  const stream = await listen(there, 'super-admin')
  const facility = await api.create(resource('facilities'))
  const message = await api.create(resource('chat-messages'))
  expect(
    (
      await api.call('POST', '/api/signals', {
        body: { collection: 'facilities', id: facility.id, kind: 'editing' },
      })
    ).status,
  ).toBe(204)
  await until(() => expect(stream.changes().map((f) => f.data.id)).toContain(message.id))
  const ids = stream.changes().map((f) => f.data.id)
  expect(ids.indexOf(facility.id)).toBeLessThan(ids.indexOf(message.id))
  await until(() =>
    expect(stream.signals().map((f) => [f.data.id, f.data.kind])).toEqual([
      [facility.id, 'editing'],
    ]),
  )
  // The other process returns the same.
  const read = await there.app.request(`/api/chat-messages/${message.id}`, {
    headers: { authorization: `Bearer ${api.tokens.get('super-admin')}` },
  })
  expect(((await read.json()) as { data: unknown }).data).toMatchObject({
    id: message.id,
    version: 1,
  })
  await stream.stop()
})

test('a client that switches process resumes from the last event without gaps or duplicates during writes', async () => {
  const before = await listen(api, 'super-admin', { collections: 'facilities' })
  const made: string[] = [(await api.create(resource('facilities'))).id]
  await until(() => expect(before.changes()).toHaveLength(1))
  await before.stop()
  const post = async (app: Pick<Api['app'], 'request'>) => {
    const response = await app.request('/api/facilities', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${api.tokens.get('super-admin')}`,
      },
      body: JSON.stringify(api.bodyOf(resource('facilities'))),
    })
    made.push(((await response.json()) as { data: { id: string } }).data.id)
  }
  const writing = Promise.all(
    Array.from({ length: 24 }, (_, i) => post(i % 2 ? api.app : there.app)),
  )
  const after = await listen(there, 'super-admin', {
    collections: 'facilities',
    after: before.changes()[0]!.id,
  })
  await writing
  await until(() => expect(after.changes()).toHaveLength(24))
  expect([...before.changes(), ...after.changes()].map((f) => f.data.id).sort()).toEqual(
    [...made].sort(),
  )
  await after.stop()
})

test('signing out and permission changes take effect in both processes', async () => {
  const { personId } = await api.person('leaving', [builtInRole('viewer').id])
  const streams = [await listen(api, 'leaving'), await listen(there, 'leaving')]
  const { version } = (await api.call('GET', `/api/employees/${personId}`)).body.data
  expect(
    (
      await api.call('PATCH', `/api/employees/${personId}`, {
        version,
        body: { roles: [builtInRole('finance').id] },
      })
    ).status,
  ).toBe(200)
  await until(() => {
    for (const s of streams) {
      expect([s.state.ended, s.frames.at(-1)?.event]).toEqual([true, 'rights'])
    }
  })
  const again = await listen(there, 'leaving')
  expect((await api.call('POST', '/api/auth/sign-out', { as: 'leaving' })).status).toBe(204)
  await until(() => expect(again.state.ended).toBe(true))
  await vi.waitFor(async () => expect((await askThere('leaving')).status).toBe(401), {
    timeout: 15_000,
  })
})

test('scheduled tasks and jobs run once across processes', async () => {
  const runs: string[] = []
  // The first run of a task follows its start; the next would be an hour later.
  api.services.jobs.every(3_600_000, 'only-once', async () => void runs.push('first'))
  second.jobs.every(3_600_000, 'only-once', async () => void runs.push('second'))
  await Promise.all([api.services.jobs.start(), second.jobs.start()])
  const imports = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const body = new FormData()
      body.set(
        'file',
        new File(
          [
            `Name,Mail\n${Array.from({ length: 25 }, (_row, i) => `Person ${n} ${i},once-${n}-${i}@example.com`).join('\n')}\n`,
          ],
          'people.csv',
          { type: 'text/csv' },
        ),
      )
      body.set('mapping', JSON.stringify({ fields: { name: 'Name', email: 'Mail' } }))
      body.set('mode', 'partial')
      const response = await (n % 2 ? api.app : there.app).request('/api/customers/import', {
        method: 'POST',
        headers: { authorization: `Bearer ${api.tokens.get('super-admin')}` },
        body,
      })
      expect(response.status).toBe(202)
      return response.headers.get('location')!
    }),
  )
  for (const place of imports) {
    await vi.waitFor(
      async () =>
        expect((await api.call('GET', place)).body.data).toMatchObject({
          state: 'succeeded',
          result: { created: 25, refused: 0 },
        }),
      { timeout: 60_000, interval: 50 },
    )
  }
  expect((await api.call('GET', '/api/customers?total=exact&search=once-')).body.page.total).toBe(
    100,
  )
  await vi.waitFor(() => expect(runs).toHaveLength(1), 15_000)
  expect(
    (
      await api.services.db.query<{ n: number }>(
        "select count(*)::int as n from jobs where kind = 'import' and attempts = 1 and state = 'succeeded'",
      )
    ).rows[0]!.n,
  ).toBe(4)
  expect(runs).toHaveLength(1)
}, 120_000)

test('a request sent to both processes with one idempotency key has one effect and one response', async () => {
  const facilities = resource('facilities')
  const before = (await api.call('GET', '/api/facilities?total=exact')).body.page.total as number
  for (let round = 0; round < 5; round++) {
    const body = JSON.stringify(api.bodyOf(facilities))
    const responses = await Promise.all(
      [api.app, there.app, api.app, there.app].map(async (app) => {
        const response = await app.request('/api/facilities', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'idempotency-key': `both-${round}`,
            authorization: `Bearer ${api.tokens.get('super-admin')}`,
          },
          body,
        })
        return [response.status, await response.text()] as const
      }),
    )
    expect(responses[0]![0]).toBe(201)
    expect(new Set(responses.map((response) => response.join())).size).toBe(1)
  }
  expect((await api.call('GET', '/api/facilities?total=exact')).body.page.total).toBe(before + 5)
})

test('failed sign-ins count together across processes', async () => {
  const url = new URL('http://localhost/api/auth/sign-in/email')
  const limited = await Promise.all(
    [0, 1].map(async () =>
      createServices(
        { ...api.services.config, rateLimits: true },
        {
          db: await openDatabase({ databaseUrl, log: silentLog }),
          mailer: memoryMailer(),
          log: silentLog,
        },
      ),
    ),
  )
  const apps = limited.map(createApp)
  const allowed = async (through: readonly (typeof apps)[number][]): Promise<number> => {
    await api.services.db.query('delete from "rateLimit"')
    for (let n = 0; n < 100; n++) {
      const response = await through[n % through.length]!.request(url.pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' }),
      })
      if (response.status === 429) {
        return n
      }
    }
    return 100
  }
  const one = await allowed([apps[0]!])
  expect(one).toBeLessThan(100)
  expect(await allowed(apps)).toBe(one)
  await Promise.all(limited.map((services) => services.close()))
}, 60_000)
