import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '../base/problem.ts'
import { accountsFixture, PASSWORD, type AccountsFixture } from './fixture.ts'
import type { FederatedIdentity, IdentityService } from './types.ts'

/** Subjects deleted at the service. */
const removed: string[] = []
/** A service whose tokens contain the identity they vouch for. */
const service: IdentityService = {
  issuer: 'firebase/demo',
  async remove(subject) {
    removed.push(subject)
  },
  async verify(token) {
    const said = JSON.parse(
      Buffer.from(token, 'base64url').toString(),
    ) as Partial<FederatedIdentity> & { unreachable?: boolean }
    if (said.unreachable) {
      throw new Problem(503, 'identity_unreachable', 'The identity service cannot be reached.')
    }
    return {
      issuer: 'firebase/demo',
      email: undefined,
      emailVerified: false,
      name: undefined,
      provider: 'google.com',
      ...said,
      subject: said.subject ?? '',
      authenticatedAt: new Date(said.authenticatedAt ?? Date.now()),
    }
  },
}
const tokenFor = (identity: object): string =>
  Buffer.from(JSON.stringify(identity)).toString('base64url')

const base32 = (text: string): Buffer =>
  Buffer.from(
    (
      [...text.replace(/=+$/, '')]
        .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
        .join('')
        .match(/.{8}/g) ?? []
    ).map((b) => parseInt(b, 2)),
  )
