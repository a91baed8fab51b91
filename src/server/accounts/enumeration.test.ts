/** Neither responses nor the work behind them reveal which addresses have accounts. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountsFixture, PASSWORD, type AccountsFixture } from './fixture.ts'

const FREE = 'free@example.com'
const TAKEN = 'taken@example.com'

describe('addresses with and without an account', () => {
  let at: AccountsFixture
  const hashes = vi.spyOn(crypto, 'scrypt')
  beforeAll(async () => {
    syncBuiltinESMExports()
    at = await accountsFixture({ rateLimits: false })
    await at.member(TAKEN)
  }, 120_000)
  afterEach(() => void (at.mailer.sent.length = 0))
  afterAll(async () => {
    hashes.mockRestore()
    syncBuiltinESMExports()
    await at?.close()
  })

  /** The response as the caller sees it, and how many passwords were hashed for it. */
  const seen = async (path: string, body: object) => {
    const before = hashes.mock.calls.length
    const { status, headers, text } = await at.call('POST', `/api/auth/${path}`, { body })
    return {
      status,
      headers: [...headers].filter(([name]) => name !== 'x-request-id'),
      text: text.replace(/"requestId":"[^"]*"/, ''),
      hashed: hashes.mock.calls.length - before,
    }
  }
  const mailTo = async (email: string, words: string) => {
    await expect
      .poll(() => at.mailer.sent.filter((m) => m.to === email).map((m) => m.text))
      .toEqual([expect.stringContaining(words)])
  }

  test('registration responds the same for free and taken addresses, and mails the owner of a taken one', async () => {
    const wanted = (email: string) => ({ name: 'Eve evil.example', email, password: PASSWORD })
    const [free, taken] = [
      await seen('sign-up/email', wanted(FREE)),
      await seen('sign-up/email', wanted('Taken@Example.com')),
    ]
    expect(free).toMatchObject({ status: 202, hashed: 1 })
    // A guess costs an attacker that much memory, too: 32 MB.
    expect(hashes.mock.calls.at(-1)?.slice(2, 4)).toEqual([
      64,
      expect.objectContaining({ N: 16384, r: 16, p: 1 }),
    ])
    expect(taken).toEqual(free)
    await mailTo(FREE, '/auth/verify')
    await mailTo(TAKEN, '/auth/forgot')
    expect(at.mailer.sent.some((m) => m.text.includes('evil'))).toBe(false)
    // A password registered for somebody else's address must not reveal that it was free either.
    at.mailer.sent.length = 0
    const signIn = (email: string) => seen('sign-in/email', { email, password: PASSWORD })
    expect(await signIn(FREE)).toMatchObject({ status: 401, hashed: 1 })
    expect(await signIn(FREE)).toEqual(
      await seen('sign-in/email', { email: TAKEN, password: 'a-wrong-password' }),
    )
    await expect.poll(() => at.mailer.sent.length).toBeGreaterThan(0)
    expect(at.mailer.sent.every((m) => m.text.includes('/auth/verify'))).toBe(true)
  })

  test('sign-in hashes one password whether or not the account exists', async () => {
    const signIn = (email: string) => seen('sign-in/email', { email, password: 'wrong-password' })
    const unknown = await signIn('unknown@example.com')
    expect(unknown).toMatchObject({ status: 401, hashed: 1 })
    for (const email of [TAKEN, FREE]) expect(await signIn(email)).toEqual(unknown)
  })

  test('a forgotten-password request gets the same response for known and unknown addresses', async () => {
    const ask = (email: string) => seen('forget-password', { email })
    const unknown = await ask('unknown@example.com')
    expect(unknown).toMatchObject({ status: 202, hashed: 0 })
    expect(await ask(TAKEN)).toEqual(unknown)
    await mailTo(TAKEN, '/auth/reset')
  })

  test('rejects a verification link that it did not sign, without hashing a password', async () => {
    const forged = await new SignJWT({ email: TAKEN })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('another secret than that of the server'))
    for (const body of [{ token: forged }, { token: forged, password: PASSWORD }, { token: 'x' }]) {
      expect(await seen('verify-email', body)).toMatchObject({
        status: 400,
        text: expect.stringContaining('invalid_token'),
        hashed: 0,
      })
    }
  })

  test('resending a verification mail requires a session, and no magic-link routes exist', async () => {
    const responses = await Promise.all(
      [TAKEN, 'unknown@example.com'].map((email) => seen('send-verification-email', { email })),
    )
    expect(responses.map((a) => a.status)).toEqual([401, 401])
    expect(responses[0]).toEqual(responses[1])
    for (const path of ['magic-link', 'sign-in/magic-link', 'email-otp/send']) {
      expect(await seen(path, { email: TAKEN })).toMatchObject({ status: 404 })
    }
  })
})
