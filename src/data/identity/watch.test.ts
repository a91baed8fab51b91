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

test('a token counts as expired 30 seconds early and is refreshed five minutes early', () => {
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

test('refreshes the token repeatedly until watching stops', async () => {
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

test('retries with growing delays when offline; ends the session when the service has revoked it', async () => {
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

test('ends the session when the service has no user or a disabled one on page load; retries when offline', async () => {
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

test('sets the session cookie once per fresh token and clears it once on sign-out, without waiting', async () => {
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

test('lists the password policy rules that a password breaks', () => {
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

test('an authorised domain covers its subdomains; an IP address covers only itself', () => {
  expect(isAuthorised('shop.example.com', ['example.com'])).toBe(true)
  expect(isAuthorised('example.com', ['example.com'])).toBe(true)
  expect(isAuthorised('badexample.com', ['example.com'])).toBe(false)
  expect(isAuthorised('example.com.evil.net', ['example.com'])).toBe(false)
  expect(isAuthorised('127.0.0.1', ['127.0.0.1'])).toBe(true)
  expect(isAuthorised('0.127.0.0.1', ['127.0.0.1'])).toBe(false)
  expect(isAuthorised('localhost', [])).toBe(false)
})

test.each(['en', 'pt', 'ar'])('%s has a message for every error code and no others', (language) => {
  const { errors } = JSON.parse(
    readFileSync(new URL(`../../ui/locales/${language}/identity.json`, import.meta.url), 'utf8'),
  ) as { errors: Record<string, string> }
  expect(Object.keys(errors).sort()).toEqual([...identityCodes].sort())
  expect(Object.values(errors).filter((text) => text.length < 15)).toEqual([])
})
