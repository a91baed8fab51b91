import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grants, keysOf } from '#schemas/define/permissions.ts'
import { startBare, type Bare } from '#tests/support/bareServer.ts'
import { builtInRole } from '../rules/userRole/builtin.ts'

describe('explaining permissions', () => {
  let api: Bare
  let hotel: { collection: string; id: string }
  let foreign: { collection: string; id: string }
  let staff: string
  let viewer: string
  beforeAll(async () => {
    api = await startBare()
    const [vendor, other] = [
      await api.make('vendors', {
        legalName: 'Miramar Lda',
        displayName: 'Miramar',
        kind: 'company',
      }),
      await api.make('vendors', { legalName: 'Other Lda', displayName: 'Other', kind: 'company' }),
    ]
    const place = {
      email: 'house@example.com',
      timezone: 'Europe/Lisbon',
      checkInTime: '15:00',
      checkOutTime: '11:00',
    }
    hotel = {
      collection: 'hotels',
      id: (
        await api.make('hotels', { name: 'Miramar', slug: 'miramar', vendor: vendor.id, ...place })
      ).id,
    }
    foreign = {
      collection: 'hotels',
      id: (await api.make('hotels', { name: 'Other', slug: 'other', vendor: other.id, ...place }))
        .id,
    }
    staff = (await api.person('staff', ['vendor staff'], vendor.id)).id
    viewer = (await api.person('viewer', ['viewer'])).id
  }, 120_000)
  afterAll(() => api?.close())

  const ask = (
    user: string,
    key: string,
    record?: { collection: string; id: string },
    as = 'super-admin',
  ) => api.call('GET', `/api/explain?${new URLSearchParams({ user, key, ...record })}`, { as })
  const explained = async (...args: Parameters<typeof ask>) => {
    const response = await ask(...args)
    expect(response.status, response.text).toBe(200)
    return response.body.data
  }

  test('names the deciding pattern of each role', async () => {
    expect(await explained(viewer, 'hotel.read')).toMatchObject({
      allowed: true,
      roles: [{ name: 'viewer', effect: 'allows', pattern: '*.read' }],
      tenant: null,
    })
    expect(await explained(viewer, 'employee.read')).toMatchObject({
      allowed: false,
      roles: [{ effect: 'denies', pattern: 'employee.*' }],
    })
    expect(await explained(viewer, 'hotel.delete')).toMatchObject({
      allowed: false,
      roles: [{ effect: 'silent', pattern: null }],
    })
  })
  test('distinguishes the tenant scope from what roles grant', async () => {
    expect(await explained(staff, 'employee.read')).toMatchObject({
      allowed: false,
      roles: [{ effect: 'allows' }],
      tenant: { entity: false, key: false },
    })
    expect(await explained(staff, 'system.audit')).toMatchObject({
      allowed: false,
      tenant: { key: false },
    })
    expect(await explained(staff, 'hotel.read', hotel)).toMatchObject({
      allowed: true,
      row: true,
      tenant: { entity: true, key: true, row: true },
    })
    expect(await explained(staff, 'hotel.read', foreign)).toMatchObject({
      allowed: false,
      row: false,
      roles: [{ effect: 'allows' }],
      tenant: { row: false },
    })
  })
  test('gives a row rule that excludes the record as the reason', async () => {
    const role = await api.call('POST', '/api/user-roles', {
      body: {
        name: 'stars',
        grants: { allow: ['hotel.*'], deny: [], rows: { hotel: { slug: ['no-such-slug'] } } },
      },
    })
    expect(role.status, role.text).toBe(201)
    const { id: personId } = await api.person('stargazer', [role.body.data.id])
    expect(await explained(personId, 'hotel.read', hotel)).toMatchObject({
      allowed: false,
      row: false,
      roles: [{ effect: 'allows', rows: { slug: ['no-such-slug'] }, rowsMet: false }],
    })
    expect(await explained(personId, 'hotel.read')).toMatchObject({ allowed: true, row: null })
  })
  test('the verdict matches the access rules for every permission key', async () => {
    for (const resource of api.model.resources) {
      for (const key of keysOf(resource).filter((k) => !/\.field\.[^.]+\.write$/.test(k))) {
        expect((await explained(viewer, key)).allowed, key).toBe(
          grants(builtInRole('viewer').grants, key),
        )
      }
    }
  })
  test('only people who can read roles may ask, and only about people and records they can see', async () => {
    expect((await ask(viewer, 'hotel.read', undefined, 'viewer')).status).toBe(403)
    expect((await ask('01900000-0000-7000-8000-0000000000ff', 'hotel.read')).status).toBe(404)
    expect(
      (
        await ask(viewer, 'hotel.read', {
          collection: 'hotels',
          id: '01900000-0000-7000-8000-0000000000ff',
        })
      ).status,
    ).toBe(404)
    for (const [path, query] of [
      ['user', 'user=x&key=hotel.read'],
      ['key', `user=${viewer}&key=hotel.fly`],
      ['collection', `user=${viewer}&key=hotel.read&collection=bookings&id=${viewer}`],
      ['color', `user=${viewer}&key=hotel.read&color=red`],
    ]) {
      expect((await api.call('GET', `/api/explain?${query}`)).body, query).toMatchObject({
        status: 400,
        errors: [{ path }],
      })
    }
  })

  const grantsOf = (given: object) =>
    api.call('POST', '/api/user-roles', {
      body: { name: `role ${Math.random()}`, grants: { allow: ['hotel.*'], deny: [], ...given } },
    })
  test('an invalid row rule is refused with the path of the problem', async () => {
    for (const [rows, path, code] of [
      [{ castle: { name: 'x' } }, 'grants.rows.castle', 'unknown_name'],
      [{ hotel: {} }, 'grants.rows.hotel', 'required'],
      [{ hotel: { moat: 1 } }, 'grants.rows.hotel.moat', 'unknown_name'],
      [{ hotel: { 'name.city': 'x' } }, 'grants.rows.hotel.name.city', 'unknown_name'],
      [{ hotel: { stars: 'many' } }, 'grants.rows.hotel.stars', 'invalid'],
      [{ hotel: { state: 'floating' } }, 'grants.rows.hotel.state', 'invalid'],
      [{ hotel: { vendor: 'me' } }, 'grants.rows.hotel.vendor', 'invalid'],
      [{ hotel: { address: 'x' } }, 'grants.rows.hotel.address', 'invalid'],
      [{ hotel: { stars: [] } }, 'grants.rows.hotel.stars', 'invalid'],
      [{ hotel: { stars: { gt: 3 } } }, 'grants.rows.hotel.stars', 'invalid'],
    ] as const) {
      expect((await grantsOf({ rows })).body, JSON.stringify(rows)).toMatchObject({
        status: 422,
        errors: [{ path, code }],
      })
    }
    expect(
      (
        await grantsOf({
          rows: { hotel: { state: ['draft', 'published'], 'vendor.kind': 'company' } },
        })
      ).status,
    ).toBe(201)
  })
})
