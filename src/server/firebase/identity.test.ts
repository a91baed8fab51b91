/** ID tokens checked against keys and a fake identity service on loopback. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '../base/problem.ts'
import { firebaseIdentity } from './identity.ts'

const PROJECT = 'demo-shop'
const ISSUER = `https://securetoken.google.com/${PROJECT}`
type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
let google: Key
let forger: Key
let server: Server
let base: string
/** The project's response about the account; a number is a status without a body. */
let account: object | number | 'hang' = { users: [{ localId: 'u1' }] }
let asked: { url: string; referer: string | undefined; body: string }[] = []
const warnings: string[] = []

beforeAll(async () => {
  const [pair, other] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256'),
  ])
  ;[google, forger] = [pair.privateKey, other.privateKey]
  const keys = {
    keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }],
  }
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const say = (status: number, value: unknown) =>
          response
            .writeHead(status, { 'content-type': 'application/json' })
            .end(JSON.stringify(value))
        if (request.url === '/keys') return say(200, keys)
        asked.push({
          url: request.url ?? '',
          referer: request.headers.referer,
          body: Buffer.concat(parts).toString(),
        })
        if (typeof account === 'number') return say(account, {})
        return say('error' in (account as object) ? 400 : 200, account)
      })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(
  () =>
    new Promise((resolve) => {
      server.close(resolve)
    }),
)
beforeEach(() => {
  account = { users: [{ localId: 'u1' }] }
  asked = []
  warnings.length = 0
})

const nowS = () => Math.floor(Date.now() / 1000)
const claims = (over: JWTPayload = {}): JWTPayload => ({
  iss: ISSUER,
  aud: PROJECT,
  sub: 'u1',
  iat: nowS(),
  exp: nowS() + 3600,
  auth_time: nowS() - 5,
  email: 'Ann@Example.com',
  email_verified: true,
  name: 'Ann',
  firebase: { sign_in_provider: 'google.com' },
  ...over,
})
const sign = (
  over: JWTPayload = {},
  key = google,
  header: { alg: string; kid?: string } = { alg: 'RS256', kid: 'k1' },
) => new SignJWT(claims(over)).setProtectedHeader(header).sign(key)
const surroundings = {
  exposed: true,
  pages: 'https://admin.example.com',
  warn: (message: string) => void warnings.push(message),
}
const service = (endpoints: { keys?: string; identity?: string } = {}) =>
  firebaseIdentity(
    {
      projectId: PROJECT,
      apiKey: 'web-key',
      emulators: {},
      endpoints: { keys: `${base}/keys`, identity: base, ...endpoints },
    },
    surroundings,
  )
const codeOf = async (token: string | Promise<string>, from = service()): Promise<string> =>
  from.verify(await token).then(
    () => 'taken',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  )

test('a valid token yields the identity after a look-up of the account in the project', async () => {
  expect(await service().verify(await sign())).toMatchObject({
    issuer: 'firebase/demo-shop',
    subject: 'u1',
    email: 'ann@example.com',
    emailVerified: true,
    name: 'Ann',
    provider: 'google.com',
  })
  expect(asked).toMatchObject([
    { url: '/v1/accounts:lookup?key=web-key', referer: 'https://admin.example.com' },
  ])
})

test('forged, expired, foreign, unsigned and incomplete tokens are refused without contacting the project', async () => {
  const secret = new TextEncoder().encode('x'.repeat(32))
  expect(await codeOf(sign({}, forger))).toBe('invalid_identity_token')
  expect(await codeOf(sign({ exp: nowS() - 120 }))).toBe('expired_identity_token')
  expect(await codeOf(sign({ aud: 'demo-other' }))).toBe('invalid_identity_token')
  expect(await codeOf(sign({ iss: 'https://securetoken.google.com/demo-other' }))).toBe(
    'invalid_identity_token',
  )
  expect(await codeOf(sign({ iss: 'https://accounts.google.com' }))).toBe('invalid_identity_token')
  expect(await codeOf(new UnsecuredJWT(claims()).encode())).toBe('invalid_identity_token')
  expect(
    await codeOf(
      new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret),
    ),
  ).toBe('invalid_identity_token')
  expect(await codeOf(sign({}, google, { alg: 'RS256', kid: 'another' }))).toBe(
    'invalid_identity_token',
  )
  for (const over of [
    { sub: '' },
    { sub: 'x'.repeat(129) },
    { sub: undefined },
    { auth_time: undefined },
    { auth_time: nowS() + 300 },
    { auth_time: 'now' },
    { iat: nowS() + 300 },
    { exp: undefined },
  ]) {
    expect(await codeOf(sign(over as JWTPayload)), JSON.stringify(over)).toBe(
      'invalid_identity_token',
    )
  }
  const [head, body, signature] = (await sign()).split('.')
  const changed = Buffer.from(JSON.stringify(claims({ sub: 'u2' }))).toString('base64url')
  expect(await codeOf(`${head}.${changed}.${signature}`)).toBe('invalid_identity_token')
  for (const text of ['', 'garbage', `${head}.${body}`, `${head}.${body}.`, '..']) {
    expect(await codeOf(text), text).toBe('invalid_identity_token')
  }
  expect(asked).toEqual([])
})

