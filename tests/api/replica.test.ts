/** Two whole servers with `DATABASE_READ_URL`, on a primary and a real streaming replica. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/pool.ts'
import { memoryMailer } from '#server/mail/mailer.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { createServices, type Services } from '#server/services.ts'
import { silentLog } from '#tests/support/database.ts'
import { freshDatabase, type TestPostgres } from '#tests/support/postgres.ts'
import { startPrimary, startReplica, type Replica } from '#tests/support/replica.ts'
import { startApi, type Api } from './harness.ts'

let primary: TestPostgres
let replica: Replica
let api: Api
let second: Services

const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 })
const health = () => api.services.replica()!

beforeAll(async () => {
  primary = await startPrimary()
  replica = await startReplica(primary)
  const url = await freshDatabase(primary.socket)
  const open = () => openDatabase({ databaseUrl: url, log: silentLog })
  api = await startApi({
    db: await open(),
    env: { DATABASE_URL: url, DATABASE_READ_URL: replica.urlOf(url) },
  })
  second = await createServices(api.services.config, {
    db: await open(),
    mailer: memoryMailer(),
    log: silentLog,
  })
}, 120_000)
afterAll(async () => {
  await second?.close()
  await api?.close()
  await replica?.stop()
  await primary?.stop()
})
beforeEach(async () => {
  await until(() => expect([health().state, second.replica()!.state]).toEqual(['used', 'used']))
})

const resource = (collection: string) =>
  api.model.resources.find((r) => r.collection === collection)!
const through = async (services: Services, path: string) => {
  const response = await createApp(services).request(path, {
    headers: { authorization: `Bearer ${api.tokens.get('super-admin')}` },
  })
  return (await response.json()) as { data: { id: string; name?: string }[] }
}

/** The replica serves an address. Now and then it lags, and the primary serves meanwhile. */
const isServed = (path: string) =>
  until(async () => {
    const { byReplica } = health()
    const { status, text } = await api.call('GET', path)
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
    expect([path, health().byReplica > byReplica]).toEqual([path, true])
  })

test('lists, options, aggregates, exports, search, dashboard and audit are read from the replica', async () => {
  for (const { collection } of api.model.resources) {
    for (const call of [
      '',
      '/options',
      '/aggregate?measure=count',
      '/export.csv',
      '/export.xlsx',
    ]) {
      await isServed(`/api/${collection}${call}`)
    }
  }
  for (const path of ['/api/search?q=a', '/api/dashboard', '/api/audit']) {
    await isServed(path)
  }
  expect(health().byPrimary).toBeLessThan(health().byReplica / 4)
  expect(api.errors).toEqual([])
}, 120_000)

test('while the replica lags, both servers list a write immediately', async () => {
  await replica.run('select pg_wal_replay_pause()')
  try {
    const facility = await api.create(resource('facilities'))
    for (const services of [api.services, second]) {
      const { data } = await through(services, '/api/facilities?sort=-createdAt&limit=200')
      expect(data.map((row) => row.id)).toContain(facility.id)
    }
    const { status } = await api.call('DELETE', `/api/facilities/${facility.id}`, {
      version: facility.version,
    })
    expect(status).toBe(204)
    for (const services of [second, api.services]) {
      const { data } = await through(services, '/api/facilities?sort=-createdAt&limit=200')
      expect(data.map((row) => row.id)).not.toContain(facility.id)
    }
  } finally {
    await replica.run('select pg_wal_replay_resume()')
  }
})

test('a revoked permission takes effect while the replica lags', async () => {
  const { personId } = await api.person('leaving', [builtInRole('super-admin').id])
  expect((await api.call('GET', '/api/security-events', { as: 'leaving' })).status).toBe(200)
  await replica.run('select pg_wal_replay_pause()')
  try {
    const { version } = (await api.call('GET', `/api/employees/${personId}`)).body.data
    const changed = await api.call('PATCH', `/api/employees/${personId}`, {
      version,
      body: { roles: [builtInRole('finance').id] },
    })
    expect(changed.status).toBe(200)
    await until(async () =>
      expect((await api.call('GET', '/api/security-events', { as: 'leaving' })).status).toBe(403),
    )
  } finally {
    await replica.run('select pg_wal_replay_resume()')
  }
})
