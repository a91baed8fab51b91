// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, get } from './api.ts'
import { isProblem } from './problem.ts'
import {
  dropTokens,
  isExpired,
  keepTokens,
  mayResend,
  onSessionChange,
  storedTokens,
} from './session.ts'

type Handler = (url: string, init: RequestInit) => Response
let seen: { url: string; headers: Record<string, string>; method: string }[]
const serve = (...handlers: (Handler | Error)[]) => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    seen.push({
      url,
      headers: init.headers as Record<string, string>,
      method: init.method ?? 'GET',
    })
    const next = handlers[Math.min(seen.length, handlers.length) - 1]
    if (next instanceof Error) throw next
    return next?.(url, init) ?? new Response('{}')
  })
}
const ok = (body: unknown) => () =>
  new Response(JSON.stringify(body), { headers: { 'X-Operation-Id': 'op-1' } })
const failed =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers })

beforeEach(() => {
  seen = []
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  dropTokens()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a call sends the bearer token, version and idempotency key, and returns the operation id', async () => {
  keepTokens({ token: 'abc', expiresAt: '2030-01-01T00:00:00Z' })
  serve(ok({ data: 1 }))
  const response = await call('/api/hotels/1', { method: 'PATCH', body: { name: 'x' }, ifMatch: 3 })
  expect(response).toMatchObject({ body: { data: 1 }, operationId: 'op-1' })
  expect(seen[0]?.headers).toMatchObject({
    Authorization: 'Bearer abc',
    'If-Match': '"3"',
    'Content-Type': 'application/json',
  })
  expect(seen[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/)
})

test('a write without a response is retried with the same idempotency key', async () => {
  serve(new TypeError('network'), new TypeError('network'), ok({ data: 1 }))
  const response = call('/api/hotels', { method: 'POST', body: {} })
  await vi.runAllTimersAsync()
  await response
  expect(seen).toHaveLength(3)
  expect(new Set(seen.map((s) => s.headers['Idempotency-Key'])).size).toBe(1)
})

test('each write has its own idempotency key; a read has none', async () => {
  serve(ok({}))
  await call('/api/hotels', { method: 'POST', body: {} })
  await call('/api/hotels', { method: 'POST', body: {} })
  await get('/api/hotels')
  expect(seen[0]?.headers['Idempotency-Key']).not.toBe(seen[1]?.headers['Idempotency-Key'])
  expect(seen[2]?.headers).not.toHaveProperty('Idempotency-Key')
})

test('a network failure becomes a problem with status 0', async () => {
  serve(new TypeError('network'))
  const response = get('/api/hotels').catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await response).toMatchObject({ status: 0, code: 'network' })
})

test('a problem keeps its code, field errors and additional members', async () => {
  serve(
    failed(412, {
      status: 412,
      code: 'stale_version',
      detail: 'Changed by somebody.',
      errors: [{ path: 'name', code: 'x', message: 'm' }],
      current: { id: '1' },
    }),
  )
  const error: unknown = await call('/api/hotels/1', { method: 'PATCH', body: {} }).catch(
    (e: unknown) => e,
  )
  if (!isProblem(error, 412)) throw new Error('no problem')
  expect(error).toMatchObject({
    code: 'stale_version',
    detail: 'Changed by somebody.',
    errors: [{ path: 'name' }],
    members: { current: { id: '1' } },
  })
})

test('an HTML error from a proxy becomes a problem with the Retry-After time', async () => {
  serve(() => new Response('<html>busy</html>', { status: 503, headers: { 'Retry-After': '7' } }))
  expect(await get('/api/hotels').catch((e: unknown) => e)).toMatchObject({
    status: 503,
    retryAfterS: 7,
  })
})

test('after a 401 the call waits for a renewed session and retries with the same idempotency key', async () => {
  keepTokens({ token: 'old', expiresAt: '2020-01-01T00:00:00Z' })
  const changes: string[] = []
  const stop = onSessionChange((change) => changes.push(change))
  serve(failed(401, { code: 'unauthenticated' }), ok({ data: 1 }))
  const response = call('/api/hotels', { method: 'POST', body: {} })
  await vi.waitFor(() => expect(isExpired()).toBe(true), { timeout: 20_000 })
  keepTokens({ token: 'new', expiresAt: '2030-01-01T00:00:00Z' })
  expect((await response).body).toEqual({ data: 1 })
  expect(seen.map((s) => s.headers.Authorization)).toEqual(['Bearer old', 'Bearer new'])
  expect(seen[0]?.headers['Idempotency-Key']).toBe(seen[1]?.headers['Idempotency-Key'])
  expect(changes).toEqual(['expired', 'renewed'])
  stop()
})

