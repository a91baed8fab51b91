import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Mailer, Mail } from '#server/mail/types.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { startApi, type Api } from './harness.ts'

/** What invited people choose; the demo password is refused. */
const PASSWORD = 'four grey herons by the pier'

const until = async <T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> => {
  for (let i = 0; i < 1500; i++) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It did not happen.')
}

describe('invitations', () => {
  let api: Api
  let mailer: Mailer & { readonly sent: Mail[] }
  beforeAll(async () => {
    api = await startApi()
    mailer = api.services.mailer as typeof mailer
    await api.services.jobs.start()
  }, 120_000)
  afterAll(() => api.close())

  const enter = (email: string) =>
    api.call('POST', '/api/employees', {
      body: { name: 'New Colleague', email, roles: [builtInRole('viewer').id] },
    })
  const mailTo = (email: string) => until(() => mailer.sent.findLast((m) => m.to === email))
  const tokenIn = (mail: Mail): string =>
    new URL(/http\S+/.exec(mail.text)![0]).searchParams.get('token')!
  const jobOf = (person: string) =>
    until(async () => {
      const {
        rows: [job],
      } = await api.services.db.query<{ state: string; attempts: number; result: unknown }>(
        "SELECT state, attempts, result FROM jobs WHERE kind = 'invite' AND payload->>'person' = $1",
        [person],
      )
      return job && ['succeeded', 'failed'].includes(job.state) ? job : undefined
    })

  test('an employee created by an administrator is invited, and becomes active on choosing a password', async () => {
    const { status, body } = await enter('entered@example.com')
    expect([status, body.data.state]).toEqual([201, 'invited'])
    const mail = await mailTo('entered@example.com')
    expect(mail.text).toContain('super-admin invites you')
    expect(
      (
        await api.call('POST', '/api/auth/reset-password', {
          as: '',
          body: { token: tokenIn(mail), password: PASSWORD },
        })
      ).status,
    ).toBe(204)
    expect(
      (
        await api.call('POST', '/api/auth/sign-in/email', {
          as: '',
          body: { email: 'entered@example.com', password: PASSWORD },
        })
      ).status,
    ).toBe(200)
    expect((await api.call('GET', `/api/employees/${body.data.id}`)).body.data.state).toBe('active')
  })

  test('the invitation is retried when the mail fails, without failing the write', async () => {
    const { deliver } = mailer
    let refused = 0
    mailer.deliver = async (mail) => {
      if (refused++ < 1) throw new Error('the mail server is away')
      await deliver(mail)
    }
    try {
      const { status, body } = await enter('retried@example.com')
      expect(status).toBe(201)
      expect(await jobOf(body.data.id)).toMatchObject({
        state: 'succeeded',
        attempts: 2,
        result: { invited: true },
      })
      expect(mailer.sent.filter((m) => m.to === 'retried@example.com')).toHaveLength(1)
    } finally {
      mailer.deliver = deliver
    }
  })

  test('invites nobody after a failed write, for a record the system created or for an existing account', async () => {
    expect(await enter('entered@example.com')).toMatchObject({
      status: 409,
      body: { code: 'taken' },
    })
    await api.person('made-by-the-system', [builtInRole('viewer').id])
    const before = (await api.services.db.query("SELECT 1 FROM jobs WHERE kind = 'invite'"))
      .rowCount
    // A person whose record got another e-mail address still signs in with this one.
    const { personId } = await api.person('known', [builtInRole('viewer').id])
    await api.services.db.query(
      "UPDATE employees SET email = 'renamed@example.com' WHERE id = $1",
      [personId],
    )
    const { body } = await enter('known@example.com')
    expect(await jobOf(body.data.id)).toMatchObject({
      state: 'succeeded',
      result: { invited: false },
    })
    expect((await api.services.db.query("SELECT 1 FROM jobs WHERE kind = 'invite'")).rowCount).toBe(
      before + 1,
    )
    expect(mailer.sent.filter((m) => m.to === 'known@example.com')).toEqual([])
  })

  test('refuses to invite people outside the caller’s rows or with more permissions', async () => {
    const {
      rows: [boss],
    } = await api.services.db.query<{ id: string }>(
      "SELECT id FROM employees WHERE email = 'super-admin@example.com'",
    )
    const allow = ['employee.update', 'employee.read', 'employee.list']
    const role = async (grants: object) => {
      const body = { name: `inviter ${JSON.stringify(grants).length}`, grants }
      return (await api.call('POST', '/api/user-roles', { body })).body.data.id
    }
    await api.person('less', [await role({ allow, deny: [] })])
    const rows = { employee: { name: 'Nobody' } }
    await api.person('elsewhere', [await role({ allow, deny: [], rows })])
    const invite = async (as: string) =>
      (await api.call('POST', '/api/auth/invite', { as, body: { person: boss!.id } })).status
    expect([await invite('less'), await invite('elsewhere')]).toEqual([403, 404])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(mailer.sent.filter((m) => m.to === 'super-admin@example.com')).toEqual([])
  })

  test('an invitation can be resent; only the newest link works, and people who left get none', async () => {
    const {
      body: { data },
    } = await enter('again@example.com')
    const first = await mailTo('again@example.com')
    expect((await api.call('POST', '/api/auth/invite', { body: { person: data.id } })).status).toBe(
      202,
    )
    const second = await until(() => {
      const last = mailer.sent.findLast((m) => m.to === 'again@example.com')
      return last === first ? undefined : last
    })
    expect(
      (
        await api.call('POST', '/api/auth/reset-password', {
          as: '',
          body: { token: tokenIn(first), password: PASSWORD },
        })
      ).body.code,
    ).toBe('invalid_token')
    expect(
      (
        await api.call('POST', '/api/auth/reset-password', {
          as: '',
          body: { token: tokenIn(second), password: PASSWORD },
        })
      ).status,
    ).toBe(204)
    const { version } = (await api.call('GET', `/api/employees/${data.id}`)).body.data
    expect(
      (
        await api.call('POST', `/api/employees/${data.id}/actions/left`, {
          body: { reason: 'Gone' },
          version,
        })
      ).status,
    ).toBe(200)
    expect(
      (await api.call('POST', '/api/auth/invite', { body: { person: data.id } })).body.code,
    ).toBe('not_invitable')
  })
})
