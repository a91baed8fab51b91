import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#model/openapi.ts'
import { mountedRoutes } from '#server/http/routeTable.ts'
import { startApi, type Api } from './harness.ts'

let api: Api
beforeAll(async () => {
  api = await startApi('embedded')
}, 120_000)
afterAll(() => api?.close())

test('the description names exactly the calls that are mounted', () => {
  const described = Object.entries(
    openApiDocument(api.model, api.services.resources).paths,
  ).flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
  const mounted = mountedRoutes(api.app).map(({ method, path }) => `${method} ${path}`)
  expect([...described].sort()).toEqual([...new Set(mounted)].sort())
})

test('the description names no call twice and needs a session unless it says so', () => {
  const operations = Object.values(
    openApiDocument(api.model, api.services.resources).paths,
  ).flatMap(
    (item) =>
      Object.values(item) as { operationId: string; security: unknown[]; responses: object }[],
  )
  expect(new Set(operations.map((o) => o.operationId)).size).toBe(operations.length)
  for (const o of operations)
    expect(Object.hasOwn(o.responses, '401') || o.security.length === 0, o.operationId).toBe(true)
})

test('an unknown path below /api is a problem, never the page', async () => {
  for (const address of ['/api/nope', '/api', '/api/hotels/a/b/c', '/api/../api/nope']) {
    const answer = await api.call('GET', address, { headers: { accept: 'text/html' } })
    expect([address, answer.status, answer.headers.get('content-type')]).toEqual([
      address,
      404,
      'application/problem+json; charset=utf-8',
    ])
  }
})

test('every answer carries the security headers and a request id', async () => {
  for (const address of ['/api/health', '/api/nope', '/api/hotels', '/nothing.js']) {
    const { headers } = await api.call('GET', address, { as: 'nobody' })
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'permissions-policy',
      'cross-origin-opener-policy',
      'x-request-id',
    ])
      expect(headers.has(name), `${address} ${name}`).toBe(true)
  }
})

test('what is no JSON, not announced as JSON, or too large is refused before anything else looks at it', async () => {
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

test('an unexpected error is a 500 without details, logged under its request id', async () => {
  const query = api.services.reader.globalSearch
  Object.assign(api.services.reader, {
    globalSearch: async () => {
      throw new Error('select secret from somewhere')
    },
  })
  const answer = await api.call('GET', '/api/search?q=x')
  Object.assign(api.services.reader, { globalSearch: query })
  expect([answer.status, answer.text.includes('secret'), answer.body.code]).toEqual([
    500,
    false,
    'internal',
  ])
  expect(
    api.errors
      .splice(0)
      .some((line) => line.includes(answer.body.requestId) && line.includes('select secret')),
  ).toBe(true)
})

test('health, readiness, counts and description need no session', async () => {
  for (const name of ['health', 'ready', 'metrics', 'openapi.json'])
    expect((await api.call('GET', `/api/${name}`, { as: 'nobody' })).status).toBe(200)
  expect((await api.call('GET', '/api/metrics')).text).toContain(
    'http_requests_total{method="GET",route="/api/health",status="200"}',
  )
})

test('the search finds records of all collections, and refuses what it does not know', async () => {
  const { name } = (await api.call('GET', `/api/customers/${api.idOf('customers')}`)).body.data
  const found = await api.call('GET', `/api/search?q=${encodeURIComponent(name.slice(0, 6))}`)
  expect(found.body.data).toContainEqual(
    expect.objectContaining({ collection: 'customers', id: api.idOf('customers') }),
  )
  expect((await api.call('GET', '/api/search?q=a&x=1')).status).toBe(400)
})
