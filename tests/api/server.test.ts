import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#model/openapi.ts'
import { mountedRoutes } from '#server/http/routeTable.ts'
import { createApp } from '#server/app.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { startApi, type Api } from './harness.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
}, 120_000)
afterAll(() => api?.close())

test('the OpenAPI description lists exactly the mounted routes', () => {
  const described = Object.entries(
    openApiDocument(api.model, api.services.resources).paths,
  ).flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
  const mounted = mountedRoutes(api.app).map(({ method, path }) => `${method} ${path}`)
  expect([...described].sort()).toEqual([...new Set(mounted)].sort())
})

test('the OpenAPI description has unique operation ids, and a 401 for every call that needs a session', () => {
  const operations = Object.values(
    openApiDocument(api.model, api.services.resources).paths,
  ).flatMap(
    (item) =>
      Object.values(item) as { operationId: string; security: unknown[]; responses: object }[],
  )
  expect(new Set(operations.map((o) => o.operationId)).size).toBe(operations.length)
  for (const o of operations) {
    expect(Object.hasOwn(o.responses, '401') || o.security.length === 0, o.operationId).toBe(true)
  }
})

test('an unknown path below /api returns a 404 problem, never the page', async () => {
  for (const address of ['/api/nope', '/api', '/api/hotels/a/b/c', '/api/../api/nope']) {
    const response = await api.call('GET', address, { headers: { accept: 'text/html' } })
    expect([address, response.status, response.headers.get('content-type')]).toEqual([
      address,
      404,
      'application/problem+json; charset=utf-8',
    ])
  }
})

test('every response has the security headers and a request id', async () => {
  for (const address of ['/api/health', '/api/nope', '/api/hotels', '/nothing.js']) {
    const { headers } = await api.call('GET', address, { as: 'nobody' })
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'permissions-policy',
      'cross-origin-opener-policy',
      'x-request-id',
    ]) {
      expect(headers.has(name), `${address} ${name}`).toBe(true)
    }
  }
})

test('refuses a body that is malformed JSON, of another content type or too large', async () => {
  const send = (body: string, type = 'application/json') =>
    api.call('POST', '/api/hotels', { body, headers: { 'content-type': type } })
  expect((await send('{"a')).status).toBe(400)
  expect((await send('')).status).toBe(400)
  expect((await send('['.repeat(50_000) + ']'.repeat(50_000))).status).toBe(400)
  expect((await send('{}', 'text/plain')).status).toBe(415)
  expect((await send(`"${'x'.repeat(1_000_000)}"`)).status).toBe(413)
  expect((await send('{"name":"a\\u0000b"}')).body.errors).toEqual([
    expect.objectContaining({ path: 'name' }),
  ])
  expect((await send('{"name":"\\ud800"}')).status).toBe(422)
})

test('an unexpected error returns 500 without details and is logged with its request id', async () => {
  const query = api.services.reader.globalSearch
  Object.assign(api.services.reader, {
    globalSearch: async () => {
      throw new Error('select secret from somewhere')
    },
  })
  const response = await api.call('GET', '/api/search?q=x')
  Object.assign(api.services.reader, { globalSearch: query })
  expect([response.status, response.text.includes('secret'), response.body.code]).toEqual([
    500,
    false,
    'internal',
  ])
  expect(
    api.errors
      .splice(0)
      .some((line) => line.includes(response.body.requestId) && line.includes('select secret')),
  ).toBe(true)
})

test('health needs no session, the description needs one, and metrics a permission or a monitor token', async () => {
  for (const name of ['health', 'ready']) {
    expect((await api.call('GET', `/api/${name}`, { as: 'nobody' })).status).toBe(200)
  }
  await api.person('without permissions', [
    (
      await api.call('POST', '/api/user-roles', {
        body: { name: 'Almost nothing', grants: { allow: ['hotel.list'], deny: [] } },
      })
    ).body.data.id,
  ])
  const status = async (name: string, as: string) =>
    (await api.call('GET', `/api/${name}`, { as })).status
  expect([
    await status('openapi.json', 'nobody'),
    await status('openapi.json', 'without permissions'),
    await status('metrics', 'nobody'),
    await status('metrics', 'without permissions'),
  ]).toEqual([401, 200, 401, 403])
  const monitored = createApp({
    ...api.services,
    config: { ...api.services.config, metricsToken: 'a token that only the monitor knows' },
  })
  const asMonitor = async (authorization: string) =>
    (await monitored.request('/api/metrics', { headers: { authorization } })).status
  expect([
    await asMonitor('Bearer a token that only the monitor knows'),
    await asMonitor('Bearer a token that only the monitor guess'),
    await asMonitor('Bearer '),
    (
      await api.app.request('/api/metrics', {
        headers: { authorization: 'Bearer undefined' },
      })
    ).status,
  ]).toEqual([200, 401, 401, 401])
  expect((await api.call('GET', '/api/metrics')).text).toContain(
    'http_requests_total{method="GET",route="/api/health",status="200"}',
  )
})

