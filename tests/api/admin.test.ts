import { readdir, truncate } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startBare, type Bare } from '#tests/support/bareServer.ts'
import { sealAll, unguarded } from '#tests/support/audit.ts'
import { samplePng } from '#tests/support/samplePng.ts'
import { registerPerson } from '#tests/support/register.ts'
import { checkAudit } from '#server/audit/check.ts'

describe('administration', () => {
  let api: Bare
  beforeAll(async () => {
    api = await startBare()
    for (const name of ['manager', 'viewer']) await api.person(name, [name])
  }, 120_000)
  afterAll(() => api?.close())

  describe('the organisation', () => {
    const read = async () =>
      (await api.call('GET', '/api/organisation', { as: 'viewer' })).body.data
    const change = (
      body: unknown,
      more: { as?: string; version?: number; headers?: Record<string, string> } = {},
    ) => api.call('PATCH', '/api/organisation', { body, ...more })
    test('everyone reads the organisation; only people with the permission change it', async () => {
      const before = await read()
      expect(before).toMatchObject({
        name: 'Marketplace',
        currency: 'EUR',
        timeZone: 'Europe/Lisbon',
        sla: { urgent: { reply: 1, resolve: 8 } },
      })
      expect((await change({ name: 'x' }, { as: 'viewer', version: before.version })).status).toBe(
        403,
      )
      const response = await change(
        { name: 'Casa', timeZone: 'Asia/Tokyo' },
        { as: 'manager', version: before.version },
      )
      expect(response.status, response.text).toBe(200)
      expect(response.headers.get('etag')).toBe(`"${before.version + 1}"`)
      expect(await read()).toMatchObject({
        name: 'Casa',
        timeZone: 'Asia/Tokyo',
        currency: 'EUR',
        version: before.version + 1,
      })
      expect((await api.call('GET', '/api/me', { as: 'viewer' })).body.organisation).toEqual({
        name: 'Casa',
        timeZone: 'Asia/Tokyo',
        currency: 'EUR',
      })
      expect(await api.services.timeZone()).toBe('Asia/Tokyo')
    })
    test('the seller for documents is saved with its logo sanitised, and the audit leaves the logo out', async () => {
      const { version, seller } = await read()
      expect(seller).toMatchObject({ legalName: '', logo: '' })
      const logo = `data:image/png;base64,${samplePng(60, 20, [9, 9, 9]).toString('base64')}`
      const given = { ...seller, legalName: 'Casa Lda', bank: 'IBAN PT50', logo }
      const saved = await change({ seller: given }, { as: 'manager', version })
      expect(saved.status, saved.text).toBe(200)
      expect((await read()).seller).toMatchObject({
        legalName: 'Casa Lda',
        logo: expect.stringMatching(/^data:image\/png;base64,/),
      })
      const audit = await api.call('GET', '/api/audit?entity=organisation')
      expect(audit.text).toContain('Casa Lda')
      expect(audit.text).not.toContain('base64')
      const wrong = { seller: { ...given, colour: 'red', logo: 'data:text/html;base64,AAAA' } }
      const refused = await change(wrong, { as: 'manager', version: version + 1 })
      expect(refused.body.errors.map((e: { path: string }) => e.path).sort()).toEqual([
        'seller.colour',
        'seller.logo',
      ])
    })
    test('a person waiting for approval reads neither the organisation nor the menu', async () => {
      const { id } = (
        await api.call('POST', '/api/menus', {
          body: { key: 'waiting', label: 'Only for colleagues', route: '/bookings' },
        })
      ).body.data
      const password = 'four grey herons by the pier'
      const waits = { name: 'Waits', email: 'waits@example.com', password }
      api.tokens.set('waiting', await registerPerson(api, waits))
      expect((await api.call('GET', '/api/me', { as: 'waiting' })).body).toMatchObject({
        waiting: true,
      })
      expect((await api.call('GET', '/api/organisation', { as: 'waiting' })).body).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
      expect((await api.call('GET', '/api/navigation', { as: 'waiting' })).body).toEqual({
        data: [],
      })
      expect((await api.call('GET', '/api/navigation', { as: 'viewer' })).body.data).toContainEqual(
        expect.objectContaining({ key: 'waiting', label: 'Only for colleagues' }),
      )
      expect((await api.call('DELETE', `/api/menus/${id}`, { version: 1 })).status).toBe(204)
    })
    test('refuses invalid values with their field and writes nothing', async () => {
      const { version, businessHours: hours } = await read()
      const closed = Object.fromEntries(Object.keys(hours.week).map((day) => [day, null]))
      const off = { day: '2027-01-01', name: 'New Year' }
      for (const [body, at] of [
        [{ timeZone: 'Mars/Base' }, 'timeZone'],
        [{ currency: 'euro' }, 'currency'],
        [{ name: '' }, 'name'],
        [{ reminderDays: [3, 366] }, 'reminderDays.1'],
        [{ reminderDays: [0] }, 'reminderDays.0'],
        [{ attemptDays: [0, -1] }, 'attemptDays.1'],
        [{ sla: { urgent: { reply: 0, resolve: 1 } } }, 'sla.urgent.reply'],
        [{ businessHours: { ...hours, week: closed } }, 'businessHours.week'],
        [
          { businessHours: { ...hours, holidays: [{ day: '2027-02-30', name: '' }] } },
          'businessHours.holidays.0.day',
        ],
        [{ businessHours: { ...hours, holidays: [off, off] } }, 'businessHours.holidays'],
        [
          {
            businessHours: {
              ...hours,
              week: { ...hours.week, mon: { from: '18:00', to: '09:00' } },
            },
          },
          'businessHours.week.mon.to',
        ],
        [
          { businessHours: { ...hours, week: { ...hours.week, mon: { from: '9', to: '24:00' } } } },
          'businessHours.week.mon.from',
        ],
        [{ colour: 'red' }, 'colour'],
      ] as const) {
        const response = await change(body, { version })
        expect(response.status, response.text).toBe(422)
        expect(response.body.errors.map((e: { path: string }) => e.path)).toContain(at)
      }
      expect((await change({ name: 'x' })).status).toBe(428)
      expect((await change({ name: 'x' }, { version: version - 1 })).body).toMatchObject({
        status: 412,
        current: { version },
      })
      expect((await read()).version).toBe(version)
    })
    test('of concurrent edits to one version, one is saved and the others return 412', async () => {
      const { version } = await read()
      const responses = await Promise.all(
        ['One', 'Two', 'Three'].map((name) => change({ name }, { version })),
      )
      expect(responses.map((a) => a.status).sort()).toEqual([200, 412, 412])
    })
    test('changed service targets apply to new tickets', async () => {
      const customer = await api.make('customers', { name: 'Ines', email: 'ines@example.com' })
      const open = async () =>
        api.make('tickets', {
          subject: 'No hot water',
          customer: customer.id,
          category: 'booking',
          priority: 'urgent',
        })
      const before = await open()
      const { version, sla } = await read()
      expect(
        (await change({ sla: { ...sla, urgent: { reply: 40, resolve: 90 } } }, { version })).status,
      ).toBe(200)
      const after = await open()
      expect(
        Date.parse(String(after.firstReplyDueAt)) - Date.parse(String(before.firstReplyDueAt)),
      ).toBeGreaterThan(24 * 3_600_000)
    })
    test('changed business hours and holidays apply to new tickets', async () => {
      const customer = await api.make('customers', { name: 'Rui', email: 'rui.hours@example.com' })
      const before = await read()
      expect(before.businessHours.week).toMatchObject({
        mon: { from: '09:00', to: '18:00' },
        sun: null,
      })
      const days = Array.from({ length: 30 }, (_, n) =>
        new Date(Date.now() + (n - 2) * 86_400_000).toISOString().slice(0, 10),
      )
      const businessHours = {
        ...before.businessHours,
        holidays: days.map((day) => ({ day, name: 'Works holiday' })),
      }
      expect((await change({ businessHours }, { version: before.version })).status).toBe(200)
      const ticket = await api.make('tickets', {
        subject: 'No hot water',
        customer: customer.id,
        category: 'booking',
        priority: 'urgent',
      })
      expect(String(ticket.firstReplyDueAt).slice(0, 10) > days.at(-1)!).toBe(true)
      const { version } = await read()
      expect(
        (await change({ businessHours: before.businessHours }, { version })).body.data
          .businessHours,
      ).toEqual(before.businessHours)
    })
    test('a target without a time for later replies uses that of the first reply', async () => {
      const { version, sla } = await read()
      const given = { reply: 3, resolve: 90 }
      expect(
        (await change({ sla: { ...sla, low: given } }, { version })).body.data.sla.low,
      ).toEqual({
        ...given,
        next: 3,
      })
    })
    test('a repeated request with the same idempotency key changes the organisation once', async () => {
      const { version } = await read()
      const headers = { 'idempotency-key': 'organisation-1' }
      const first = await change({ name: 'Once' }, { version, headers })
      expect((await change({ name: 'Once' }, { version, headers })).text).toBe(first.text)
      expect((await read()).version).toBe(version + 1)
    })
  })

  describe('the audit log', () => {
    const log = async (query: string, as = 'super-admin') =>
      (await api.call('GET', `/api/audit${query}`, { as })).body
    test('lists who did what, including the organisation, and filters by person, entity and time', async () => {
      const facility = await api.make(
        'facilities',
        { name: 'Sauna', code: 'SAUNA', group: 'property' },
        'manager',
      )
      const {
        data: [entry],
      } = await log('?entity=facility')
      expect(entry).toMatchObject({
        entity: 'facility',
        action: 'create',
        actor: { name: 'manager' },
        record: { id: facility.id, title: 'Sauna' },
        patch: { code: [null, 'SAUNA'] },
      })
      expect((await log(`?entity=facility&person=${entry.actor.id}`)).data).toHaveLength(1)
      expect((await log(`?entity=facility&to=${entry.at}`)).data).toHaveLength(0)
      expect(
        (await log(`?entity=facility&from=${new Date(Date.now() + 60_000).toISOString()}`)).data,
      ).toHaveLength(0)
      expect((await log('?entity=organisation')).data[0]).toMatchObject({
        entity: 'organisation',
        action: 'update',
        patch: { name: expect.any(Array) },
      })
    })
    test('pages by cursor without repeating or losing an entry', async () => {
      const all = (await log('?limit=200')).data.map((e: { id: string }) => e.id)
      const paged: string[] = []
      for (let before: string | null = ''; before !== null;) {
        const page: { data: { id: string }[]; next: string | null } = await log(
          `?limit=3${before ? `&before=${before}` : ''}`,
        )
        paged.push(...page.data.map((e) => e.id))
        before = page.next
      }
      expect(paged).toEqual(all)
    })
    test('shows only what the caller may read', async () => {
      await api.make('customers', {
        name: 'Rui',
        email: 'rui@example.com',
        internalNote: 'canary-note',
      })
      const role = await api.make('user-roles', {
        name: 'auditor',
        grants: {
          allow: [
            'system.audit',
            'customer.read',
            'customer.list',
            'customer.field.name.read',
            'facility.*',
          ],
          deny: [],
          rows: { facility: { code: ['NONE'] } },
        },
      })
      await api.person('auditor', [role.id])
      const seen = await log('?limit=200', 'auditor')
      expect(JSON.stringify(seen)).not.toContain('canary-note')
      expect(JSON.stringify(seen)).not.toContain('rui@example.com')
      expect(new Set(seen.data.map((e: { entity: string }) => e.entity))).toEqual(
        new Set(['customer', 'organisation']),
      )
      expect(seen.data.find((e: { entity: string }) => e.entity === 'customer')).toMatchObject({
        record: { title: 'Rui' },
        patch: { name: [null, 'Rui'] },
      })
      expect((await api.call('GET', '/api/audit?entity=userRole', { as: 'auditor' })).status).toBe(
        400,
      )
      expect((await api.call('GET', '/api/audit', { as: 'viewer' })).status).toBe(403)
    })
    test('refuses unknown or invalid parameters with 400', async () => {
      for (const query of [
        'person=x',
        'entity=castle',
        'from=yesterday',
        'before=-1',
        'limit=0',
        'limit=999',
        'colour=red',
      ]) {
        expect((await api.call('GET', `/api/audit?${query}`)).body, query).toMatchObject({
          status: 400,
          errors: [{ path: query.split('=')[0] }],
        })
      }
    })
  })

  describe('the system', () => {
    test('returns the system state and backups to those with the permission', async () => {
      const {
        body: { data },
      } = await api.call('GET', '/api/system')
      expect(data).toMatchObject({
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        database: {
          kind: 'postgres',
          bytes: expect.any(Number),
          connections: { used: expect.any(Number), most: 200 },
          slow: null,
        },
        disk: { freeBytes: expect.any(Number), low: expect.any(Boolean) },
        replica: null,
        restoreTest: null,
        audit: { separate: true },
        jobs: { failed: 0 },
        backups: [],
      })
      expect((await api.call('GET', '/api/system', { as: 'manager' })).body.data.backups).toBeNull()
      expect((await api.call('GET', '/api/system', { as: 'viewer' })).status).toBe(403)
    })
    test('returns the last verified audit entry, and reports tampering', async () => {
      const { db, log } = api.services
      const state = async () => (await api.call('GET', '/api/system')).body.data.audit.check
      await sealAll(db)
      const { upTo, entries, tampering } = await checkAudit(db, log)
      expect(await state()).toMatchObject({ upTo, entries, tampering: null })
      expect(tampering).toBeNull()
      expect(upTo).toEqual({ seq: expect.stringMatching(/^\d+$/), at: expect.any(String) })
      await unguarded(db, `update audit set actor_name = 'Eve' where seq = ${upTo!.seq}`)
      const errors: string[] = []
      await checkAudit(db, { ...log, error: (line) => errors.push(line) })
      expect(await state()).toMatchObject({
        entries: entries - 1,
        tampering: { kind: 'changed', seq: upTo!.seq },
      })
      expect(errors).toEqual([expect.stringContaining(`entry ${upTo!.seq}`)])
    })
    test('only a super-admin can make a backup and run a restore test', async () => {
      expect((await api.call('POST', '/api/system/backups', { as: 'manager' })).status).toBe(403)
      const response = await api.call('POST', '/api/system/backups')
      expect(response.status, response.text).toBe(201)
      expect(await readdir(path.join(api.services.config.dataDir, 'backups'))).toContain(
        response.body.data.name,
      )
      expect((await api.call('GET', '/api/system')).body.data.backups).toEqual([response.body.data])
      // A backup like that one would fill this disk.
      const { dataDir, diskReserveBytes } = api.services.config
      const kept = path.join(dataDir, 'backups', response.body.data.name)
      await truncate(kept, 2 ** 43)
      const refused = await api.call('POST', '/api/system/backups')
      expect([refused.status, refused.body.code]).toEqual([507, 'disk_full'])
      expect(refused.body.detail).toMatch(/^There is not enough room for a backup: it needs about/)
      expect(refused.body.params.needed).toBeGreaterThan((2 ** 43 + diskReserveBytes) / 1_000_000)
      await truncate(kept, response.body.data.bytes)
      const restoreTests = '/api/system/restore-tests'
      expect((await api.call('POST', restoreTests, { as: 'manager' })).status).toBe(403)
      const tested = await api.call('POST', restoreTests)
      expect(tested.status, tested.text).toBe(201)
      // The test role may not create databases, and the response says so.
      expect(tested.body.data).toMatchObject({
        backup: response.body.data.name,
        error: expect.stringContaining('permission denied to create database'),
      })
      expect((await api.call('GET', '/api/system')).body.data.restoreTest).toEqual(tested.body.data)
    }, 60_000)
    test('wildcard read grants give no system permissions, and staff of a vendor never hold any', async () => {
      const held = async (as: string) =>
        (await api.call('GET', '/api/me', { as })).body.permissions.filter((key: string) =>
          /^(system|organisation)\./.test(key),
        )
      expect(await held('super-admin')).toEqual([
        'organisation.update',
        'organisation.views',
        'system.audit',
        'system.status',
        'system.backup',
      ])
      expect(await held('manager')).toEqual([
        'organisation.update',
        'organisation.views',
        'system.audit',
        'system.status',
      ])
      expect(await held('viewer')).toEqual([])
      const vendor = await api.make('vendors', {
        legalName: 'Miramar Lda',
        displayName: 'Miramar',
        kind: 'company',
      })
      await api.person('staff', ['manager'], vendor.id)
      expect(await held('staff')).toEqual([])
    })
  })

  describe('the signed-in person', () => {
    test('a person changes their own phone number and name', async () => {
      const response = await api.call('PATCH', '/api/me', {
        as: 'viewer',
        body: { phone: '+351 912 345 678', name: 'Vera' },
      })
      expect(response.body.person, response.text).toMatchObject({
        phone: '+351 912 345 678',
        name: 'Vera',
      })
      expect(
        (await api.call('PATCH', '/api/me', { as: 'viewer', body: { phone: 'call me' } })).status,
      ).toBe(422)
      expect(
        (await api.call('PATCH', '/api/me', { as: 'viewer', body: { phone: null } })).body.person
          .phone,
      ).toBeNull()
    })
    test('deleting one’s account requires the password and ends all sessions; the last super-admin cannot', async () => {
      const { id } = await api.person('leaver', ['viewer'])
      const leave = (as: string, password: string) =>
        api.call('POST', '/api/auth/leave', { as, body: { password } })
      expect((await leave('leaver', 'wrong-password')).status).toBe(422)
      expect((await api.call('GET', '/api/me', { as: 'leaver' })).status).toBe(200)
      expect((await leave('leaver', PASSWORD)).status).toBe(204)
      expect((await api.call('GET', '/api/me', { as: 'leaver' })).status).toBe(401)
      expect(
        (
          await api.call('POST', '/api/auth/sign-in/email', {
            as: '',
            body: { email: 'leaver@example.com', password: PASSWORD },
          })
        ).status,
      ).toBeGreaterThanOrEqual(400)
      expect((await api.call('GET', `/api/employees/${id}`)).body.data).toMatchObject({
        state: 'left',
      })
      expect((await leave('super-admin', PASSWORD)).body).toMatchObject({
        status: 409,
        code: 'last_super_admin',
      })
      expect((await api.call('GET', '/api/me')).status).toBe(200)
    })
  })
})
