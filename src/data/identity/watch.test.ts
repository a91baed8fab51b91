import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepCookie } from './cookie.ts'
import { IdentityError, identityCodes, type IdentityPort, type IdentityToken } from './port.ts'
import { brokenRules, isAuthorised, type IdentityPolicy } from './rest.ts'
import { endsWithin, EXPIRED_AHEAD_MS, isFresh, refreshInMs } from './tokens.ts'
import { watchTokens } from './watch.ts'

const minute = 60_000
const hour = 60 * minute
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})
const tokenOf = (name: string, lifeMs = hour): IdentityToken => ({
  token: name,
  issuedAt: Date.now(),
  expiresAt: Date.now() + lifeMs,
})

test('a token counts as over thirty seconds before it ends, and is renewed five minutes before', () => {
  const token = tokenOf('a')
  expect(endsWithin(token, EXPIRED_AHEAD_MS, token.expiresAt - 30_001)).toBe(false)
  expect(endsWithin(token, EXPIRED_AHEAD_MS, token.expiresAt - 30_000)).toBe(true)
  expect(refreshInMs(token, Date.now())).toBe(55 * minute)
  expect(refreshInMs(token, token.expiresAt)).toBe(0)
})

/** A service whose tokens the test provides. */
const fake = (next: () => Promise<IdentityToken | undefined>) => {
  let listener: (token: IdentityToken | undefined) => void = () => undefined
  const asked: number[] = []
  const service = {
    onToken: async (fn: typeof listener) => {
      listener = fn
      return () => {
        listener = () => undefined
      }
    },
    token: async () => {
      asked.push(Date.now())
      const token = await next()
      listener(token)
      return token
    },
  } as Partial<IdentityPort> as IdentityPort
  return { service, asked, tell: (token: IdentityToken | undefined) => listener(token) }
}

test('while a session lasts its token is renewed in time, again and again', async () => {
  const start = Date.now()
  let n = 0
  const at = fake(async () => tokenOf(`t${++n}`))
  const stop = await watchTokens({
    service: at.service,
    cookie: () => undefined,
    end: () => {
      throw new Error('ended')
    },
  })
  at.tell(tokenOf('t0'))
  await vi.advanceTimersByTimeAsync(2 * hour)
  expect(at.asked.map((t) => (t - start) / minute)).toEqual([55, 110])
  stop()
  await vi.advanceTimersByTimeAsync(2 * hour)
  expect(at.asked).toHaveLength(2)
})