test('search finds records of all collections, and refuses unknown parameters', async () => {
  const { name } = (await api.call('GET', `/api/customers/${api.idOf('customers')}`)).body.data
  const found = await api.call('GET', `/api/search?q=${encodeURIComponent(name.slice(0, 6))}`)
  expect(found.body.data).toContainEqual(
    expect.objectContaining({ collection: 'customers', id: api.idOf('customers') }),
  )
  expect((await api.call('GET', '/api/search?q=a&x=1')).status).toBe(400)
})

test('responses to signed-in people are never cached', async () => {
  for (const address of [
    '/api/auth/sessions',
    '/api/auth/policy',
    '/api/me',
    '/api/hotels',
    '/api/openapi.json',
    '/api/metrics',
    '/api/nope',
  ]) {
    expect((await api.call('GET', address)).headers.get('cache-control'), address).toBe('no-store')
  }
})

test('the audit records the server’s own request id, not one sent by the caller', async () => {
  const headers = { 'x-request-id': 'chosen-by-the-caller' }
  const { collection } = api.model.resources.find((r) => r.entity === 'userRole')!
  const created = await api.call('POST', `/api/${collection}`, {
    headers,
    body: { name: `Correlated ${Date.now()}` },
  })
  expect(created.status, created.text).toBe(201)
  const { rows } = await api.services.db.query<{ request_id: string }>(
    'select request_id from audit where record_id = $1',
    [created.body.data.id],
  )
  expect(rows.map((r) => r.request_id)).toEqual([created.headers.get('x-request-id')])
  expect(created.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a standard field of an unreadable entity returns the same error as an unknown field', async () => {
  await api.person('reads tickets only', [
    (
      await api.call('POST', '/api/user-roles', {
        body: { name: 'Tickets only', grants: { allow: ['ticket.*'], deny: [] } },
      })
    ).body.data.id,
  ])
  const errorOf = async (field: string) => {
    const { status, text } = await api.call(
      'GET',
      `/api/tickets?filter[assignee.${field}][eq]=2026-01-01T00:00:00Z`,
      { as: 'reads tickets only' },
    )
    return [status, text.replaceAll(field, '?').replace(/"requestId":"[^"]+"/, '')]
  }
  const unknown = await errorOf('nope')
  expect(unknown[0]).toBe(400)
  for (const field of ['createdAt', 'updatedAt', 'createdBy', 'id', 'version']) {
    expect(await errorOf(field), field).toEqual(unknown)
  }
})

test('people are named only to those who may read people, and to themselves', async () => {
  const hotels = api.model.resources.find((r) => r.collection === 'hotels')!
  const { personId } = await api.person('Names Canary', [builtInRole('super-admin').id])
  await api.person('sees no people', [builtInRole('viewer').id])
  await api.person('of the vendor', [builtInRole('vendor staff').id], api.idOf('vendors'))
  const hotel = await api.create(hotels, 'Names Canary')
  const actors = async (as: string) => {
    const { body, status, text } = await api.call('GET', `/api/hotels/${hotel.id}/history`, { as })
    expect(status, text).toBe(200)
    return (body.data as { actor: unknown }[]).map((entry) => entry.actor)
  }
  const known = { id: personId, name: 'Names Canary' }
  expect([
    await actors('super-admin'),
    await actors('Names Canary'),
    await actors('sees no people'),
  ]).toEqual([[known], [known], [{ id: null, name: null }]])
  for (const as of ['sees no people', 'of the vendor']) {
    for (const address of ['/api/dashboard', `/api/hotels/${hotel.id}/history`]) {
      const { text } = await api.call('GET', address, { as })
      expect(text, `${as} ${address}`).not.toContain('Names Canary')
    }
  }
  const { text } = await api.call('GET', '/api/dashboard', { as: 'Names Canary' })
  expect(text).toContain('Names Canary')
})

test('a refused deletion counts only records the caller may read', async () => {
  const { id } = (
    await api.call('POST', '/api/user-roles', {
      body: { name: 'Deletes hotels', grants: { allow: ['hotel.*'], deny: [] } },
    })
  ).body.data
  await api.person('deletes hotels', [id])
  const hotel = api.idOf('hotels')
  const { version } = (await api.call('GET', `/api/hotels/${hotel}`)).body.data
  const asked = async (as: string) =>
    (await api.call('DELETE', `/api/hotels/${hotel}`, { as, version })).body
  expect(await asked('deletes hotels')).toMatchObject({
    code: 'referenced',
    detail: 'This hotel cannot be deleted: other records refer to it.',
    count: 0,
    referring: [],
  })
  const all = (await asked('super-admin')).count as number
  expect(all).toBeGreaterThan(0)
  const grants = {
    allow: ['hotel.*', 'booking.*', 'service.*'],
    deny: [],
    rows: { booking: { code: 'none has this' }, service: { title: 'none has this' } },
  }
  const rows = await api.call('POST', '/api/user-roles', { body: { name: 'Sees none', grants } })
  expect(rows.status, rows.text).toBe(201)
  await api.person('sees none', [rows.body.data.id])
  expect(await asked('sees none')).toMatchObject({ count: 0, referring: [] })
})
