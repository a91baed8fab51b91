import { describe, expect, test } from 'vitest'
import { cors, corsOf } from './cors.ts'
import { createMetrics } from './metrics.ts'
import { aroundRequests } from './requests.ts'
import { securityOf } from './securityHeaders.ts'

const page = 'https://admin.example.com'
import { newRoutes } from '../web/routes.ts'
const apart = { publicUrl: page, apiBase: 'https://api.example.com/v1' }
const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(', ')
    .map((name) => name.toLowerCase())
    .sort()

describe('cross-origin requests', () => {
  test('are allowed only if API_BASE has another origin than the page', () => {
    expect(corsOf(apart)).toEqual({ pageOrigin: page })
    expect(corsOf({ publicUrl: `${page}/office`, apiBase: `${page}/office` })).toBeUndefined()
    expect(corsOf({ publicUrl: page, apiBase: '' })).toBeUndefined()
    expect(
      corsOf({ publicUrl: 'http://localhost:3000', apiBase: 'http://localhost:4000' }),
    ).toEqual({ pageOrigin: 'http://localhost:3000' })
  })

  test('get a preflight response listing the client’s headers and methods, for the page’s origin', () => {
    const { preflight, headers } = cors(
      { pageOrigin: page },
      { method: 'OPTIONS', origin: page, asksMethod: 'PATCH' },
    )
    expect(preflight).toBe(true)
    expect(headers['Access-Control-Allow-Origin']).toBe(page)
    expect(list(headers['Access-Control-Allow-Headers'])).toEqual([
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'last-event-id',
    ])
    expect(list(headers['Access-Control-Allow-Methods'])).toEqual([
      'delete',
      'get',
      'patch',
      'post',
      'put',
    ])
    expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials')
  })

  test('may read the response headers that the client needs', () => {
    const { preflight, headers } = cors(
      { pageOrigin: page },
      { method: 'GET', origin: page, asksMethod: undefined },
    )
    expect(preflight).toBe(false)
    expect(list(headers['Access-Control-Expose-Headers'])).toEqual(
      expect.arrayContaining([
        'etag',
        'location',
        'retry-after',
        'set-auth-token',
        'x-operation-id',
      ]),
    )
  })

  test.each([
    'https://evil.example',
    `${page}.evil.example`,
    'http://admin.example.com',
    `${page}:8443`,
    'null',
    undefined,
  ])('get no CORS headers from %s', (origin) => {
    expect(cors({ pageOrigin: page }, { method: 'OPTIONS', origin, asksMethod: 'GET' })).toEqual({
      preflight: false,
      headers: { Vary: 'Origin' },
    })
  })

  test('get no CORS headers when the API has the page’s origin', () => {
    expect(cors(undefined, { method: 'OPTIONS', origin: page, asksMethod: 'GET' })).toEqual({
      preflight: false,
      headers: {},
    })
  })

  test('reach the API, while a preflight reaches no handler', async () => {
    const app = newRoutes()
    app.use('*', aroundRequests(securityOf({ ...apart, exposed: [] }), createMetrics()))
    let handled = 0
    app.all('*', (c) => {
      handled++
      return c.json({}, 401)
    })
    const asked = await app.request('/api/hotels', {
      method: 'OPTIONS',
      headers: { origin: page, 'access-control-request-method': 'GET' },
    })
    expect([asked.status, asked.headers.get('access-control-allow-origin'), handled]).toEqual([
      204,
      page,
      0,
    ])
    const called = await app.request('/api/hotels', { headers: { origin: page } })
    expect([called.status, called.headers.get('access-control-allow-origin'), handled]).toEqual([
      401,
      page,
      1,
    ])
    expect(
      (await app.request('/dashboard', { headers: { origin: page } })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBeNull()
    expect(
      (
        await app.request('/api/hotels', {
          method: 'OPTIONS',
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
        })
      ).headers.get('access-control-allow-origin'),
    ).toBeNull()
  })
})