/** The authenticator's code, `ahead` steps of 30 s from now. */
const totp = (uri: string, ahead = 0): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const hash = createHmac('sha1', base32(new URL(uri).searchParams.get('secret') ?? ''))
    .update(counter)
    .digest()
  return String((hash.readUInt32BE((hash[19] ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

describe('sign-in with an identity service', () => {
  let at: AccountsFixture
  let clock = Date.now()
  beforeAll(async () => {
    at = await accountsFixture({ identity: service, now: () => clock })
  }, 60_000)
  afterAll(() => at.close())
  const exchange = (identity: object) => {
    clock += 61_000
    return at.call('POST', '/api/auth/identity', { body: { idToken: tokenFor(identity) } })
  }
  const me = async (token: string) => (await at.call('GET', '/api/me', { token })).body

  test('signs in an employee by the provider-verified address, with the roles of the record', async () => {
    const role = await at.role('clerk', ['hotel.*'])
    const { personId, accountId } = await at.member('ann@example.com', 'active', [role])
    const { status, body, headers } = await exchange({
      subject: 'g-ann',
      email: 'ann@example.com',
      emailVerified: true,
    })
    expect(status).toBe(200)
    expect(headers.get('set-auth-token')).toBe(body.token)
    expect(await at.accounts.authenticate(at.request(body.token))).toMatchObject({
      accountId,
      personId,
      roleIds: [role],
    })
    // The link is to the identity, whatever its address becomes; the password keeps working.
    expect(
      (await exchange({ subject: 'g-ann', email: 'other@example.com', emailVerified: true })).body
        .user.id,
    ).toBe(accountId)
    expect((await at.signIn('ann@example.com')).status).toBe(200)
    expect(
      (
        await at.db.query("SELECT 1 FROM audit WHERE account_id = $1 AND action = 'sign-in'", [
          accountId,
        ])
      ).rowCount,
    ).toBe(3)
  })

  test('links no account by an address that the provider has not verified', async () => {
    const { accountId } = await at.member('bob@example.com')
    expect((await exchange({ subject: 'g-bob', email: 'bob@example.com' })).body).toMatchObject({
      status: 409,
      code: 'email_not_verified',
    })
    const person = await at.person('carl@example.com', 'active', [await at.role('boss', ['*'])])
    const carl = await exchange({ subject: 'g-carl', email: 'carl@example.com' })
    expect(carl.status).toBe(200)
    expect(await me(carl.body.token)).toMatchObject({ person: null, permissions: [] })
    expect(
      (
        await at.db.query(
          'SELECT 1 FROM "account" WHERE "userId" = $1 AND "providerId" LIKE \'firebase%\'',
          [accountId],
        )
      ).rowCount,
    ).toBe(0)
    // Once the address is proven, the same identity is that employee.
    expect(
      (await exchange({ subject: 'g-carl', email: 'carl@example.com', emailVerified: true }))
        .status,
    ).toBe(200)
    expect((await at.accounts.authenticate(at.request(carl.body.token)))?.personId).toBe(person)
  })

  test('a new person waits for approval without roles, even if the token claims some', async () => {
    const { status, body } = await exchange({
      subject: 'g-new',
      email: 'new@example.com',
      emailVerified: true,
      name: 'New Person',
      role: 'admin',
      grants: [{ allow: ['*'], deny: [] }],
      roles: ['admin'],
    })
    expect(status).toBe(200)
    expect(await me(body.token)).toMatchObject({ waiting: true, roles: [], permissions: [] })
    const {
      rows: [person],
    } = await at.db.query<{ state: string; roles: string[]; name: string }>(
      "SELECT state, roles, name FROM employees WHERE email = 'new@example.com'",
    )
    expect(person).toEqual({ state: 'requested', roles: [], name: 'New Person' })
  })

  test('passwordless accounts re-authenticate by the service or by a mailed, single-use, session-bound code', async () => {
    await at.person('mira@example.com', 'active', [await at.role('mira’s', ['hotel.*'])])
    const identity = { subject: 'g-mira', email: 'mira@example.com', emailVerified: true }
    const [token, other] = [
      (await exchange(identity)).body.token,
      (await exchange(identity)).body.token,
    ]
    await at.db.query(`UPDATE "session" SET "createdAt" = now() - interval '1 hour'`)
    const isProven = async (of: string) => {
      clock += 61_000
      await new Promise((resolve) => setTimeout(resolve, 600))
      const { provedAt } = (await at.accounts.authenticate(at.request(of)))!
      return Date.now() - provedAt! < 600_000
    }
    const prove = (body: object, as = token) => {
      clock += 61_000
      return at.call('POST', '/api/auth/prove', { token: as, body })
    }
    expect((await at.call('GET', '/api/auth/prove', { token })).body).toEqual({
      methods: ['identity', 'email'],
    })
    expect((await prove({ emailCode: '000000' })).body.code).toBe('invalid_code')
    const mailed = async () => {
      clock += 601_000
      const before = at.mailer.sent.length
      expect((await at.call('POST', '/api/auth/prove/email', { token })).status).toBe(202)
      await expect.poll(() => at.mailer.sent.length).toBe(before + 1)
      const letter = at.mailer.sent.at(-1)!
      expect(letter.to).toBe('mira@example.com')
      return /\d{6}/.exec(letter.text)![0]
    }
    const code = await mailed()
    const wrong = code === '000000' ? '000001' : '000000'
    // The code is bound to the session that requested it, and expires after five wrong attempts.
    expect((await prove({ emailCode: code }, other)).body.code).toBe('invalid_code')
    for (let tries = 0; tries < 5; tries++) {
      expect((await prove({ emailCode: wrong })).status).toBe(401)
    }
    expect((await prove({ emailCode: code })).status).toBe(401)
    const late = await mailed()
    await at.db.query(
      `UPDATE verification SET "expiresAt" = now() - interval '1 second' WHERE starts_with(identifier, 'prove:')`,
    )
    expect((await prove({ emailCode: late })).status).toBe(401)
    const replaced = await mailed()
    const good = await mailed()
    if (replaced !== good) expect((await prove({ emailCode: replaced })).status).toBe(401)
    expect(await isProven(token)).toBe(false)
    expect((await prove({ emailCode: good })).status).toBe(204)
    expect(await isProven(token)).toBe(true)
    expect(await isProven(other)).toBe(false)
    expect((await prove({ emailCode: good })).status).toBe(401)
    const { rows } = await at.db.query('SELECT * FROM verification')
    expect(JSON.stringify(rows)).not.toContain(good)
    expect((await prove({ idToken: tokenFor(identity) }, other)).status).toBe(204)
    expect(await isProven(other)).toBe(true)
  })

  test('mails no code to an account with a password, and rate-limits codes', async () => {
    await at.member('nora@example.com')
    const { token } = (await at.signIn('nora@example.com')).body
    expect((await at.call('GET', '/api/auth/prove', { token })).body).toEqual({
      methods: ['password'],
    })
    expect((await at.call('POST', '/api/auth/prove/email', { token })).body).toMatchObject({
      status: 409,
      code: 'other_proof',
    })
    expect((await at.call('GET', '/api/auth/prove')).status).toBe(401)
    const mira = { subject: 'g-mira', email: 'mira@example.com', emailVerified: true }
    const as = (await exchange(mira)).body.token
    clock += 601_000
    const ask = () => at.call('POST', '/api/auth/prove/email', { token: as })
    for (let n = 0; n < 3; n++) expect((await ask()).status).toBe(202)
    expect((await ask()).status).toBe(429)
  })

  test('gives the verified owner of an address the account that somebody else registered with it', async () => {
    await at.register('dora@example.com', 'Squatter')
    const {
      rows: [squatter],
    } = await at.db.query<{ id: string }>('SELECT id FROM "user" WHERE email = $1', [
      'dora@example.com',
    ])
    const owner = await exchange({
      subject: 'g-dora',
      email: 'dora@example.com',
      emailVerified: true,
    })
    expect(owner.status).toBe(200)
    expect(owner.body.user.id).toBe(squatter!.id)
    clock += 61_000
    expect((await at.signIn('dora@example.com')).body.code).toBe('invalid_credentials')
  })

  test('refuses suspended people and identities without an e-mail address', async () => {
    await at.member('eve@example.com', 'suspended')
    expect(
      (await exchange({ subject: 'g-eve', email: 'eve@example.com', emailVerified: true })).body,
    ).toMatchObject({ status: 403, code: 'account_disabled' })
    expect((await exchange({ subject: 't-none' })).body).toMatchObject({
      status: 409,
      code: 'email_needed',
    })
  })

  test('requires the second factor if the account has one', async () => {
    await at.member('fay@example.com')
    clock += 61_000
    const first = (await at.signIn('fay@example.com')).body.token
    const {
      body: { totpUri },
    } = await at.call('POST', '/api/auth/two-factor/enable', {
      token: first,
      body: { password: PASSWORD },
    })
    expect(
      (
        await at.call('POST', '/api/auth/two-factor/confirm', {
          token: first,
          body: { code: totp(totpUri) },
        })
      ).status,
    ).toBe(200)
    const { body } = await exchange({
      subject: 'g-fay',
      email: 'fay@example.com',
      emailVerified: true,
    })
    expect(body).toEqual({ twoFactor: true, challenge: expect.any(String) })
    const wrong = await at.call('POST', '/api/auth/two-factor/verify', {
      body: { challenge: `${body.challenge.slice(0, -8)}AAAAA%3D`, code: totp(totpUri, 1) },
    })
    expect(wrong.body.code).toBe('invalid_challenge')
    // The code that confirmed the enrolment is used up.
    const done = await at.call('POST', '/api/auth/two-factor/verify', {
      body: { challenge: body.challenge, code: totp(totpUri, 1) },
    })
    expect(done.status).toBe(200)
    expect((await me(done.body.token)).account.email).toBe('fay@example.com')
  })

  test('concurrent first sign-ins of one identity create one account', async () => {
    clock += 61_000
    const both = await Promise.all(
      [1, 2].map(() =>
        at.call('POST', '/api/auth/identity', {
          body: {
            idToken: tokenFor({ subject: 'g-gil', email: 'gil@example.com', emailVerified: true }),
          },
        }),
      ),
    )
    expect(both.some((a) => a.status === 200)).toBe(true)
    expect(
      (await at.db.query("SELECT 1 FROM employees WHERE email = 'gil@example.com'")).rowCount,
    ).toBe(1)
    expect(
      (await at.db.query('SELECT 1 FROM "account" WHERE "accountId" = \'g-gil\'')).rowCount,
    ).toBe(1)
    expect(
      (await exchange({ subject: 'g-gil', email: 'gil@example.com', emailVerified: true })).status,
    ).toBe(200)
  })

  test('a person without a password can leave only after a fresh sign-in with the same identity', async () => {
    await at.member('hal@example.com')
    const {
      body: { token },
    } = await exchange({ subject: 'g-hal', email: 'hal@example.com', emailVerified: true })
    const leave = (identity: object) =>
      at.call('POST', '/api/auth/leave', { token, body: { idToken: tokenFor(identity) } })
    expect(
      (await leave({ subject: 'g-else', email: 'hal@example.com', emailVerified: true })).body.code,
    ).toBe('another_identity')
    expect(
      (await leave({ subject: 'g-hal', authenticatedAt: Date.now() - 6 * 60_000 })).body.code,
    ).toBe('identity_too_old')
    expect(
      (await at.call('POST', '/api/auth/leave', { token, body: {} })).body.errors[0].path,
    ).toBe('password')
    expect((await leave({ subject: 'g-hal' })).status).toBe(204)
    expect((await at.call('GET', '/api/me', { token })).status).toBe(401)
    // Revoked sign-ins cannot delete themselves there, so the server does it.
    await at.runJobs()
    expect(removed).toEqual(['g-hal'])
  })

  test('reports an unreachable identity service while passwords keep working', async () => {
    await at.member('ivy@example.com')
    expect((await exchange({ subject: 'g-ivy', unreachable: true })).body).toMatchObject({
      status: 503,
      code: 'identity_unreachable',
    })
    clock += 61_000
    expect((await at.signIn('ivy@example.com')).status).toBe(200)
  })
})

describe('an installation', () => {
  test('with registration closed admits employees only; without an identity service has no identity route', async () => {
    const closed = await accountsFixture({ identity: service, registration: false })
    try {
      const exchange = (identity: object) =>
        closed.call('POST', '/api/auth/identity', { body: { idToken: tokenFor(identity) } })
      expect(
        (await exchange({ subject: 's', email: 'stranger@example.com', emailVerified: true })).body
          .code,
      ).toBe('registration_closed')
      await closed.person('jane@example.com', 'active')
      expect((await exchange({ subject: 'j', email: 'jane@example.com' })).body.code).toBe(
        'registration_closed',
      )
      expect(
        (await exchange({ subject: 'j', email: 'jane@example.com', emailVerified: true })).status,
      ).toBe(200)
    } finally {
      await closed.close()
    }
    const plain = await accountsFixture()
    try {
      expect(
        (
          await plain.call('POST', '/api/auth/identity', {
            body: { idToken: tokenFor({ subject: 'x' }) },
          })
        ).status,
      ).toBe(404)
    } finally {
      await plain.close()
    }
  })
})