test('deleted, disabled and revoked identities are refused', async () => {
  for (const [result, code] of [
    [{ users: [] }, 'identity_revoked'],
    [{ users: [{ disabled: true }] }, 'account_disabled'],
    [{ users: [{ validSince: String(nowS() + 1) }] }, 'identity_revoked'],
    [{ error: { message: 'USER_NOT_FOUND' } }, 'identity_revoked'],
    [{ error: { message: 'TOKEN_EXPIRED' } }, 'identity_revoked'],
    [{ error: { message: 'USER_DISABLED' } }, 'account_disabled'],
    [{ users: [{ validSince: String(nowS() - 60) }] }, 'taken'],
  ] as const) {
    account = result
    expect(await codeOf(sign()), JSON.stringify(result)).toBe(code)
  }
})

test('an unreachable service admits nobody and is reported as unreachable', async () => {
  account = 500
  expect(await codeOf(sign())).toBe('identity_unreachable')
  account = { error: { message: 'API key not valid. Please pass a valid API key.' } }
  expect(await codeOf(sign())).toBe('identity_unreachable')
  expect(warnings.at(-1)).toContain('API key not valid')
  expect(await codeOf(sign(), service({ identity: 'http://127.0.0.1:1' }))).toBe(
    'identity_unreachable',
  )
  expect(await codeOf(sign(), service({ keys: 'http://127.0.0.1:1/keys' }))).toBe(
    'identity_unreachable',
  )
  expect(await codeOf(sign(), service({ keys: `${base}/no-keys` }))).toBe('identity_unreachable')
})

test('an emulator accepts only unsigned tokens, and an exposed server refuses an emulator', async () => {
  const emulated = {
    projectId: PROJECT,
    apiKey: 'web-key',
    emulators: { auth: base },
    endpoints: {},
  }
  expect(() => firebaseIdentity(emulated, surroundings)).toThrow('where others can reach')
  const local = firebaseIdentity(emulated, { ...surroundings, exposed: false })
  expect(await codeOf(new UnsecuredJWT(claims()).encode(), local)).toBe('taken')
  expect(await codeOf(sign(), local)).toBe('invalid_identity_token')
  expect(await codeOf(new UnsecuredJWT(claims({ aud: 'demo-other' })).encode(), local)).toBe(
    'invalid_identity_token',
  )
  expect(await codeOf(new UnsecuredJWT(claims({ exp: nowS() - 120 })).encode(), local)).toBe(
    'expired_identity_token',
  )
})

test('revokes a person’s sign-ins where the credentials allow it, and reports failures', async () => {
  expect(service().revoke).toBeUndefined()
  const emulated = firebaseIdentity(
    { projectId: PROJECT, apiKey: 'web-key', emulators: { auth: base }, endpoints: {} },
    { ...surroundings, exposed: false },
  )
  await emulated.revoke?.('u1')
  expect(asked).toMatchObject([
    { url: `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:update` },
  ])
  expect(JSON.parse(asked[0]!.body)).toEqual({
    localId: 'u1',
    validSince: expect.stringMatching(/^\d{10}$/),
  })
  account = 503
  await expect(emulated.revoke?.('u1')).rejects.toThrow('did not end')
  await expect(emulated.remove?.('u1')).rejects.toThrow('did not delete')
})

test('deletes a person where the credentials allow it, also one who is already deleted', async () => {
  expect(service().remove).toBeUndefined()
  const emulated = firebaseIdentity(
    { projectId: PROJECT, apiKey: 'web-key', emulators: { auth: base }, endpoints: {} },
    { ...surroundings, exposed: false },
  )
  await emulated.remove?.('u1')
  expect(asked.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    [`/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:delete`, { localId: 'u1' }],
  ])
  account = { error: { message: 'USER_NOT_FOUND' } }
  await emulated.remove?.('u1')
})