test('a 401 for a token replaced during the call retries with the new token and keeps the session', async () => {
  keepTokens({ token: 'old', expiresAt: '2030-01-01T00:00:00Z' })
  const changes: string[] = []
  serve(
    () => {
      keepTokens({ token: 'new', expiresAt: '2030-01-01T00:00:00Z' })
      return new Response('{}', { status: 401 })
    },
    ok({ data: 1 }),
  )
  const stop = onSessionChange((change) => changes.push(change))
  expect((await call('/api/hotels')).body).toEqual({ data: 1 })
  expect(seen.map((s) => s.headers.Authorization)).toEqual(['Bearer old', 'Bearer new'])
  expect(changes).toEqual(['signed-in'])
  stop()
})

test('signing out rejects the waiting call with the 401', async () => {
  keepTokens({ token: 'old', expiresAt: '2020-01-01T00:00:00Z' })
  serve(failed(401, { code: 'unauthenticated' }))
  const response = get('/api/hotels').catch((e: unknown) => e)
  await vi.waitFor(() => expect(isExpired()).toBe(true), { timeout: 20_000 })
  dropTokens()
  expect(await response).toMatchObject({ status: 401 })
})

test('any authTokens entry in storage counts as a session until the server rejects it', () => {
  for (const text of ['', '{', 'null', '"x"', '{"token":""}', '{"token":1}']) {
    localStorage.setItem('authTokens', text)
    expect(storedTokens()).toEqual({ token: 'unreadable', expiresAt: '' })
  }
  localStorage.removeItem('authTokens')
  expect(storedTokens()).toBeNull()
})

test('a call that waits for a renewed session is never sent for another person', async () => {
  keepTokens({ token: 'old', expiresAt: '2020-01-01T00:00:00Z', account: 'a' })
  serve(failed(401, { code: 'unauthenticated' }), ok({ data: 1 }))
  const response = call('/api/hotels', { method: 'POST', body: {} }).catch((e: unknown) => e)
  await vi.waitFor(() => expect(isExpired()).toBe(true), { timeout: 20_000 })
  keepTokens({ token: 'other', expiresAt: '2030-01-01T00:00:00Z', account: 'b' })
  expect(isProblem(await response, 401)).toBe(true)
  expect(seen.map((s) => s.headers.Authorization)).toEqual(['Bearer old'])
})

test('a call whose session another person replaced meanwhile is not sent for them', async () => {
  keepTokens({ token: 'old', expiresAt: '2030-01-01T00:00:00Z', account: 'a' })
  serve(
    () => {
      keepTokens({ token: 'other', expiresAt: '2030-01-01T00:00:00Z', account: 'b' })
      return new Response('{}', { status: 401 })
    },
    ok({ data: 1 }),
  )
  const refused: unknown = await call('/api/hotels', { method: 'POST', body: {} }).catch(
    (e: unknown) => e,
  )
  expect(isProblem(refused, 401)).toBe(true)
  expect(seen).toHaveLength(1)
})

test('a retry after a network failure is not sent for a person who signed in meanwhile', async () => {
  keepTokens({ token: 'mine', expiresAt: '2030-01-01T00:00:00Z', account: 'a' })
  serve(new TypeError('network'), ok({ data: 1 }))
  const response = call('/api/hotels', { method: 'POST', body: {} }).catch((e: unknown) => e)
  keepTokens({ token: 'other', expiresAt: '2030-01-01T00:00:00Z', account: 'b' })
  await vi.runAllTimersAsync()
  expect(await response).toMatchObject({ code: 'network' })
  expect(seen).toHaveLength(1)
})

test('an upload may be sent again for the same person, never for another', async () => {
  const sent = { token: 'old', account: 'a' }
  keepTokens({ token: 'new', expiresAt: '2030-01-01T00:00:00Z', account: 'a' })
  expect(await mayResend(sent)).toBe(true)
  keepTokens({ token: 'other', expiresAt: '2030-01-01T00:00:00Z', account: 'b' })
  expect(await mayResend(sent)).toBe(false)
  dropTokens()
  expect(await mayResend(sent)).toBe(false)
})
