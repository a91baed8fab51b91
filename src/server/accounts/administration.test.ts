/**
 * People's records and their accounts stay in step, and administrators can help with an account.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totp } from '#tests/support/totp.ts'
import { problemOf } from '#tests/support/writes.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Actor } from '../permissions/types.ts'
import { rules } from '../rules/index.ts'
import { accountsFixture, PASSWORD, type AccountsFixture } from './fixture.ts'
import { confirmByOperator, resetByOperator } from './operator.ts'
import type { IdentityService } from './types.ts'

const revoked: string[] = []
const identity: IdentityService = {
  issuer: 'firebase/demo',
  verify: async () => {
    throw new Error('Not asked here.')
  },
  revoke: async (subject) => void revoked.push(subject),
}

describe('people and their accounts', () => {
  let at: AccountsFixture
  beforeAll(async () => {
    at = await accountsFixture({ identity, rateLimits: false })
  }, 120_000)
  afterAll(() => at?.close())

  const employees = () => at.model.resources.find((r) => r.entity === 'employee')!
  const as = (more: Partial<Actor> = {}) => ({
    access: compileAccess(at.model, {
      kind: 'person',
      accountId: 'admin',
      personId: randomUUID(),
      name: 'Ada',
      tenant: null,
      roleIds: [],
      grants: [{ allow: ['*'], deny: [] }],
      provedAt: Date.now(),
      ...more,
    }),
    channel: 'api' as const,
    requestId: 'request',
    operationId: randomUUID(),
  })
  const versionOf = async (id: string) =>
    (await at.db.query<{ version: number }>('SELECT version FROM employees WHERE id = $1', [id]))
      .rows[0]!.version
  const act = async (id: string, action: string, context = as()) =>
    at.writer.act(employees(), { id, version: await versionOf(id) }, action, {}, context)
  const signedIn = async (email: string): Promise<string> => (await at.signIn(email)).body.token
  const me = (token: string) => at.call('GET', '/api/me', { token })
  const enrol = async (email: string): Promise<string> => {
    const token = await signedIn(email)
    const { totpUri } = (
      await at.call('POST', '/api/auth/two-factor/enable', { token, body: { password: PASSWORD } })
    ).body
    const { body } = await at.call('POST', '/api/auth/two-factor/confirm', {
      token,
      body: { code: totp(new URL(totpUri).searchParams.get('secret')!) },
    })
    return body.token
  }
  const factorOf = async (email: string) =>
    (
      await at.db.query<{ on: boolean; factors: number }>(
        `SELECT u."twoFactorEnabled" AS on, (SELECT count(*)::int FROM "twoFactor" f WHERE f."userId" = u.id) AS factors FROM "user" u WHERE email = $1`,
        [email],
      )
    ).rows[0]

  test('grants nothing before the address is verified, and refuses two-factor setup before approval', async () => {
    const { link } = await at.register('eve@example.com', 'Eve https://evil.example')
    expect(at.mailer.sent.find((m) => m.to === 'eve@example.com')?.text).not.toContain('evil')
    const {
      rows: [person],
    } = await at.db.query<{ id: string }>('SELECT id FROM employees WHERE email = $1', [
      'eve@example.com',
    ])
    const role = await at.role('viewer of hotels', ['hotel.list'])
    await at.db.query('UPDATE employees SET roles = $2 WHERE id = $1', [person!.id, [role]])
    const approve = async () =>
      at.writer.transition(
        employees(),
        { id: person!.id, version: await versionOf(person!.id) },
        'active',
        {},
        as(),
      )
    expect(await problemOf(approve())).toMatchObject({
      status: 409,
      code: 'email_not_verified',
      errors: [{ path: 'email' }],
    })
    // Activated by other means, the account still has no permissions.
    await at.db.query("UPDATE employees SET state = 'active' WHERE id = $1", [person!.id])
    expect((await me(await signedIn('eve@example.com'))).body).toMatchObject({
      waitingFor: 'email',
      permissions: [],
    })
    await at.db.query("UPDATE employees SET state = 'requested' WHERE id = $1", [person!.id])
    expect(
      (await at.call('POST', '/api/auth/verify-email', { body: { token: link } })).body.code,
    ).toBe('sign_in_first')
    const { token } = (await at.confirm(link)).body
    expect(
      (
        await at.call('POST', '/api/auth/two-factor/enable', {
          token,
          body: { password: PASSWORD },
        })
      ).body.code,
    ).toBe('waiting_for_approval')
    expect(
      (await at.db.query('SELECT email_verified FROM employees WHERE id = $1', [person!.id])).rows,
    ).toEqual([{ email_verified: true }])
    await approve()
  })

  test('removes the second factor of an unverified address when its password is reset by mail', async () => {
    await at.member('taken@example.com')
    await enrol('taken@example.com')
    await at.db.query(`UPDATE "user" SET "emailVerified" = false WHERE email = $1`, [
      'taken@example.com',
    ])
    await at.call('POST', '/api/auth/forget-password', { body: { email: 'taken@example.com' } })
    const mailed = () =>
      at.mailer.sent.findLast((m) => m.to === 'taken@example.com' && m.text.includes('/reset'))
    await expect.poll(mailed).toBeDefined()
    const token = new URL(/http\S+/.exec(mailed()!.text)![0]).searchParams.get('token')
    await at.call('POST', '/api/auth/reset-password', {
      body: { token, password: 'another-kite-9' },
    })
    expect(await factorOf('taken@example.com')).toEqual({ on: false, factors: 0 })
    const { body } = await at.signIn('taken@example.com', 'another-kite-9')
    expect(body.token).toEqual(expect.any(String))
  })

  test('moves the account when the address changes: the old address cannot sign in, the new one is unverified', async () => {
    const { personId, accountId } = await at.member('old@example.com')
    const token = await signedIn('old@example.com')
    await at.db.query(
      `INSERT INTO "account" (id, "accountId", "providerId", "userId") VALUES ('firebase/demo/s1', 's1', 'firebase/demo', $1)`,
      [accountId],
    )
    await at.call('POST', '/api/auth/forget-password', { body: { email: 'old@example.com' } })
    const mailed = () => at.mailer.sent.findLast((m) => m.to === 'old@example.com')
    await expect.poll(mailed).toBeDefined()
    const reset = new URL(/http\S+/.exec(mailed()!.text)![0]).searchParams.get('token')
    await at.member('other@example.com')
    const move = (email: string, version: number) =>
      at.writer.patch(employees(), personId, version, { email }, as())
    await at.db.query("UPDATE employees SET email = 'elsewhere@example.com' WHERE email = $1", [
      'other@example.com',
    ])
    expect(await problemOf(move('other@example.com', 1))).toMatchObject({
      status: 409,
      code: 'email_already_in_use',
      errors: [{ path: 'email' }],
    })
    await move('new@example.com', 1)
    await at.runJobs()
    expect(revoked).toContain('s1')
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await me(token)).status).toBe(401)
    expect((await at.signIn('old@example.com')).status).toBe(401)
    expect(
      (
        await at.call('POST', '/api/auth/reset-password', {
          body: { token: reset, password: 'another-kite-9' },
        })
      ).body.code,
    ).toBe('invalid_token')
    expect(
      (await at.db.query('SELECT email, "emailVerified" FROM "user" WHERE id = $1', [accountId]))
        .rows,
    ).toEqual([{ email: 'new@example.com', emailVerified: false }])
    expect(
      at.mailer.sent.some((m) => m.to === 'new@example.com' && m.text.includes('verify')),
    ).toBe(true)
    await at.accounts.invite(personId, 'Ada')
    expect(at.mailer.sent.at(-1)).toMatchObject({ to: 'new@example.com' })
  })

  test('moves the account to the record’s address when inviting a person whose addresses differ', async () => {
    const { personId, accountId } = await at.member('before@example.com')
    await at.db.query(
      `INSERT INTO "account" (id, "accountId", "providerId", "userId") VALUES ('firebase/demo/s3', 's3', 'firebase/demo', $1)`,
      [accountId],
    )
    await at.db.query("UPDATE employees SET email = 'after@example.com' WHERE id = $1", [personId])
    await at.accounts.invite(personId, 'Ada')
    await at.runJobs()
    expect(revoked).toContain('s3')
    expect((await at.db.query('SELECT email FROM "user" WHERE id = $1', [accountId])).rows).toEqual(
      [{ email: 'after@example.com' }],
    )
  })

  test('ends a person’s sessions here and at the identity service', async () => {
    const { personId, accountId } = await at.member('ends@example.com')
    await at.db.query(
      `INSERT INTO "account" (id, "accountId", "providerId", "userId") VALUES ('firebase/demo/s2', 's2', 'firebase/demo', $1)`,
      [accountId],
    )
    const tokens = [await signedIn('ends@example.com'), await signedIn('ends@example.com')]
    expect(
      await problemOf(
        act(
          personId,
          'endSessions',
          as({ grants: [{ allow: ['*'], deny: ['employee.endSessions'] }] }),
        ),
      ),
    ).toMatchObject({ status: 403 })
    expect((await act(personId, 'endSessions')).result).toEqual({
      ended: 2,
      identity: 'requested',
    })
    await at.runJobs()
    expect(revoked).toContain('s2')
    await new Promise((resolve) => setTimeout(resolve, 600))
    for (const token of tokens) expect((await me(token)).status).toBe(401)
    expect(
      (
        await at.db.query("SELECT 1 FROM audit WHERE record_id = $1 AND action = 'endSessions'", [
          personId,
        ])
      ).rowCount,
    ).toBe(1)
  })

  test('ends sessions here and at the identity service when a person is suspended, leaves or is trashed', async () => {
    const outs = {
      suspended: (id: string, version: number) =>
        at.writer.transition(employees(), { id, version }, 'suspended', { reason: 'Leave' }, as()),
      left: (id: string, version: number) =>
        at.writer.transition(employees(), { id, version }, 'left', { reason: 'Resigned' }, as()),
      trashed: (id: string, version: number) =>
        at.writer.remove(employees(), id, version, { purge: false }, as()),
    }
    for (const [how, out] of Object.entries(outs)) {
      const { personId, accountId } = await at.member(`${how}@example.com`)
      await at.db.query(
        `INSERT INTO "account" (id, "accountId", "providerId", "userId") VALUES ('firebase/demo/' || $2, $2, 'firebase/demo', $1)`,
        [accountId, how],
      )
      await signedIn(`${how}@example.com`)
      await out(personId, await versionOf(personId))
      await at.runJobs()
      expect(revoked).toContain(how)
      expect(
        (await at.db.query('SELECT 1 FROM "session" WHERE "userId" = $1', [accountId])).rowCount,
      ).toBe(0)
    }
  })

  test('revoking other sessions and a new password end sessions here and in the identity service', async () => {
    const ways: Record<string, (email: string, token: string) => Promise<unknown>> = {
      others: (_, token) => at.call('POST', '/api/auth/sessions/revoke-others', { token }),
      changed: (_, token) =>
        at.call('POST', '/api/auth/change-password', {
          token,
          body: { currentPassword: PASSWORD, newPassword: 'quite-another-word' },
        }),
      mailed: async (email) => {
        await at.call('POST', '/api/auth/forget-password', { body: { email } })
        const body = {
          token: await at.mailedToken(email, '/auth/reset'),
          password: 'quite-another-word',
        }
        return at.call('POST', '/api/auth/reset-password', { body })
      },
      operator: (email) => resetByOperator({ query: at.db.query, enqueue: at.enqueue }, email),
    }
    for (const [how, end] of Object.entries(ways)) {
      const email = `by-${how}@example.com`
      const { accountId } = await at.member(email)
      await at.db.query(
        `INSERT INTO "account" (id, "accountId", "providerId", "userId") VALUES ('firebase/demo/' || $2, $2, 'firebase/demo', $1)`,
        [accountId, `by-${how}`],
      )
      const elsewhere = await signedIn(email)
      expect((await at.call('GET', '/api/me', { token: elsewhere })).status, how).toBe(200)
      await end(email, await signedIn(email))
      await at.runJobs()
      expect(revoked, how).toContain(`by-${how}`)
      await expect
        .poll(async () => (await at.call('GET', '/api/me', { token: elsewhere })).status, {
          timeout: 10_000,
        })
        .toBe(401)
    }
  })

  test('lets an operator confirm an address by command without mail; approval is still required', async () => {
    const email = 'vouched@example.com'
    await at.register(email)
    expect((await at.signIn(email)).status).toBe(401)
    const person = (
      await at.db.query<{ id: string }>('SELECT id FROM employees WHERE email = $1', [email])
    ).rows[0]!.id
    const approve = async () =>
      at.writer.transition(
        employees(),
        { id: person, version: await versionOf(person) },
        'active',
        {},
        as(),
      )
    expect(await problemOf(approve())).toMatchObject({ code: 'email_not_verified' })
    expect(await confirmByOperator(at.db.query, at.model, 'nobody@example.com')).toBe(false)
    expect(await confirmByOperator(at.db.query, at.model, 'Vouched@Example.com')).toBe(true)
    expect((await me((await at.signIn(email)).body.token)).body.permissions).toEqual([])
    await approve()
    expect(
      (
        await at.db.query(
          "SELECT name, subject_id FROM security_events WHERE kind = 'email_confirmed' AND subject_id = $1",
          [person],
        )
      ).rows,
    ).toEqual([{ name: 'Command line', subject_id: person }])
  })

  const stateOf = async (person: string) =>
    (
      await at.db.query(
        'SELECT u."emailVerified" AS proven, e.email_verified AS shown, u."personId" = e.id AS linked FROM employees e JOIN "user" u ON u.email = e.email WHERE e.id = $1',
        [person],
      )
    ).rows[0]

  test('lets an administrator confirm an address without a mail server, with audit; approval is still required', async () => {
    const email = 'known-here@example.com'
    await at.register(email)
    const {
      rows: [person],
    } = await at.db.query<{ id: string }>('SELECT id FROM employees WHERE email = $1', [email])
    const id = person!.id
    const confirm = (context = as()) => problemOf(act(id, 'confirmEmail', context))
    expect(
      await confirm(as({ grants: [{ allow: ['*'], deny: ['employee.confirmEmail'] }] })),
    ).toMatchObject({ status: 403 })
    expect(await confirm(as({ provedAt: Date.now() - 11 * 60_000 }))).toMatchObject({
      code: 'step_up_required',
    })
    expect(await confirm(as({ personId: id }))).toMatchObject({
      status: 403,
      detail: expect.stringContaining('your own'),
    })
    expect(await stateOf(id)).toEqual({ proven: false, shown: false, linked: true })
    const { record } = await act(id, 'confirmEmail')
    expect(record.emailVerified).toBe(true)
    expect(await stateOf(id)).toEqual({ proven: true, shown: true, linked: true })
    expect((await me((await at.signIn(email)).body.token)).body).toMatchObject({
      waitingFor: 'approval',
      permissions: [],
    })
    expect(await confirm()).toMatchObject({ status: 409, code: 'email_already_verified' })
    expect(
      (
        await at.db.query(
          "SELECT name, detail FROM security_events WHERE kind = 'email_confirmed' AND subject_id = $1",
          [id],
        )
      ).rows,
    ).toEqual([{ name: 'Ada', detail: { by: 'administrator' } }])
    expect(
      (
        await at.db.query(
          "SELECT actor_name FROM audit WHERE record_id = $1 AND action = 'confirmEmail'",
          [id],
        )
      ).rows,
    ).toEqual([{ actor_name: 'Ada' }])
  })

  test('links an account registered for an existing person when an administrator confirms its address', async () => {
    const email = 'listed@example.com'
    const id = await at.person(email, 'requested')
    expect(await problemOf(act(id, 'confirmEmail'))).toMatchObject({ code: 'no_account' })
    await at.register(email)
    expect(await stateOf(id)).toMatchObject({ proven: false, linked: null })
    await act(id, 'confirmEmail')
    expect(await stateOf(id)).toEqual({ proven: true, shown: true, linked: true })
  })

  test('refuses to confirm an address if a mail server is configured or the person has more permissions', async () => {
    const served = await accountsFixture({ mail: true, rules, rateLimits: false })
    try {
      const id = await served.person('posted@example.com', 'requested')
      await served.register('posted@example.com')
      expect(
        await problemOf(
          served.writer.act(employees(), { id, version: 1 }, 'confirmEmail', {}, as()),
        ),
      ).toMatchObject({ status: 409, code: 'mail_configured' })
    } finally {
      await served.close()
    }
    const unserved = await accountsFixture({ rules, rateLimits: false })
    try {
      const role = await unserved.role('everything', ['*'])
      const { personId, accountId } = await unserved.member('above@example.com', 'active', [role])
      await unserved.db.query(`UPDATE "user" SET "emailVerified" = false WHERE id = $1`, [
        accountId,
      ])
      const below = as({ grants: [{ allow: ['employee.*'], deny: [] }] })
      expect(
        await problemOf(
          unserved.writer.act(employees(), { id: personId, version: 1 }, 'confirmEmail', {}, below),
        ),
      ).toMatchObject({ status: 403, detail: expect.stringContaining('may do more') })
      expect((await unserved.db.query('SELECT 1 FROM "user" WHERE "emailVerified"')).rowCount).toBe(
        0,
      )
    } finally {
      await unserved.close()
    }
  })

  test('rate-limits a session’s password and code guesses together with a growing wait, not those of others', async () => {
    let clock = Date.now()
    const limited = await accountsFixture({ rules, now: () => clock, trustProxy: true })
    try {
      const [holder, other] = ['holder@example.com', 'other@example.com']
      const token: Record<string, string> = {}
      for (const email of [holder, other]) {
        await limited.member(email)
        token[email] = (await limited.signIn(email)).body.token
      }
      const wrong = 'not-the-password'
      let network = 0
      const guess = async (path: string, body: object, email = holder) =>
        limited.call('POST', `/api/auth/${path}`, {
          token: token[email]!,
          body,
          headers: { 'x-forwarded-for': `10.1.0.${++network % 250}` },
        })
      const guesses = [
        () => guess('prove', { password: wrong }),
        () => guess('two-factor/enable', { password: wrong }),
        () => guess('two-factor/confirm', { code: '000000' }),
        () => guess('two-factor/disable', { password: wrong, code: '000000' }),
        () => guess('change-password', { currentPassword: wrong, newPassword: 'long-enough-word' }),
      ]
      const statuses = async (count: number) => {
        const found: number[] = []
        for (let n = 0; n < count; n++) {
          found.push((await guesses[n % guesses.length]!()).status)
        }
        return found
      }
      expect(await statuses(10)).not.toContain(429)
      expect(await statuses(5)).toEqual([429, 429, 429, 429, 429])
      // The right password is no exception, or the wait would mean nothing.
      expect((await guess('prove', { password: PASSWORD })).status).toBe(429)
      expect((await guess('prove', { password: PASSWORD }, other)).status).toBe(204)
      for (let minute = 0; minute < 2; minute++) {
        clock += 61_000
        expect(await statuses(10)).not.toContain(429)
      }
      clock += 61_000
      const later = await guess('prove', { password: wrong })
      expect([later.status, Number(later.headers.get('retry-after')) > 600]).toEqual([429, true])
    } finally {
      await limited.close()
    }
  })

  test('two-factor changes need the password, or recent re-authentication if the account has none', async () => {
    const email = 'passwordless@example.com'
    const { accountId } = await at.member(email)
    const token = await signedIn(email)
    const factor = (step: string, body: object) =>
      at.call('POST', `/api/auth/two-factor/${step}`, { token, body })
    expect((await factor('enable', {})).body).toMatchObject({
      status: 422,
      errors: [{ path: 'password', code: 'required' }],
    })
    await at.db.query(`UPDATE "account" SET password = NULL WHERE "userId" = $1`, [accountId])
    const provedAt = async (minutes: number) => {
      await at.db.query(
        `UPDATE "session" SET "provedAt" = now() - $2 * interval '1 minute' WHERE "userId" = $1`,
        [accountId, minutes],
      )
      await new Promise((resolve) => setTimeout(resolve, 600))
    }
    await provedAt(11)
    const late = await factor('enable', {})
    expect([late.status, late.body.code]).toEqual([403, 'step_up_required'])
    await provedAt(0)
    const { totpUri, backupCodes } = (await factor('enable', {})).body
    const code = totp(new URL(totpUri).searchParams.get('secret')!)
    const on = (await factor('confirm', { code })).body.token
    expect(await factorOf(email)).toEqual({ on: true, factors: 1 })
    await provedAt(11)
    const disable = () =>
      at.call('POST', '/api/auth/two-factor/disable', {
        token: on,
        body: { backupCode: backupCodes[0] },
      })
    expect((await disable()).body.code).toBe('step_up_required')
    expect(await factorOf(email)).toEqual({ on: true, factors: 1 })
    await provedAt(0)
    expect((await disable()).status).toBe(200)
    expect(await factorOf(email)).toEqual({ on: false, factors: 0 })
  })

  test('ends identity-service sign-ins when two-factor is enabled, disabled or reset', async () => {
    const email = 'factor@example.com'
    const { personId, accountId } = await at.member(email)
    await at.db.query(
      `INSERT INTO "account" (id, "accountId", "providerId", "userId") VALUES ('firebase/demo/factor', 'factor', 'firebase/demo', $1)`,
      [accountId],
    )
    const ended = async () => {
      await at.runJobs()
      return revoked.splice(0).filter((subject) => subject === 'factor').length
    }
    await ended()
    const token = await signedIn(email)
    const { totpUri, backupCodes } = (
      await at.call('POST', '/api/auth/two-factor/enable', { token, body: { password: PASSWORD } })
    ).body
    expect(await ended()).toBe(0)
    const confirmed = await at.call('POST', '/api/auth/two-factor/confirm', {
      token,
      body: { code: totp(new URL(totpUri).searchParams.get('secret')!) },
    })
    expect(await ended(), 'confirmed').toBe(1)
    const disabled = await at.call('POST', '/api/auth/two-factor/disable', {
      token: confirmed.body.token,
      body: { password: PASSWORD, backupCode: backupCodes[0] },
    })
    expect(disabled.status).toBe(200)
    expect(await ended(), 'disabled').toBe(1)
    await enrol(email)
    await ended()
    await act(personId, 'resetTwoFactor')
    expect(await ended(), 'reset').toBe(1)
  })

  test('resets a person’s second factor after recent re-authentication', async () => {
    const { personId } = await at.member('phone@example.com')
    const token = await enrol('phone@example.com')
    const old = as({ provedAt: Date.now() - 11 * 60_000 })
    expect(await problemOf(act(personId, 'resetTwoFactor', old))).toMatchObject({
      status: 403,
      code: 'step_up_required',
    })
    await act(personId, 'resetTwoFactor')
    expect(await factorOf('phone@example.com')).toEqual({ on: false, factors: 0 })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await me(token)).status).toBe(401)
    expect((await at.signIn('phone@example.com')).body.token).toEqual(expect.any(String))
    expect(await problemOf(act(personId, 'resetTwoFactor'))).toMatchObject({
      code: 'two_factor_not_enabled',
    })
  })

  test('the reset command sets a random password and ends existing sessions and reset links', async () => {
    const email = 'locked-out@example.com'
    const { accountId } = await at.member(email)
    await enrol(email)
    await at.db.query(`UPDATE "user" SET "twoFactorEnabled" = false WHERE id = $1`, [accountId])
    const token = await signedIn(email)
    await at.db.query(`UPDATE "user" SET "twoFactorEnabled" = true WHERE id = $1`, [accountId])
    await at.call('POST', '/api/auth/forget-password', { body: { email } })
    const link = await at.mailedToken(email, '/auth/reset')
    const first = await resetByOperator(
      { query: at.db.query, enqueue: at.enqueue },
      email.toUpperCase(),
    )
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await me(token)).status).toBe(401)
    expect(
      (
        await at.call('POST', '/api/auth/reset-password', {
          body: { token: link, password: 'a-password-by-the-old-link' },
        })
      ).body.code,
    ).toBe('invalid_token')
    expect((await at.signIn(email, first)).body).toMatchObject({ twoFactor: true })
    const second = await resetByOperator({ query: at.db.query, enqueue: at.enqueue }, email, {
      secondFactor: true,
    })
    expect(await factorOf(email)).toEqual({ on: false, factors: 0 })
    expect((await at.signIn(email, first)).status).toBe(401)
    expect((await at.signIn(email, second)).body.token).toEqual(expect.any(String))
  })

  test('mails a person a password-reset link', async () => {
    const { personId } = await at.member('forgot@example.com')
    await act(personId, 'sendResetLink')
    await at.runJobs()
    await expect.poll(() => at.mailer.sent.some((m) => m.to === 'forgot@example.com')).toBe(true)
  })

  test('ends all other sessions when two-factor is enabled', async () => {
    await at.member('others@example.com')
    const other = await signedIn('others@example.com')
    const kept = await enrol('others@example.com')
    expect((await me(other)).status).toBe(401)
    expect((await me(kept)).status).toBe(200)
  })

  test('a role that requires two-factor grants nothing until the person has enabled it', async () => {
    const role = await at.role('careful', ['hotel.list'])
    await at.db.query('UPDATE user_roles SET require_two_factor = true WHERE id = $1', [role])
    await at.member('careful@example.com', 'active', [role])
    const token = await signedIn('careful@example.com')
    expect((await me(token)).body).toMatchObject({ waitingFor: 'two-factor', permissions: [] })
    expect((await at.accounts.authenticate(at.request(token)))?.grants).toEqual([])
    const enrolled = await enrol('careful@example.com')
    expect((await me(enrolled)).body).toMatchObject({
      waitingFor: null,
      permissions: ['hotel.list'],
    })
  })

  test('role changes need re-authentication within the last ten minutes, on every channel', async () => {
    const role = await at.role('plain', ['hotel.list'])
    const { personId } = await at.member('roles@example.com')
    const old = as({ provedAt: Date.now() - 11 * 60_000 })
    const refused = { status: 403, code: 'step_up_required' }
    const patch = (body: object, context: Parameters<typeof at.writer.patch>[4]) =>
      versionOf(personId).then((v) => at.writer.patch(employees(), personId, v, body, context))
    expect(await problemOf(patch({ roles: [role] }, old))).toMatchObject(refused)
    expect(
      await problemOf(patch({ roles: [role] }, as({ provedAt: undefined as never }))),
    ).toMatchObject(refused)
    await patch({ phone: '+351 21 000 0000' }, old)
    // Others approved it: the proof is asked all the same.
    const approval = { id: personId, needed: () => {} }
    await patch({ roles: [role] }, { ...as(), approval })
    const imported = await at.writer.importRows(
      employees(),
      [{ row: 1, data: { email: 'roles@example.com', roles: [] } }],
      { mode: 'partial', upsertBy: 'email' },
      old,
    )
    expect(imported.rows[0]).toMatchObject({
      outcome: 'refused',
      errors: [{ code: 'step_up_required' }],
    })
    await at.writer.remove(employees(), personId, await versionOf(personId), { purge: false }, old)
    const restore = async (context: ReturnType<typeof as>) =>
      at.writer.restore(employees(), personId, await versionOf(personId), context)
    expect(await problemOf(restore(old))).toMatchObject(refused)
    await restore(as())
  })

  test('accepts the right password as re-authentication, and keeps event streams open', async () => {
    await at.member('prove@example.com')
    const token = await signedIn('prove@example.com')
    const provedAt = async () => (await at.accounts.authenticate(at.request(token)))!.provedAt!
    await at.db.query(
      `UPDATE "session" SET "createdAt" = now() - interval '1 hour' WHERE "userId" = (SELECT id FROM "user" WHERE email = 'prove@example.com')`,
    )
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(Date.now() - (await provedAt())).toBeGreaterThan(3_000_000)
    const prove = (body: object) => at.call('POST', '/api/auth/prove', { token, body })
    expect((await prove({})).status).toBe(422)
    expect((await prove({ password: 'wrong-password' })).status).toBe(422)
    expect(Date.now() - (await provedAt())).toBeGreaterThan(3_000_000)
    const received: unknown[] = []
    const unfollow = at.accounts.follow(at.request(token), (actor) => received.push(actor))
    expect((await prove({ password: PASSWORD })).status).toBe(204)
    expect(Date.now() - (await provedAt())).toBeLessThan(60_000)
    // Two checks of all sessions: the proof changed no permissions, so event streams continue.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(received).toEqual([])
    unfollow()
  })

  test('logs no unexpected errors', () => expect(at.errors).toEqual([]))
})
