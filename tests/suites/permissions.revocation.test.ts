/**
 * Revoked permissions soon stop working everywhere; nobody escalates their own; somebody can always
 * grant permissions. On both databases.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApi, type Api } from '#tests/api/harness.ts'
import { listen, type Listening } from '#tests/api/listening.ts'
import { builtInRoles } from '#server/rules/userRole/builtin.ts'
import { aloneDatabase } from '#tests/support/database.ts'

// The target is one second, but on a busy machine the test waits longer instead of failing.
const soon = { timeout: 30_000, interval: 50 }

describe('granting and revoking permissions', () => {
  let api: Api
  const role = async (name: string): Promise<string> =>
    (await api.call('GET', `/api/user-roles?filter[name]=${encodeURIComponent(name)}`)).body.data[0]
      .id
  const record = async (id: string, as?: string) =>
    (await api.call('GET', `/api/employees/${id}`, as ? { as } : {})).body.data as {
      id: string
      version: number
      roles: string[]
    }
  const patch = async (id: string, body: object, as?: string) =>
    api.call('PATCH', `/api/employees/${id}`, {
      version: (await record(id)).version,
      body,
      ...(as ? { as } : {}),
    })
  const move = async (id: string, to: string, as?: string) =>
    api.call('POST', `/api/employees/${id}/actions/${to}`, {
      version: (await record(id)).version,
      body: { reason: 'because' },
      ...(as ? { as } : {}),
    })
  const ok = (response: { status: number; text: string }) =>
    expect(response.status, response.text).toBe(200)
  const person = async (name: string, roleName: string, tenant?: string) => ({
    name,
    ...(await api.person(name, [await role(roleName)], tenant)),
  })
  beforeAll(async () => {
    api = await startApi({ db: await aloneDatabase() })
  }, 180_000)
  afterAll(() => api?.close())

  const ends = async (stream: Listening) =>
    vi.waitFor(() => expect(stream.state.ended).toBe(true), soon)
  const expectStatus = async (name: string, address: string, status: number) =>
    vi.waitFor(
      async () => expect((await api.call('GET', address, { as: name })).status).toBe(status),
      soon,
    )

  test('a role change applies to a person’s requests and open stream', async () => {
    const someone = await person('changes role', 'super-admin')
    const stream = await listen(api, someone.name)
    expect((await api.call('GET', '/api/employees', { as: someone.name })).status).toBe(200)
    ok(await patch(someone.personId, { roles: [await role('viewer')] }))
    await expectStatus(someone.name, '/api/employees', 403)
    await expectStatus(someone.name, '/api/hotels', 200)
    await ends(stream)
  })

  test('reducing a role’s grants affects everyone who has the role', async () => {
    const { id, version } = (
      await api.call('POST', '/api/user-roles', {
        body: {
          name: 'looks at people',
          grants: {
            allow: ['employee.list', 'employee.read', 'employee.field.name.read'],
            deny: [],
          },
        },
      })
    ).body.data
    const someone = await api.person('loses a key', [id])
    const stream = await listen(api, 'loses a key')
    expect((await api.call('GET', '/api/employees', { as: 'loses a key' })).status).toBe(200)
    ok(
      await api.call('PATCH', `/api/user-roles/${id}`, {
        version,
        body: { grants: { allow: ['facility.list'], deny: [] } },
      }),
    )
    await expectStatus('loses a key', '/api/employees', 403)
    await ends(stream)
    expect(someone.personId).toBeTruthy()
  })

  test('suspending a person or moving them to a vendor revokes access; signing out ends the session', async () => {
    const suspended = await person('is suspended', 'manager')
    const stream = await listen(api, suspended.name)
    ok(await move(suspended.personId, 'suspended'))
    await expectStatus(suspended.name, '/api/hotels', 401)
    await ends(stream)
    ok(await move(suspended.personId, 'active'))
    await expectStatus(suspended.name, '/api/hotels', 401)

    const moved = await person('moves to a vendor', 'finance')
    const second = await listen(api, moved.name)
    expect((await api.call('GET', '/api/employees', { as: moved.name })).status).toBe(200)
    ok(await patch(moved.personId, { vendor: api.idOf('vendors') }))
    await expectStatus(moved.name, '/api/employees', 403)
    await ends(second)

    const leaving = await person('signs out', 'viewer')
    const third = await listen(api, leaving.name)
    expect((await api.call('POST', '/api/auth/sign-out', { as: leaving.name })).status).toBe(204)
    await expectStatus(leaving.name, '/api/hotels', 401)
    await ends(third)
  })

  test('nobody can exceed their own permissions by roles, grants, activation or e-mail addresses', async () => {
    const allow = ['employee.*', 'userRole.*', 'hotel.list', 'hotel.read', 'hotel.field.name.read']
    const { id: limited } = (
      await api.call('POST', '/api/user-roles', {
        body: { name: 'personnel', grants: { allow, deny: [] } },
      })
    ).body.data
    const clerk = await api.person('clerk', [limited])
    const { id: few } = (
      await api.call('POST', '/api/user-roles', {
        body: { name: 'few', grants: { allow: ['hotel.list'], deny: [] } },
      })
    ).body.data
    // Somebody with fewer permissions than the clerk; people with more cannot be changed at all.
    const target = await api.person('somebody', [few])
    const boss = await person('boss', 'super-admin')
    const before = await record(clerk.personId)
    const everything = await role('super-admin')
    const refused = [
      await patch(clerk.personId, { roles: [everything] }, 'clerk'),
      await patch(target.personId, { roles: [everything] }, 'clerk'),
      await patch(target.personId, { roles: [await role('manager')] }, 'clerk'),
      await api.call('POST', '/api/user-roles', {
        as: 'clerk',
        body: { name: 'more', grants: { allow: ['*'], deny: [] } },
      }),
      await api.call('POST', '/api/user-roles', {
        as: 'clerk',
        body: { name: 'more', grants: { allow: ['hotel.*'], deny: [] } },
      }),
      await api.call('POST', '/api/user-roles', {
        as: 'clerk',
        body: { name: 'more', grants: { allow: ['h*'], deny: [] } },
      }),
      await api.call('PATCH', `/api/user-roles/${limited}`, {
        as: 'clerk',
        version: 1,
        body: { grants: { allow: [...allow, 'booking.list'], deny: [] } },
      }),
      await api.call('POST', '/api/employees', {
        as: 'clerk',
        body: { name: 'New', email: 'new@example.com', roles: [everything] },
      }),
      await patch(boss.personId, { email: 'mine@example.com' }, 'clerk'),
    ]
    expect(refused.map((a) => a.status)).toEqual([422, 422, 422, 422, 422, 422, 422, 422, 403])
    expect(await record(clerk.personId)).toEqual(before)
    // Permissions they hold themselves may be granted.
    expect(
      (
        await api.call('POST', '/api/user-roles', {
          as: 'clerk',
          body: { name: 'less', grants: { allow: ['hotel.list'], deny: [] } },
        })
      ).status,
    ).toBe(201)
    ok(await patch(target.personId, { roles: [limited] }, 'clerk'))
    // Approving a waiting person is refused when their roles exceed the clerk's.
    const waiting = await api.call('POST', '/api/employees', {
      body: { name: 'Waits', email: 'waits@example.com', roles: [everything] },
    })
    expect((await move(waiting.body.data.id, 'active', 'clerk')).status).toBe(403)
    ok(await move(waiting.body.data.id, 'active'))
    ok(await move(waiting.body.data.id, 'left'))
    ok(await move(boss.personId, 'left'))
  })

  test('permissions limited to some rows cannot be granted for all rows', async () => {
    const narrow = {
      allow: ['hotel.*', 'userRole.*'],
      deny: [],
      rows: { hotel: { vendor: api.idOf('vendors') } },
    }
    const { id } = (
      await api.call('POST', '/api/user-roles', { body: { name: 'narrow', grants: narrow } })
    ).body.data
    await api.person('narrow', [id])
    const make = (name: string, grants: object) =>
      api.call('POST', '/api/user-roles', { as: 'narrow', body: { name, grants } })
    expect((await make('wide', { allow: ['hotel.read'], deny: [] })).status).toBe(422)
    expect((await make('as narrow', { ...narrow, allow: ['hotel.read'] })).status).toBe(201)
  })

  test('approval limits must be declared, are set only by approvers, and cannot be raised for oneself', async () => {
    const refunds = ['paymentTransaction.*', 'userRole.*']
    const make = async (allow: readonly string[], deny: readonly string[] = []) => {
      const body = {
        name: `limits ${allow.length} ${deny.length} ${Math.random()}`,
        grants: { allow, deny },
      }
      return (await api.call('POST', '/api/user-roles', { body })).body.data.id as string
    }
    const clerks = await make(['paymentTransaction.refund'])
    const own = await make(refunds)
    await api.person('limiter', [own])
    await api.person('unable', [await make(refunds, ['paymentTransaction.approve'])])
    const set = async (id: string, limits: object | undefined, as = 'limiter') => {
      const { version, grants } = (await api.call('GET', `/api/user-roles/${id}`)).body.data
      const { limits: _, ...rest } = grants
      const body = { grants: limits ? { ...rest, limits } : rest }
      return api.call('PATCH', `/api/user-roles/${id}`, { version, body, as })
    }
    const key = 'paymentTransaction.refund'
    expect(await set(clerks, { [key]: 500_000 })).toMatchObject({ status: 200 })
    const paths = ['paymentTransaction.constructor', 'constructor', 'vendor.payoutAccount']
    for (const path of paths) {
      expect(await set(clerks, { [path]: 1 })).toMatchObject({
        status: 422,
        body: { errors: [{ path: `grants.limits.${path}`, code: 'unknown_name' }] },
      })
    }
    expect(await set(clerks, { [key]: -1 })).toMatchObject({ status: 422 })
    expect(await set(clerks, { [key]: 1 }, 'unable')).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'beyond_own_rights' }] },
    })
    expect(await set(own, { [key]: 100_001 })).toMatchObject({
      status: 422,
      body: { errors: [{ path: `grants.limits.${key}`, code: 'beyond_own_rights' }] },
    })
    expect(await set(own, { [key]: 50 })).toMatchObject({ status: 200 })
    expect(await set(own, undefined)).toMatchObject({ status: 422 })
    expect(await set(own, undefined, 'super-admin')).toMatchObject({ status: 200 })
  })

  test('the last super-admin cannot be demoted, moved, suspended or deleted; its built-in role is fixed', async () => {
    const everything = await role('super-admin')
    const { data } = (
      await api.call('GET', `/api/employees?filter[roles][has]=${everything}&filter[state]=active`)
    ).body
    expect(data).toHaveLength(1)
    const [last] = data as [{ id: string; version: number }]
    const tries = [
      await patch(last.id, { roles: [await role('viewer')] }),
      await patch(last.id, { vendor: api.idOf('vendors') }),
      await move(last.id, 'suspended'),
      await move(last.id, 'left'),
      await api.call('DELETE', `/api/employees/${last.id}`, { version: last.version }),
      await api.call('DELETE', `/api/employees/${last.id}?purge=true`, { version: last.version }),
    ]
    expect(tries.map((a) => [a.status, a.body.code])).toEqual(
      tries.map(() => [409, 'last_super_admin']),
    )
    const admin = (await api.call('GET', `/api/user-roles/${everything}`)).body.data
    expect(
      (
        await api.call('PATCH', `/api/user-roles/${everything}`, {
          version: admin.version,
          body: { grants: { allow: [], deny: [] } },
        })
      ).status,
    ).toBe(409)
    expect(
      (await api.call('DELETE', `/api/user-roles/${everything}`, { version: admin.version }))
        .status,
    ).toBe(409)
    // With a second super-admin, one of them may leave.
    await person('second', 'super-admin')
    const second = (await api.call('GET', '/api/me', { as: 'second' })).body.person.id as string
    ok(await patch(second, { roles: [await role('viewer')] }))
  })

  test('no built-in role can be renamed or deleted', async () => {
    for (const { id, name } of builtInRoles) {
      const read = async () => (await api.call('GET', `/api/user-roles/${id}`)).body.data
      const { version } = await read()
      const tries = [
        await api.call('PATCH', `/api/user-roles/${id}`, { version, body: { name: 'Another' } }),
        await api.call('DELETE', `/api/user-roles/${id}`, { version }),
        await api.call('DELETE', `/api/user-roles/${id}?purge=true`, { version }),
      ]
      expect(
        tries.map((one) => [one.status, one.body.code]),
        name,
      ).toEqual(tries.map(() => [409, 'built_in']))
      expect(await read(), name).toMatchObject({ name, version })
    }
  })

  test('no request caused an unexpected error', () => {
    expect(api.errors).toEqual([])
  })
})
