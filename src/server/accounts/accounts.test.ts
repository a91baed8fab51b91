import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashToken, storedIdentifier } from './tokenHash.ts'
import { accountsFixture, PASSWORD, type AccountsFixture } from './fixture.ts'

const base32 = (text: string): Buffer => {
  const bits = [...text.replace(/=+$/, '')]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((b) => parseInt(b, 2)))
}
/** RFC 6238, independent of the library's implementation. */
const totp = (uri: string): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', base32(new URL(uri).searchParams.get('secret')!))
    .update(counter)
    .digest()
  const at = hash[19]! & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
const until = async <T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> => {
  for (let i = 0; i < 1500; i++) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It did not happen.')
}

describe('accounts', () => {
  let at: AccountsFixture
  let clock = Date.now()
  beforeAll(async () => {
    at = await accountsFixture({ now: () => clock, trustProxy: true })
  }, 60_000)
  afterAll(() => at.close())
  const nextMinute = () => {
    clock += 61_000
  }
  /** As if some minutes had passed. */
  const forgetCodes = () => at.db.query("DELETE FROM idempotency WHERE person LIKE 'one-time:%'")
  const linkTo = (email: string, path: string) =>
    until(() => {
      const mail = at.mailer.sent.findLast((m) => m.to === email && m.text.includes(path))
      return mail && new URL(/http\S+/.exec(mail.text)![0]).searchParams.get('token')!
    })

  test('signs in with the right password and returns the same token in body and header', async () => {
    const role = await at.role('reader', ['hotel.*'], ['hotel.purge'])
    const { personId, accountId } = await at.member('ann@example.com', 'active', [role])
    const response = await at.signIn('ANN@example.com')
    expect(response.status).toBe(200)
    expect(response.headers.get('set-auth-token')).toBe(response.body.token)
    expect(response.headers.get('set-cookie')).toMatch(
      /^known-device=[^;]+; .*HttpOnly; SameSite=Strict$/,
    )
    expect(response.headers.get('set-cookie')).not.toContain(response.body.token)
    expect(Date.parse(response.body.expiresAt) - Date.now()).toBeGreaterThan(11 * 3_600_000)
    expect(await at.accounts.authenticate(at.request(response.body.token))).toEqual({
      kind: 'person',
      accountId,
      personId,
      name: 'ann',
      tenant: null,
      roleIds: [role],
      grants: [{ allow: ['hotel.*'], deny: ['hotel.purge'] }],
      provedAt: expect.any(Number),
    })
  })

  test('responds identically to a wrong password and an unknown e-mail address', async () => {
    await at.member('bob@example.com')
    const wrong = await at.signIn('bob@example.com', 'not-the-password')
    const unknown = await at.signIn('nobody@example.com', 'not-the-password')
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('content-type')).toContain('application/problem+json')
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect(wrong.body.code).toBe('invalid_credentials')
  })

  test('audits sign-ins and failed sign-ins of existing accounts only, as entity “account”', async () => {
    nextMinute()
    const { personId, accountId } = await at.member('log@example.com')
    await at.signIn('log@example.com', 'not-the-password')
    await at.signIn('Log@example.com')
    await at.signIn('nobody@example.com', 'not-the-password')
    const rows = await until(async () => {
      const found = (
        await at.db.query(
          'SELECT action, actor_id, account_id, entity, record_id FROM audit WHERE account_id = $1 ORDER BY action',
          [accountId],
        )
      ).rows
      return found.length > 1 ? found : undefined
    })
    expect(rows).toEqual(
      ['sign-in', 'sign-in-failed'].map((action) => ({
        action,
        actor_id: personId,
        account_id: accountId,
        entity: 'account',
        record_id: accountId,
      })),
    )
    expect(
      (await at.db.query("SELECT 1 FROM audit WHERE action LIKE 'sign-in%' AND account_id IS NULL"))
        .rowCount,
    ).toBe(0)
    await at.db.query("UPDATE employees SET state = 'suspended' WHERE id = $1", [personId])
    expect((await at.signIn('log@example.com')).status).toBe(403)
    await until(
      async () =>
        (
          await at.db.query(
            "SELECT 1 FROM audit WHERE account_id = $1 AND action = 'sign-in-failed'",
            [accountId],
          )
        ).rowCount === 2,
    )
  })

  test('reports a missing and an unknown field of the request body by name', async () => {
    const { status, body } = await at.call('POST', '/api/auth/sign-in/email', {
      body: { email: 'a@example.com', callbackURL: 'https://evil.example' },
    })
    expect(status).toBe(422)
    expect(body.errors.map((e: { path: string; code: string }) => [e.path, e.code])).toEqual([
      ['password', 'required'],
      ['callbackURL', 'unknown'],
    ])
  })

  test('rejects malformed tokens, altered ones and those of another installation or an ended session', async () => {
    await at.member('forged@example.com')
    const { token } = (await at.signIn('forged@example.com')).body as { token: string }
    expect(await at.accounts.authenticate(at.request(token))).not.toBeNull()
    const [other, row] = [
      await accountsFixture(),
      await at.db.query<{ token: string }>('SELECT token FROM "session" WHERE token = $1', [
        hashToken(token.split('.')[0]!),
      ]),
    ]
    await other.member('forged@example.com')
    const foreign = (await other.signIn('forged@example.com')).body.token as string
    await other.close()
    const last = token.at(-1) === 'A' ? 'B' : 'A'
    const first = token[0] === 'A' ? 'B' : 'A'
    for (const wrong of [
      foreign,
      token.slice(0, -1),
      `${token}A`,
      `${first}${token.slice(1)}`,
      `${token.slice(0, -1)}${last}`,
      hashToken(token),
      ...row.rows.map((one) => one.token),
    ]) {
      expect(await at.accounts.authenticate(at.request(wrong)), wrong).toBeNull()
      expect((await at.call('GET', '/api/me', { token: wrong })).status, wrong).toBe(401)
    }
    expect((await at.call('POST', '/api/auth/sign-out', { token })).status).toBe(204)
    expect(await at.accounts.authenticate(at.request(token))).toBeNull()
    for (const token of [
      'x'.repeat(32),
      `${'x'.repeat(32)}.${'y'.repeat(43)}`,
      "'; drop table session; --",
    ]) {
      expect(await at.accounts.authenticate(at.request(token))).toBeNull()
    }
    expect((await at.call('GET', '/api/me')).status).toBe(401)
  })

  test('rate-limits sign-in attempts per account and address, so strangers cannot lock out the owner', async () => {
    await at.member('busy@example.com')
    nextMinute()
    const from = (address: string, password = 'not-the-password', headers = {}) =>
      at.signIn('busy@example.com', password, { 'x-forwarded-for': address, ...headers })
    for (let n = 0; n < 10; n++) expect((await from('10.0.0.1')).status).toBe(401)
    const refused = await from('10.0.0.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // The owner signs in from elsewhere at the same moment.
    const owner = await from('10.0.0.2', PASSWORD)
    expect(owner.status).toBe(200)
    const device = { cookie: owner.headers.get('set-cookie')!.split(';')[0]! }
    expect((await from('10.0.0.1', PASSWORD, device)).status).toBe(200)
    // The wait grows: after two more minutes of attempts the hourly limit applies.
    for (let minute = 0; minute < 2; minute++) {
      nextMinute()
      for (let n = 0; n < 10; n++) expect((await from('10.0.0.1')).status).toBe(401)
    }
    nextMinute()
    const later = await from('10.0.0.1')
    expect([later.status, Number(later.headers.get('retry-after')) > 600]).toEqual([429, true])
    // A device known to one account is unknown to others, and a forged cookie is rejected.
    const forged = device.cookie.replace(/=./, (start) => (start === '=_' ? '=A' : '=_'))
    for (const cookie of [forged, 'known-device=x.y']) {
      expect((await from('10.0.0.1', PASSWORD, { cookie })).status).toBe(429)
    }
  })

  test('rate-limits an IPv6 network as one address, and invalid forwarded addresses by the connection', async () => {
    nextMinute()
    const tries = async (addressOf: (n: number) => string) => {
      const found: number[] = []
      for (let n = 0; n < 40; n++) {
        found.push(
          (await at.signIn(`v6-${n}@example.com`, 'x', { 'x-forwarded-for': addressOf(n) })).status,
        )
      }
      return found.filter((status) => status === 429).length
    }
    expect(await tries((n) => `2001:db8:1:2:${n.toString(16)}::${n}`)).toBe(10)
    nextMinute()
    expect(await tries((n) => `junk-${n}`)).toBe(10)
    nextMinute()
    expect(await tries((n) => (n % 2 ? '::ffff:10.7.7.7' : '10.7.7.7'))).toBe(10)
  })

  test('allows thirty sign-ins a minute per address', async () => {
    nextMinute()
    const from = (n: number, address = '10.9.9.9') =>
      at.signIn(`n${n}@example.com`, 'x', { 'x-forwarded-for': `1.1.1.${n}, ${address}` })
    for (let n = 0; n < 30; n++) expect((await from(n)).status).toBe(401)
    expect((await from(31)).status).toBe(429)
    expect((await from(31, '10.9.9.8')).status).toBe(401)
  })

  test('ends the session within a second after the person is suspended, and refuses the next sign-in', async () => {
    nextMinute()
    const { personId } = await at.member('sue@example.com')
    const {
      body: { token },
    } = await at.signIn('sue@example.com')
    expect(await at.accounts.authenticate(at.request(token))).not.toBeNull()
    await at.db.query("UPDATE employees SET state = 'suspended' WHERE id = $1", [personId])
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await at.accounts.authenticate(at.request(token))).toBeNull()
    expect(
      (await at.db.query('SELECT 1 FROM session WHERE token = $1', [hashToken(token)])).rowCount,
    ).toBe(0)
    const refused = await at.signIn('sue@example.com')
    expect([refused.status, refused.body.code]).toEqual([403, 'account_disabled'])
    expect((await at.signIn('sue@example.com', 'wrong')).body.code).toBe('invalid_credentials')
  })

  test('notifies a session follower of changed permissions and of the end of the session', async () => {
    nextMinute()
    const role = await at.role('changing', ['a.*'])
    await at.member('fay@example.com', 'active', [role])
    const {
      body: { token },
    } = await at.signIn('fay@example.com')
    const received: unknown[] = []
    at.accounts.follow(at.request(token), (actor) => received.push(actor?.grants[0]?.allow ?? null))
    // Same cached session as the follower's first read.
    await at.accounts.authenticate(at.request(token))
    await at.db.query('UPDATE user_roles SET grants = $2, version = version + 1 WHERE id = $1', [
      role,
      JSON.stringify({ allow: ['b.*'], deny: [] }),
    ])
    await until(() => received.length > 0)
    await at.call('POST', '/api/auth/sign-out', { token })
    await until(() => received.length > 1)
    expect(received).toEqual([['b.*'], null])
  })

  test('updates a person’s last-seen time at most every five minutes, without a new version or audit entry', async () => {
    nextMinute()
    const { personId } = await at.member('eye@example.com')
    const {
      body: { token },
    } = await at.signIn('eye@example.com')
    const seen = async (): Promise<{ at: string; version: number } | undefined> =>
      (
        await at.db.query<{ at: string | null; version: number }>(
          'SELECT last_seen_at AS at, version FROM employees WHERE id = $1',
          [personId],
        )
      ).rows.find((r) => r.at !== null) as never
    const first = await until(seen)
    expect(first.version).toBe(1)
    const visit = async () => {
      await new Promise((resolve) => setTimeout(resolve, 550))
      await at.accounts.authenticate(at.request(token))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await visit()
    expect(await seen()).toEqual(first)
    await at.db.query(
      "UPDATE employees SET last_seen_at = now() - interval '6 minutes' WHERE id = $1",
      [personId],
    )
    await visit()
    const later = await until(async () => {
      const now = await seen()
      return now && now.at >= first.at ? now : undefined
    })
    expect(later.version).toBe(1)
    expect(
      (await at.db.query('SELECT 1 FROM audit WHERE record_id = $1', [personId])).rowCount,
    ).toBe(0)
  })

  test('signs out with immediate effect', async () => {
    nextMinute()
    await at.member('out@example.com')
    const {
      body: { token },
    } = await at.signIn('out@example.com')
    expect((await at.call('GET', '/api/me', { token })).status).toBe(200)
    expect((await at.call('POST', '/api/auth/sign-out', { token })).status).toBe(204)
    expect((await at.call('GET', '/api/me', { token })).status).toBe(401)
  })

  test('lists a person’s own sessions and revokes only their other sessions', async () => {
    nextMinute()
    await at.member('many@example.com')
    const [first, second] = [
      (await at.signIn('many@example.com', PASSWORD, { 'user-agent': 'Phone' })).body.token,
      (await at.signIn('many@example.com')).body.token,
    ]
    const stranger = (await at.signIn('ann@example.com')).body.token
    const { body } = await at.call('GET', '/api/auth/sessions', { token: second })
    expect(body.data.map((s: { current: boolean }) => s.current)).toEqual([true, false])
    expect(body.data[1].userAgent).toBe('Phone')
    expect(
      (await at.call('DELETE', `/api/auth/sessions/${body.data[1].id}`, { token: stranger }))
        .status,
    ).toBe(404)
    expect(
      (await at.call('POST', '/api/auth/sessions/revoke-others', { token: second })).body,
    ).toEqual({ revoked: 1 })
    expect((await at.call('GET', '/api/me', { token: first })).status).toBe(401)
    expect((await at.call('GET', '/api/me', { token: second })).status).toBe(200)
  })

  test('lets a stranger register, without permissions until approved', async () => {
    nextMinute()
    const { link } = await at.register('new@example.com')
    // Who typed the name may not own the mailbox.
    const { text, html } = at.mailer.sent.findLast((m) => m.to === 'new@example.com')!
    expect(text + html).not.toContain('New Person')
    const made = await at.confirm(link)
    expect(made.status).toBe(200)
    const me = (await at.call('GET', '/api/me', { token: made.body.token })).body
    expect(me).toMatchObject({
      person: { name: 'New Person', email: 'new@example.com', state: 'requested' },
      waiting: true,
      permissions: [],
      roles: [],
      account: { emailVerified: true },
    })
    const role = await at.role('approved', ['hotel.list'])
    await at.db.query("UPDATE employees SET state = 'active', roles = $2 WHERE id = $1", [
      me.person.id,
      [role],
    ])
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect((await at.call('GET', '/api/me', { token: made.body.token })).body).toMatchObject({
      waiting: false,
      permissions: ['hotel.list'],
      roles: [{ id: role, name: 'approved' }],
    })
  })

  test('links a registered account to an existing person’s record only after the address is verified', async () => {
    nextMinute()
    const role = await at.role('precious', ['*'])
    const personId = await at.person('boss@example.com', 'active', [role])
    const { link } = await at.register('boss@example.com', 'Boss')
    expect((await at.signIn('boss@example.com')).body.code).toBe('invalid_credentials')
    expect((await at.confirm(`${link}x`)).body.code).toBe('invalid_token')
    // The owner of the mailbox did not register, so a click must not prove the address.
    expect(
      (await at.call('POST', '/api/auth/verify-email', { body: { token: link } })).body.code,
    ).toBe('sign_in_first')
    expect((await at.confirm(link, 'not the password')).body.code).toBe('invalid_credentials')
    const { token } = (await at.confirm(link)).body
    expect((await at.call('GET', '/api/me', { token })).body).toMatchObject({
      person: { id: personId },
      waiting: false,
      account: { emailVerified: true },
    })
  })

  test('resets a forgotten password once by the mailed link, and ends existing sessions', async () => {
    nextMinute()
    await at.member('lost@example.com')
    const {
      body: { token },
    } = await at.signIn('lost@example.com')
    expect(
      (
        await at.call('POST', '/api/auth/forget-password', {
          body: { email: 'nobody@example.com' },
        })
      ).status,
    ).toBe(202)
    expect(
      (await at.call('POST', '/api/auth/forget-password', { body: { email: 'Lost@example.com' } }))
        .status,
    ).toBe(202)
    const link = await linkTo('lost@example.com', '/auth/reset')
    expect(
      (
        await at.call('POST', '/api/auth/reset-password', {
          body: { token: link, password: 'short' },
        })
      ).body.errors[0],
    ).toMatchObject({ path: 'password' })
    expect(
      (
        await at.call('POST', '/api/auth/reset-password', {
          body: { token: link, password: 'another-kite-9' },
        })
      ).status,
    ).toBe(204)
    expect(
      (
        await at.call('POST', '/api/auth/reset-password', {
          body: { token: link, password: 'third-kite-9-up' },
        })
      ).body.code,
    ).toBe('invalid_token')
    expect((await at.call('GET', '/api/me', { token })).status).toBe(401)
    expect((await at.signIn('lost@example.com')).status).toBe(401)
    expect((await at.signIn('lost@example.com', 'another-kite-9')).status).toBe(200)
    expect(at.mailer.sent.some((m) => m.to === 'nobody@example.com')).toBe(false)
  })

  test('refuses an expired password-reset link', async () => {
    nextMinute()
    await at.member('slow@example.com')
    await at.call('POST', '/api/auth/forget-password', { body: { email: 'slow@example.com' } })
    const link = await linkTo('slow@example.com', '/auth/reset')
    await at.db.query(
      `UPDATE verification SET "expiresAt" = now() - interval '1 second' WHERE identifier = $1`,
      [storedIdentifier(`reset-password:${link}`)],
    )
    expect(
      (
        await at.call('POST', '/api/auth/reset-password', {
          body: { token: link, password: 'another-kite-9' },
        })
      ).body.code,
    ).toBe('invalid_token')
  })

  test('changes the password after checking the current one, and keeps only the new session', async () => {
    nextMinute()
    await at.member('chg@example.com')
    const {
      body: { token },
    } = await at.signIn('chg@example.com')
    const wrong = await at.call('POST', '/api/auth/change-password', {
      token,
      body: { currentPassword: 'no', newPassword: 'another-kite-9' },
    })
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'currentPassword'])
    const changed = await at.call('POST', '/api/auth/change-password', {
      token,
      body: { currentPassword: PASSWORD, newPassword: 'another-kite-9' },
    })
    expect((await at.call('GET', '/api/me', { token })).status).toBe(401)
    expect((await at.call('GET', '/api/me', { token: changed.body.token })).status).toBe(200)
  })

  test('requires the second factor once two-factor is enabled, and issues no usable token before it', async () => {
    nextMinute()
    const { personId } = await at.member('two@example.com')
    const enrolled = async () =>
      (
        await at.db.query('SELECT two_factor_enrolled, version FROM employees WHERE id = $1', [
          personId,
        ])
      ).rows
    const {
      body: { token },
    } = await at.signIn('two@example.com')
    const { totpUri, backupCodes } = (
      await at.call('POST', '/api/auth/two-factor/enable', { token, body: { password: PASSWORD } })
    ).body
    expect(
      (await at.call('POST', '/api/auth/two-factor/confirm', { token, body: { code: '000000' } }))
        .body.code,
    ).toBe('invalid_code')
    const enrolment = totp(totpUri)
    const confirmed = await at.call('POST', '/api/auth/two-factor/confirm', {
      token,
      body: { code: enrolment },
    })
    expect(
      (await at.call('GET', '/api/me', { token: confirmed.body.token })).body.account.twoFactor,
    ).toBe(true)
    expect(await enrolled()).toEqual([{ two_factor_enrolled: true, version: 1 }])
    expect((await at.call('GET', '/api/me', { token })).status).toBe(401)
    const first = await at.signIn('two@example.com')
    expect(first.body).toEqual({ twoFactor: true, challenge: expect.any(String) })
    expect(first.headers.get('set-auth-token')).toBeNull()
    const verify = (body: object) =>
      at.call('POST', '/api/auth/two-factor/verify', {
        body: { challenge: first.body.challenge, ...body },
      })
    expect((await verify({ code: '000000' })).body.code).toBe('invalid_code')
    // The code that confirmed the enrolment is used up.
    expect((await verify({ code: enrolment })).body.code).toBe('invalid_code')
    await forgetCodes()
    const second = await verify({ code: totp(totpUri) })
    expect((await at.call('GET', '/api/me', { token: second.body.token })).status).toBe(200)
    expect((await verify({ code: totp(totpUri) })).body.code).toBe('invalid_challenge')
    const again = await at.signIn('two@example.com')
    expect(again.status).toBe(200)
    expect(
      (
        await at.call('POST', '/api/auth/two-factor/verify', {
          body: { challenge: again.body.challenge, backupCode: backupCodes[0] },
        })
      ).status,
    ).toBe(200)
    for (const body of [
      { password: PASSWORD },
      { password: PASSWORD, code: '000000' },
      { password: 'wrong-password', backupCode: backupCodes[1] },
    ]) {
      expect(
        (await at.call('POST', '/api/auth/two-factor/disable', { token: second.body.token, body }))
          .status,
      ).toBeGreaterThanOrEqual(400)
    }
    const off = await at.call('POST', '/api/auth/two-factor/disable', {
      token: second.body.token,
      body: { password: PASSWORD, backupCode: backupCodes[1] },
    })
    expect(
      (await at.call('GET', '/api/me', { token: off.body.token })).body.account.twoFactor,
    ).toBe(false)
    expect(await enrolled()).toEqual([{ two_factor_enrolled: false, version: 1 }])
  })

  test('accepts a TOTP or backup code only once, even in concurrent attempts', async () => {
    nextMinute()
    await at.member('once@example.com')
    const {
      body: { token },
    } = await at.signIn('once@example.com')
    const { totpUri, backupCodes } = (
      await at.call('POST', '/api/auth/two-factor/enable', { token, body: { password: PASSWORD } })
    ).body
    await at.call('POST', '/api/auth/two-factor/confirm', { token, body: { code: totp(totpUri) } })
    await forgetCodes()
    const begin = async (): Promise<string> => (await at.signIn('once@example.com')).body.challenge
    for (const second of [{ code: totp(totpUri) }, { backupCode: backupCodes[0] }]) {
      nextMinute()
      const [challenges, late] = [
        [await begin(), await begin(), await begin(), await begin()],
        await begin(),
      ]
      const responses = await Promise.all(
        challenges.map((challenge) =>
          at.call('POST', '/api/auth/two-factor/verify', { body: { challenge, ...second } }),
        ),
      )
      expect(responses.map((a) => a.status).sort()).toEqual([200, 401, 401, 401])
      for (const a of responses) {
        if (a.status === 401) expect(['invalid_code', 'invalid_challenge']).toContain(a.body.code)
      }
      expect(
        (
          await at.call('POST', '/api/auth/two-factor/verify', {
            body: { challenge: late, ...second },
          })
        ).body.code,
      ).toBe('invalid_code')
    }
    const { rows } = await at.db.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM "session" s JOIN "user" u ON u.id = s."userId" WHERE u.email = $1',
      ['once@example.com'],
    )
    // One from the enrolment, and one per code.
    expect(rows[0]!.n).toBe(3)
  })

  test('using one password-reset link, or changing the password, invalidates all other reset links', async () => {
    nextMinute()
    await at.member('links@example.com')
    const ask = async () => {
      const before = at.mailer.sent.length
      await at.call('POST', '/api/auth/forget-password', { body: { email: 'links@example.com' } })
      await expect.poll(() => at.mailer.sent.length).toBeGreaterThan(before)
      return /token=([\w%-]+)/.exec(at.mailer.sent.at(-1)!.text)![1]!
    }
    const reset = async (link: string) =>
      (
        await at.call('POST', '/api/auth/reset-password', {
          body: { token: link, password: 'another-kite-9' },
        })
      ).status
    const [first, second] = [await ask(), await ask()]
    expect([await reset(second), await reset(first)]).toEqual([204, 400])
    const third = await ask()
    const {
      body: { token },
    } = await at.signIn('links@example.com', 'another-kite-9')
    expect(
      (
        await at.call('POST', '/api/auth/change-password', {
          token,
          body: { currentPassword: 'another-kite-9', newPassword: PASSWORD },
        })
      ).status,
    ).toBe(200)
    expect(await reset(third)).toBe(400)
  })

  test('activates an invited person when they set a password by the mailed link', async () => {
    nextMinute()
    const role = await at.role('inviting', ['employee.update'])
    await at.member('admin@example.com', 'active', [role])
    const {
      body: { token },
    } = await at.signIn('admin@example.com')
    const personId = await at.person('guest@example.com', 'invited', [role])
    const stranger = (await at.signIn('ann@example.com')).body.token
    expect(
      (await at.call('POST', '/api/auth/invite', { token: stranger, body: { person: personId } }))
        .status,
    ).toBe(403)
    expect(
      (await at.call('POST', '/api/auth/invite', { token, body: { person: personId } })).status,
    ).toBe(202)
    const link = await linkTo('guest@example.com', '/auth/reset')
    expect(
      (
        await at.call('POST', '/api/auth/reset-password', {
          body: { token: link, password: PASSWORD },
        })
      ).status,
    ).toBe(204)
    const guest = (await at.signIn('guest@example.com')).body
    expect((await at.call('GET', '/api/me', { token: guest.token })).body).toMatchObject({
      person: { id: personId, state: 'active' },
      waiting: false,
    })
  })

  test('lists every permission key the caller holds, across all entities', async () => {
    nextMinute()
    const role = await at.role(
      'viewer',
      ['*.list', 'hotel.field.*.read'],
      ['hotel.field.email.read'],
    )
    await at.member('keys@example.com', 'active', [role])
    const {
      body: { token },
    } = await at.signIn('keys@example.com')
    const { permissions } = (await at.call('GET', '/api/me', { token })).body
    expect(permissions).toContain('booking.list')
    expect(permissions).toContain('hotel.field.name.read')
    expect(permissions).not.toContain('hotel.field.email.read')
    expect(permissions).not.toContain('hotel.read')
  })

  test('the revision of permissions changes with the rule of a row, and tells nothing about it', async () => {
    nextMinute()
    const role = await at.role('rule holder', ['hotel.list'])
    await at.member('rule@example.com', 'active', [role])
    const { token } = (await at.signIn('rule@example.com')).body
    const me = async () => (await at.call('GET', '/api/me', { token })).body
    const before = await me()
    expect((await me()).rights).toBe(before.rights)
    const rule = { path: ['stars'], op: 'eq', value: 5 }
    await at.db.query(
      "UPDATE user_roles SET grants = grants || jsonb_build_object('rows', jsonb_build_object('hotel', $2::jsonb)) WHERE id = $1",
      [role, JSON.stringify(rule)],
    )
    await vi.waitFor(async () => expect((await me()).rights).not.toBe(before.rights))
    const after = await me()
    expect(after.permissions).toEqual(before.permissions)
    expect(after.rights).toMatch(/^[\w-]{43}$/)
    // The same rule for another person has another revision.
    await at.member('other@example.com', 'active', [role])
    const other = (await at.signIn('other@example.com')).body.token
    expect((await at.call('GET', '/api/me', { token: other })).body.rights).not.toBe(after.rights)
  })

  test('stores preferences per account, and updates name and language', async () => {
    nextMinute()
    const {
      body: { token },
    } = await at.signIn('ann@example.com')
    expect(
      (
        await at.call('PUT', '/api/me/preferences/list.hotels', {
          token,
          body: { columns: ['name'] },
        })
      ).status,
    ).toBe(204)
    expect((await at.call('GET', '/api/me/preferences/list.hotels', { token })).body).toEqual({
      columns: ['name'],
    })
    expect(
      (await at.call('PUT', '/api/me/preferences/list.hotels', { token, body: 'x'.repeat(64_001) }))
        .status,
    ).toBe(413)
    // Written out in full, these numbers would bloat every response.
    for (const body of ['1e400', '-1e400', '[1e131071]', '{"a":[{"b":1e22}]}', '1e-300']) {
      expect(
        (await at.call('PUT', '/api/me/preferences/list.hotels', { token, text: body })).status,
        body,
      ).toBe(422)
    }
    expect((await at.call('GET', '/api/me/preferences/list.hotels', { token })).body).toEqual({
      columns: ['name'],
    })
    const patched = await at.call('PATCH', '/api/me', {
      token,
      body: { name: 'Ann Other', locale: 'pt-PT' },
    })
    expect(patched.body).toMatchObject({
      person: { name: 'Ann Other', locale: 'pt-PT' },
      preferences: { 'list.hotels': { columns: ['name'] } },
    })
    expect((await at.call('PATCH', '/api/me', { token, body: { roles: [] } })).status).toBe(422)
  })

  test('exposes no routes of the auth library besides its own', async () => {
    for (const path of [
      'get-session',
      'update-user',
      'delete-user',
      'list-accounts',
      'sign-in/social',
      'ok',
      'error',
      'two-factor/get-totp-uri',
    ]) {
      expect((await at.call('GET', `/api/auth/${path}`)).status, path).toBe(404)
      expect((await at.call('POST', `/api/auth/${path}`, { body: {} })).status, path).toBe(404)
    }
    expect((await at.call('GET', '/api/auth/sign-in/email')).headers.get('allow')).toBe('POST')
  })

  test('logs no unexpected errors', () => expect(at.errors).toEqual([]))
})
