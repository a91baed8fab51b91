/** Every event of the security log, caused and read through the API. */
import { isDeepStrictEqual } from 'node:util'
import { noteScheduledBackup } from '#server/security/scheduled.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { byCollection } from '#model/compile.ts'
import { resetByOperator } from '#server/accounts/operator.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { PASSWORD, startBare, type Bare } from '#tests/support/bareServer.ts'
import { totp } from '#tests/support/totp.ts'

const CLIENT = '=HYPERLINK("http://evil") and more'

describe('the security log', () => {
  let api: Bare
  let ada: { readonly id: string; readonly email: string }
  beforeAll(async () => {
    api = await startBare({ RATE_LIMITS: 'on' })
    ada = await api.person('ada', ['manager'])
    await api.person('viewer', ['viewer'])
  }, 120_000)
  afterAll(() => api?.close())

  const events = async (query = '', as = 'super-admin') => {
    await api.services.refusals.flush()
    const response = await api.call('GET', `/api/security-events${query}`, { as })
    expect(response.status, response.text).toBe(200)
    return response.body.data as Record<string, unknown>[]
  }
  const newest = async (kind: string) => (await events(`?kind=${kind}`))[0]
  const auth = (path: string, body: object, as = '') =>
    api.call('POST', `/api/auth/${path}`, { as, body, headers: { 'user-agent': CLIENT } })
  const startedByCommand = () => {
    const { imports, model } = api.services
    async function* file() {
      yield new TextEncoder().encode('name,code,group\nGym,GYM-9,property\n')
    }
    return imports.start(
      byCollection(model, 'facilities'),
      {
        file: file(),
        mapping: { fields: { name: 'name', code: 'code', group: 'group' } },
        mode: 'dry-run',
      },
      compileAccess(model, systemActor),
    )
  }
  const byAda = () => ({ person: { id: ada.id, name: 'ada' } })

  test('records sign-in and sign-out with request, client and account', async () => {
    const response = await auth('sign-in/email', { email: ada.email, password: PASSWORD })
    expect(await newest('sign_in')).toMatchObject({
      ...byAda(),
      client: CLIENT,
      address: 'unknown',
      times: 1,
      requestId: response.headers.get('x-request-id'),
    })
    await api.call('POST', '/api/auth/sign-out', {
      headers: { authorization: `Bearer ${response.body.token}` },
    })
    expect(await newest('sign_out')).toMatchObject(byAda())
  })

  test('records failed sign-ins by the address tried, including unknown ones, and the rate limit', async () => {
    const wrong = (email: string) => auth('sign-in/email', { email, password: 'not the password' })
    expect((await wrong('Nobody@example.com')).status).toBe(401)
    expect(await newest('sign_in_failed')).toMatchObject({
      email: 'nobody@example.com',
      person: { id: null, name: null },
      detail: { step: 'password', status: 401, route: 'POST /api/auth/sign-in/email' },
    })
    expect((await wrong('my own password')).status).toBe(401)
    expect(await newest('sign_in_failed')).toMatchObject({ email: null })
    let status = 0
    for (let i = 0; i < 40 && status !== 429; i++) status = (await wrong(ada.email)).status
    expect(status).toBe(429)
    const failed = (await events('?kind=sign_in_failed')).filter((e) => e.email === ada.email)
    expect(failed[0]).toMatchObject(byAda())
    expect(failed.reduce((sum, e) => sum + Number(e.times), 0)).toBeGreaterThan(1)
    expect(failed.length).toBeLessThan(3)
    expect(await newest('locked_out')).toMatchObject({
      ...byAda(),
      email: ada.email,
      detail: { status: 429 },
    })
  })

  test('records changes of passwords, second factors and sessions', async () => {
    const own = await api.person('bea', ['viewer'])
    const bea = { person: { id: own.id, name: 'bea' } }
    const as = async (path: string, body: object) => {
      const response = await auth(path, body, 'bea')
      expect(response.status, response.text).toBeLessThan(300)
      if (response.body?.token) api.tokens.set('bea', response.body.token)
      return response.body
    }
    const changed = 'another long pass phrase 42'
    await as('change-password', { currentPassword: PASSWORD, newPassword: changed })
    expect(await newest('password_changed')).toMatchObject(bea)

    const { totpUri, backupCodes } = await as('two-factor/enable', { password: changed })
    const code = totp(/secret=([A-Z2-7]+)/.exec(totpUri)![1]!)
    await as('two-factor/confirm', { code })
    expect(await newest('two_factor_on')).toMatchObject(bea)
    const { body } = await auth('sign-in/email', { email: own.email, password: changed })
    expect(
      (await auth('two-factor/verify', { challenge: body.challenge, code: '000000' })).status,
    ).toBe(401)
    expect(await newest('sign_in_failed')).toMatchObject({
      ...bea,
      detail: { step: 'second factor' },
    })
    await as('two-factor/disable', { password: changed, backupCode: backupCodes[0] })
    expect(await newest('two_factor_off')).toMatchObject(bea)

    expect((await auth('prove', { password: 'not the one' }, 'bea')).status).toBe(422)
    expect(await newest('step_up_failed')).toMatchObject(bea)
    expect(
      (await events('?kind=step_up')).some((e) => isDeepStrictEqual(e.person, bea.person)),
    ).toBe(false)
    await as('prove', { password: changed })
    expect(await newest('step_up')).toMatchObject(bea)

    await auth('sign-in/email', { email: own.email, password: changed })
    await as('sessions/revoke-others', {})
    expect(await newest('sessions_ended')).toMatchObject({ ...bea, detail: { count: 1 } })

    await auth('forget-password', { email: own.email })
    expect(await newest('password_reset_requested')).toMatchObject({ ...bea, email: own.email })
    const mail = await vi.waitFor(
      () => {
        const found = api.mails.findLast((m) => m.to === own.email && m.text.includes('token='))
        if (!found) throw new Error('There is no mail yet.')
        return found
      },
      { timeout: 20_000 },
    )
    const token = /token=([\w.-]+)/.exec(mail.text)![1]!
    expect(
      (await auth('reset-password', { token, password: 'yet another pass phrase 43' })).status,
    ).toBe(204)
    expect(await newest('password_reset')).toMatchObject(bea)
  })

  test('records registration, invitation, approval and role changes', async () => {
    const email = 'rui@example.com'
    expect(
      (await auth('sign-up/email', { name: 'Rui', email, password: 'a long pass phrase 77' }))
        .status,
    ).toBe(202)
    await expect.poll(() => newest('registered').catch(() => undefined)).toMatchObject({ email })
    expect(await newest('registered')).toMatchObject({ email, person: { name: 'Rui' } })
    const { data } = (await api.call('GET', '/api/employees?filter[email]=rui@example.com')).body
    const rui = data[0]
    const subject = { id: rui.id, name: 'Rui' }
    expect(await newest('person_added')).toMatchObject({ subject })
    await api.services.db.query('update "user" set "emailVerified" = true where email = $1', [
      email,
    ])

    const roles = [builtInRole('viewer').id]
    const given = await api.call('PATCH', `/api/employees/${rui.id}`, {
      body: { roles },
      version: rui.version,
    })
    expect(given.status, given.text).toBe(200)
    expect(await newest('roles_changed')).toMatchObject({
      subject,
      person: { name: 'super-admin' },
      requestId: expect.any(String),
      detail: { from: [], to: roles },
    })
    const approved = await api.call('POST', `/api/employees/${rui.id}/actions/active`, {
      body: {},
      version: given.body.data.version,
    })
    expect(approved.status, approved.text).toBe(200)
    expect(await newest('person_approved')).toMatchObject({
      subject,
      detail: { from: 'requested', to: 'active' },
    })
    const suspended = await api.call('POST', `/api/employees/${rui.id}/actions/suspended`, {
      body: { reason: 'x' },
      version: approved.body.data.version,
    })
    expect(await newest('person_state_changed')).toMatchObject({
      subject,
      detail: { to: 'suspended' },
    })
    expect(
      (
        await api.call('DELETE', `/api/employees/${rui.id}`, {
          version: suspended.body.data.version,
        })
      ).status,
    ).toBe(204)
    expect(await newest('person_removed')).toMatchObject({ subject })
    const restored = await api.call('POST', `/api/employees/${rui.id}/restore`, {
      version: suspended.body.data.version + 1,
    })
    expect(restored.status, restored.text).toBe(200)
    expect(await newest('person_restored')).toMatchObject({ subject })
    const vendor = await api.make('vendors', { displayName: 'V', legalName: 'V' })
    const moved = await api.call('PATCH', `/api/employees/${rui.id}`, {
      body: { vendor: vendor.id },
      version: restored.body.data.version,
    })
    expect(moved.status, moved.text).toBe(200)
    expect(await newest('tenant_changed')).toMatchObject({
      subject,
      detail: { from: null, to: vendor.id },
    })

    const invited = await api.make('employees', { name: 'Eva', email: 'eva@example.com', roles })
    expect((await auth('invite', { person: invited.id }, 'super-admin')).status).toBe(202)
    expect(await newest('invited')).toMatchObject({
      subject: { id: invited.id, name: 'Eva' },
      person: { name: 'super-admin' },
    })
    expect((await events(`?person=${rui.id}`)).map((e) => e.kind)).toEqual(
      expect.arrayContaining(['person_added', 'roles_changed', 'person_approved']),
    )
  })

  test('records permission changes in the same transaction', async () => {
    const role = await api.make('user-roles', {
      name: 'porter',
      grants: { allow: ['facility.read'], deny: [] },
    })
    expect(await newest('role_changed')).toMatchObject({
      subject: { id: role.id, name: 'porter' },
      detail: { action: 'create' },
    })
    await api.call('PATCH', `/api/user-roles/${role.id}`, {
      body: { grants: { allow: ['*****'], deny: ['nonsense'] }, name: '' },
      version: role.version,
    })
    expect(await newest('role_changed')).toMatchObject({ detail: { action: 'create' } })
    const listed = await api.call('PATCH', `/api/user-roles/${role.id}`, {
      body: { grants: { allow: ['facility.list'], deny: [] } },
      version: role.version,
    })
    expect(await newest('role_changed')).toMatchObject({ detail: { action: 'update' } })
    const required = await api.call('PATCH', `/api/user-roles/${role.id}`, {
      body: { requireTwoFactor: true },
      version: listed.body.data.version,
    })
    expect(required.status, required.text).toBe(200)
    expect(await newest('role_changed')).toMatchObject({
      subject: { id: role.id },
      detail: { action: 'update', secondFactorRequired: true },
    })
  })

  test('records imports and exports', async () => {
    expect((await api.call('GET', '/api/facilities/export.csv')).status).toBe(200)
    expect(await newest('export')).toMatchObject({
      person: { name: 'super-admin' },
      detail: { collection: 'facilities' },
    })
    const form = new FormData()
    form.set('file', new File(['name,code,group\nSauna,SAUNA,property\n'], 'a.csv'))
    form.set('mapping', JSON.stringify({ fields: { name: 'name', code: 'code', group: 'group' } }))
    form.set('mode', 'dry-run')
    const started = await api.app.request('/api/facilities/import', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.tokens.get('super-admin')}` },
      body: form,
    })
    const text = await started.text()
    expect(started.status, text).toBe(202)
    expect(await newest('import')).toMatchObject({
      detail: { collection: 'facilities', mode: 'dry-run', job: JSON.parse(text).data.id },
    })
    const direct = await startedByCommand()
    expect(await newest('import')).toMatchObject({
      person: { id: null, name: 'Command line' },
      detail: { collection: 'facilities', job: direct },
    })
    expect((await api.call('POST', '/api/system/backups')).status).toBe(201)
    expect(await newest('backup')).toMatchObject({
      detail: { file: expect.stringMatching(/^backup-/) },
    })
    await noteScheduledBackup(api.services.db.query, '/data/backups/backup-x.ndjson.gz')
    expect(await newest('backup')).toMatchObject({
      person: { id: null },
      detail: { file: 'backup-x.ndjson.gz', scheduled: true },
    })
  })

  test('records downloads of operation results and import reports', async () => {
    const { id, version } = await api.make('facilities', {
      name: 'Pool',
      code: 'POOL-9',
      group: 'property',
    })
    const deleted = await api.call('DELETE', `/api/facilities/${id}`, { version })
    const operation = deleted.headers.get('x-operation-id')!
    const result = await api.call('GET', `/api/operations/${operation}/rows.csv`)
    expect(result.status, result.text).toBe(200)
    expect(await newest('export')).toMatchObject({
      person: { name: 'super-admin' },
      detail: { collection: 'operations', operation },
    })
    const form = new FormData()
    form.set('file', new File(['name,code,group\n,NOPE,property\n'], 'a.csv'))
    form.set('mapping', JSON.stringify({ fields: { name: 'name', code: 'code', group: 'group' } }))
    form.set('mode', 'dry-run')
    const started = await api.app.request('/api/facilities/import', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.tokens.get('super-admin')}` },
      body: form,
    })
    const { data } = (await started.json()) as { data: { id: string } }
    await api.services.jobs.start()
    await expect
      .poll(async () => (await api.call('GET', `/api/jobs/${data.id}`)).body.data.state, {
        timeout: 60_000,
      })
      .toBe('succeeded')
    expect((await api.call('GET', `/api/jobs/${data.id}/report.csv`)).status).toBe(200)
    expect(await newest('export')).toMatchObject({ detail: { collection: 'jobs', job: data.id } })
  })

  test('records resets by the operator on the command line', async () => {
    const { query } = api.services.db
    await resetByOperator({ query, enqueue: async () => '' }, ada.email, { secondFactor: true })
    for (const kind of ['password_reset', 'two_factor_reset']) {
      expect(await newest(kind)).toMatchObject({
        person: { id: null, name: 'Command line' },
        subject: { id: ada.id, name: 'ada' },
        detail: { by: 'operator' },
      })
    }
    await api.signIn('ada', ada.email).catch(() => undefined)
  })

  test('hides names, ids and addresses from readers who may not read people', async () => {
    const role = await api.make('user-roles', {
      name: 'watcher',
      grants: { allow: ['system.audit'], deny: [] },
    })
    const watcher = await api.person('watcher', [role.id])
    const seen = await api.call('GET', '/api/security-events?limit=200', { as: 'watcher' })
    expect(seen.status, seen.text).toBe(200)
    const csv = await api.call('GET', '/api/security-events/export.csv', { as: 'watcher' })
    const all = await api.call('GET', '/api/security-events?limit=200')
    for (const detail of [ada.id, ada.email, 'rui@example.com']) {
      expect(all.text).toContain(detail)
      expect(seen.text).not.toContain(detail)
      expect(csv.text).not.toContain(detail)
    }
    expect(
      seen.body.data.flatMap(
        (e: { person: { id: string | null }; subject: { id: string | null } }) =>
          [e.person.id, e.subject.id].filter((id) => id !== null && id !== watcher.id),
      ),
    ).toEqual([])
  })

  test('records refused requests, aggregated', async () => {
    for (let i = 0; i < 3; i++) await api.call('GET', '/api/hotels', { as: '' })
    for (let i = 0; i < 3; i++) {
      await api.call('GET', `/api/user-roles/${ada.id}/history`, { as: 'viewer' })
    }
    expect(await newest('unauthenticated')).toMatchObject({
      person: { id: null },
      detail: { status: 401, route: 'GET /api/hotels' },
    })
    const forbidden = (await events('?kind=forbidden')).filter(
      (e) => (e.person as { name: string }).name === 'viewer',
    )
    expect(forbidden.reduce((sum, e) => sum + Number(e.times), 0)).toBe(3)
    expect(forbidden[0]).toMatchObject({ detail: { route: 'GET /api/user-roles/:id/history' } })
  })

  test('needs the audit permission, pages by cursor and refuses unknown filters', async () => {
    for (const path of ['', '/export.csv']) {
      expect((await api.call('GET', `/api/security-events${path}`, { as: 'viewer' })).status).toBe(
        403,
      )
    }
    expect((await api.call('GET', '/api/security-events', { as: '' })).status).toBe(401)
    for (const query of [
      'kind=nonsense',
      'person=x',
      'from=yesterday',
      'before=1_2',
      'limit=0',
      'colour=red',
      'constructor=1',
    ]) {
      expect((await api.call('GET', `/api/security-events?${query}`)).body, query).toMatchObject({
        status: 400,
        errors: [{ path: query.split('=')[0] }],
      })
    }
    const to = new Date().toISOString()
    const all = (await events(`?limit=200&to=${to}`)).map((e) => e.id)
    const paged: unknown[] = []
    for (let before: string | null = ''; before !== null;) {
      const { body }: { body: { data: { id: string }[]; next: string | null } } = await api.call(
        'GET',
        `/api/security-events?limit=7&to=${to}${before ? `&before=${before}` : ''}`,
      )
      paged.push(...body.data.map((e) => e.id))
      before = body.next
    }
    expect(paged).toEqual(all)
    expect(await events('?address=192.0.2.1')).toEqual([])
    expect(await events(`?from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
  })

  test('exports CSV with neutralised formulas, and records the export', async () => {
    const { text, headers } = await api.call('GET', '/api/security-events/export.csv?kind=sign_out')
    expect(headers.get('content-type')).toContain('text/csv')
    const [head, ...lines] = text.trim().split('\r\n')
    expect(head).toContain('at,lastAt,times,kind,person,')
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every((line) => line.includes('sign_out'))).toBe(true)
    const signIns = (await api.call('GET', '/api/security-events/export.csv?kind=sign_in')).text
    expect(signIns).toContain(`"'=HYPERLINK(`)
    expect(signIns).not.toContain(`"=HYPERLINK(`)
    expect(await newest('export')).toMatchObject({ detail: { collection: 'security-events' } })
  })

  test('sign-ins in the audit need the audit permission', async () => {
    const seen = (await api.call('GET', '/api/audit?entity=account')).body.data
    expect(seen.length).toBeGreaterThan(0)
    expect(new Set(seen.map((e: { action: string }) => e.action))).toEqual(
      new Set(['sign-in', 'sign-in-failed']),
    )
    expect((await api.call('GET', '/api/audit?entity=account', { as: 'viewer' })).status).toBe(403)
  })

  test('sign-ins in the audit are sealed with address and client', async () => {
    const client = 'Netscape/4 <script>'
    for (const password of [PASSWORD, 'wrong words here']) {
      await api.call('POST', '/api/auth/sign-in/email', {
        as: '',
        body: { email: 'viewer@example.com', password },
        headers: { 'user-agent': client },
      })
    }
    const { db } = api.services
    const entries = () =>
      db.query<{ action: string; patch: Record<string, unknown> }>(
        "select action, patch from audit where entity = 'account' and patch->'client'->>1 = $1 order by seq",
        [client],
      )
    await vi.waitFor(async () => expect((await entries()).rows).toHaveLength(2))
    for (const { patch } of (await entries()).rows) {
      expect(patch).toEqual({ address: [null, expect.any(String)], client: [null, client] })
    }
    const { text } = await api.call('GET', '/api/audit/export.csv?entity=account')
    expect(text).toContain('Netscape/4 <script>')
  })

  test('the audit exports as CSV with the same restrictions as the page, and records the export', async () => {
    const { text, headers } = await api.call('GET', '/api/audit/export.csv?entity=account')
    expect(headers.get('content-type')).toContain('text/csv')
    const [head, ...lines] = text.trim().split('\r\n')
    expect(head).toContain('id,at,action,entity,')
    const seen = (await api.call('GET', '/api/audit?entity=account&limit=200')).body.data
    expect(lines).toHaveLength(seen.length)
    expect(await newest('export')).toMatchObject({ detail: { collection: 'audit' } })
    for (const query of ['entity=castle', 'before=1-1', 'limit=3']) {
      expect((await api.call('GET', `/api/audit/export.csv?${query}`)).status, query).toBe(400)
    }
    expect((await api.call('GET', '/api/audit/export.csv', { as: 'viewer' })).status).toBe(403)
  })

  test('contains no password and no token', async () => {
    const { rows } = await api.services.db.query<{ text: string }>(
      'select to_jsonb(e)::text as text from security_events e',
    )
    const all = rows.map((row) => row.text).join('\n')
    for (const secret of [
      PASSWORD,
      'pass phrase',
      'not the password',
      'my own password',
      ...api.tokens.values(),
    ]) {
      expect(all).not.toContain(secret)
    }
  })
})