test('without a connection it tries again, less and less often; a sign-in that was ended ends ours', async () => {
  const start = Date.now()
  let ended = 0
  let fault = 'network-request-failed'
  const at = fake(() => Promise.reject(new IdentityError(fault)))
  await watchTokens({
    service: at.service,
    cookie: () => undefined,
    end: () => {
      ended++
    },
  })
  at.tell(tokenOf('t0', 5 * minute))
  await vi.advanceTimersByTimeAsync(3 * minute)
  const seconds = at.asked.map((t) => (t - start) / 1000)
  expect(seconds.slice(0, 5)).toEqual([0, 5, 15, 35, 75])
  expect(ended).toBe(0)
  for (const code of ['user-token-expired', 'user-disabled', 'user-not-found']) {
    fault = code
    at.tell(tokenOf('t1', 5 * minute))
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(ended).toBe(3)
})

test('whom the service no longer signs in when a page opens is out here too; without a connection it is tried again', async () => {
  let ended = 0
  const asked: number[] = []
  const opening = (
    tell: (fn: (token: undefined) => void, failed: (error: unknown) => void) => void,
  ): IdentityPort =>
    ({
      onToken: async (fn: (token: undefined) => void, failed: (error: unknown) => void) => {
        tell(fn, failed)
        return () => undefined
      },
      token: async () => {
        asked.push(Date.now())
        return tokenOf('new')
      },
    }) as Partial<IdentityPort> as IdentityPort
  const ports = {
    cookie: () => undefined,
    end: () => {
      ended++
    },
  }
  for (const service of [
    opening((fn) => fn(undefined)),
    opening((_, failed) => failed(new IdentityError('user-disabled'))),
  ]) {
    ;(await watchTokens({ ...ports, service }))()
  }
  expect([ended, asked.length]).toEqual([2, 0])
  const stop = await watchTokens({
    ...ports,
    service: opening((_, failed) => failed(new IdentityError('network-request-failed'))),
  })
  await vi.advanceTimersByTimeAsync(6000)
  expect([ended, asked.length]).toEqual([2, 1])
  stop()
})

test('the cookie of the site is set by a fresh token only, once each, cleared when there is none, and nothing waits for it', async () => {
  const sent: string[] = []
  const failing = vi.spyOn(console, 'warn').mockReturnValue()
  const send = (async (path: RequestInfo | URL, init?: RequestInit) => {
    sent.push(
      `${init?.method} ${String(path)} ${new Headers(init?.headers).get('authorization') ?? ''}`.trim(),
    )
    throw new TypeError('unreachable')
  }) as typeof fetch
  const keep = keepCookie('/session', send)
  const fresh = tokenOf('a')
  keep(fresh)
  keep(fresh)
  keep({ token: 'old', issuedAt: Date.now() - 5 * minute, expiresAt: Date.now() + hour })
  keep(undefined)
  keep(undefined)
  expect(sent).toEqual(['POST /session Bearer a', 'DELETE /session'])
  await vi.advanceTimersByTimeAsync(0)
  expect(failing).toHaveBeenCalledTimes(2)
  failing.mockRestore()
  keepCookie(undefined, send)(tokenOf('b'))
  expect(sent).toHaveLength(2)
  expect([
    isFresh(fresh, fresh.issuedAt + 5 * minute - 1),
    isFresh(fresh, fresh.issuedAt + 5 * minute),
  ]).toEqual([true, false])
})

test('a policy names what a password lacks', () => {
  const policy: IdentityPolicy = {
    minLength: 8,
    maxLength: 10,
    lowercase: true,
    uppercase: true,
    digit: true,
    symbol: true,
  }
  expect(brokenRules(policy, 'abc')).toEqual(['minLength', 'uppercase', 'digit', 'symbol'])
  expect(brokenRules(policy, 'ABCDEFGHIJK1!')).toEqual(['maxLength', 'lowercase'])
  expect(brokenRules(policy, 'Abcdef1!')).toEqual([])
  expect(
    brokenRules(
      {
        ...policy,
        lowercase: false,
        uppercase: false,
        digit: false,
        symbol: false,
        maxLength: undefined,
      },
      'ffffffff',
    ),
  ).toEqual([])
})

test('a domain covers itself and what lies below it, an address only itself', () => {
  expect(isAuthorised('shop.example.com', ['example.com'])).toBe(true)
  expect(isAuthorised('example.com', ['example.com'])).toBe(true)
  expect(isAuthorised('badexample.com', ['example.com'])).toBe(false)
  expect(isAuthorised('example.com.evil.net', ['example.com'])).toBe(false)
  expect(isAuthorised('127.0.0.1', ['127.0.0.1'])).toBe(true)
  expect(isAuthorised('0.127.0.0.1', ['127.0.0.1'])).toBe(false)
  expect(isAuthorised('localhost', [])).toBe(false)
})

test.each(['en', 'pt', 'ar'])('%s has a sentence for every code, and no other', (language) => {
  const { errors } = JSON.parse(
    readFileSync(new URL(`../../ui/locales/${language}/identity.json`, import.meta.url), 'utf8'),
  ) as { errors: Record<string, string> }
  expect(Object.keys(errors).sort()).toEqual([...identityCodes].sort())
  expect(Object.values(errors).filter((text) => text.length < 15)).toEqual([])
})
