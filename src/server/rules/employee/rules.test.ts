import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStays, unique, type Stays } from '#tests/support/stays.ts'
import { problemOf } from '#tests/support/writes.ts'
import { builtInRole } from '../userRole/builtin.ts'

describe('people and roles', () => {
  let s: Stays
  beforeAll(async () => {
    s = await openStays()
  }, 120_000)
  afterAll(() => s?.db.close())

  const person = (roles: readonly string[], state = 'active', more: object = {}) =>
    s.make(
      'employee',
      { name: 'P', email: `${unique()}@example.com`, roles: roles.map(s.role), ...more },
      { state },
    )
  const asRole = (name: string, personId?: string) =>
    s.as({ grants: [builtInRole(name).grants], ...(personId ? { personId } : {}) })
  /** What others approved: the rules judge it all the same. */
  const approved = (as: ReturnType<typeof s.as>) => ({
    ...as,
    approval: { id: randomUUID(), needed: () => {} },
  })
  /** A manager who may list roles and can therefore assign them. */
  const chooser = (personId: string) =>
    approved(
      s.as({
        personId,
        grants: [
          builtInRole('manager').grants,
          { allow: ['userRole.read', 'userRole.list'], deny: [] },
        ],
      }),
    )
  const patch = (id: string, version: number, body: object, as = s.as()) =>
    s.writer.patch(s.of('employee'), id, version, body, as)

  test('roles are required to become and stay active', async () => {
    const requested = await person([], 'requested')
    expect(await problemOf(s.go('employee', requested, 'active'))).toMatchObject({
      status: 409,
      code: 'roles_required',
      errors: [{ path: 'roles' }],
    })
    const ready = await patch(requested.id, 1, { roles: [s.role('viewer')] })
    const active = await s.go('employee', ready, 'active')
    expect(await problemOf(patch(active.id, active.version, { roles: [] }))).toMatchObject({
      status: 422,
      errors: [{ path: 'roles', code: 'required' }],
    })
  })
  test('the last super-admin cannot be suspended, demoted, deleted or moved to a vendor', async () => {
    const last = await person(['super-admin'])
    const refused = { status: 409, code: 'last_super_admin' }
    expect(await problemOf(s.go('employee', last, 'suspended', 'x'))).toMatchObject(refused)
    expect(await problemOf(s.go('employee', last, 'left', 'x'))).toMatchObject(refused)
    expect(await problemOf(patch(last.id, 1, { roles: [s.role('viewer')] }))).toMatchObject(refused)
    expect(await problemOf(patch(last.id, 1, { vendor: s.vendor.id }))).toMatchObject(refused)
    expect(
      await problemOf(s.writer.remove(s.of('employee'), last.id, 1, { purge: false }, s.as())),
    ).toMatchObject(refused)
    expect(
      await problemOf(s.writer.remove(s.of('employee'), last.id, 1, { purge: true }, s.as())),
    ).toMatchObject(refused)
    const imported = await s.writer.importRows(
      s.of('employee'),
      [{ row: 1, data: { email: last.email, state: 'left' }, reason: 'moved' }],
      { mode: 'partial', upsertBy: 'email' },
      s.as(),
    )
    expect(imported.rows[0]).toMatchObject({
      outcome: 'refused',
      errors: [{ code: 'last_super_admin' }],
    })
    const heir = await person(['super-admin'])
    await s.go('employee', last, 'left', 'x')
    expect(await problemOf(s.go('employee', heir, 'left', 'x'))).toMatchObject(refused)
  })
  test('nobody can assign a role with more rights than their own, nor reactivate a person who has it', async () => {
    const manager = await person(['manager'])
    const as = chooser(manager.id)
    expect(
      await problemOf(
        patch(manager.id, 1, { roles: [s.role('manager'), s.role('super-admin')] }, as),
      ),
    ).toMatchObject({ status: 422, errors: [{ path: 'roles', code: 'beyond_own_rights' }] })
    const other = await person(['viewer'])
    expect(
      await problemOf(patch(other.id, 1, { roles: [s.role('super-admin')] }, as)),
    ).toMatchObject({ status: 422 })
    expect(
      await problemOf(
        s.writer.create(
          s.of('employee'),
          { name: 'N', email: `${unique()}@example.com`, roles: [s.role('super-admin')] },
          as,
        ),
      ),
    ).toMatchObject({ status: 422 })
    const waiting = await person(['super-admin'], 'suspended')
    expect(await problemOf(s.go('employee', waiting, 'active', undefined, as))).toMatchObject({
      status: 403,
    })
    expect(
      await patch(other.id, 1, { roles: [s.role('manager'), s.role('viewer')] }, as),
    ).toMatchObject({ version: 2 })
    expect(
      await patch(other.id, 2, { roles: [s.role('viewer')] }, asRole('manager')),
    ).toMatchObject({ version: 3 })
    expect(
      await problemOf(
        patch(other.id, 3, { roles: [s.role('viewer'), s.role('finance')] }, asRole('manager')),
      ),
    ).toMatchObject({ status: 422, errors: [{ path: 'roles.1', code: 'unknown_reference' }] })
  })
  test('a manager can change neither the e-mail of a person with more rights nor their own vendor', async () => {
    const manager = await person(['manager'], 'active', { vendor: s.vendor.id })
    const admin = await person(['super-admin'])
    const as = asRole('manager', manager.id)
    expect(
      await problemOf(patch(admin.id, 1, { email: `${unique()}@example.com` }, as)),
    ).toMatchObject({ status: 403 })
    expect(await problemOf(patch(manager.id, 1, { vendor: null }, as))).toMatchObject({
      status: 403,
    })
    expect(await patch(manager.id, 1, { email: `${unique()}@example.com` }, as)).toMatchObject({
      version: 2,
    })
  })

  test('a person with more rights cannot be changed by edit, transition, deletion, restore or import', async () => {
    const employees = s.of('employee')
    const everything = s.as({
      grants: [{ allow: ['employee.*', 'userRole.read', 'userRole.list'], deny: [] }],
    })
    const admin = await person(['super-admin'])
    const other = await person(['viewer'])
    const refused = { status: 403, detail: expect.stringContaining('may do more') }
    expect(await problemOf(patch(admin.id, 1, { name: 'X' }, everything))).toMatchObject(refused)
    expect(await problemOf(s.go('employee', admin, 'suspended', 'x', everything))).toMatchObject(
      refused,
    )
    for (const purge of [false, true]) {
      expect(
        await problemOf(s.writer.remove(employees, admin.id, 1, { purge }, everything)),
      ).toMatchObject(refused)
    }
    const imported = await s.writer.importRows(
      employees,
      [{ row: 1, data: { email: admin.email, name: 'X' } }],
      { mode: 'partial', upsertBy: 'email' },
      everything,
    )
    expect(imported.rows[0]).toMatchObject({ outcome: 'refused' })
    expect(
      (
        await s.db.query('SELECT name, version, state, deleted_at FROM employees WHERE id = $1', [
          admin.id,
        ])
      ).rows,
    ).toMatchObject([{ name: 'P', version: 1, state: 'active', deleted_at: null }])
    await s.writer.remove(employees, other.id, 1, { purge: false }, s.as())
    expect(await problemOf(s.writer.restore(employees, other.id, 2, everything))).toMatchObject({
      status: 403,
    })
    await s.writer.restore(employees, other.id, 2, s.as())
  })

  const roleAs = (grants: object) => approved(s.as([grants as never]))
  const half = {
    allow: ['userRole.*', 'hotel.*'],
    deny: ['hotel.purge'],
    rows: { hotel: { stars: 5 } },
  }
  test('nobody can grant permissions or rows that they do not hold', async () => {
    const create = (grants: object) =>
      s.writer.create(s.of('userRole'), { name: unique(), grants }, roleAs(half))
    expect(await problemOf(create({ allow: ['booking.read'], deny: [] }))).toMatchObject({
      status: 422,
      errors: [
        {
          path: 'grants.booking.read',
          code: 'beyond_own_rights',
          message: expect.stringContaining('booking.read'),
        },
      ],
    })
    expect(
      await problemOf(create({ allow: ['hotel.*'], deny: [], rows: half.rows })),
    ).toMatchObject({ status: 422, errors: [{ path: 'grants.hotel.purge' }] })
    expect(await problemOf(create({ allow: ['hotel.read'], deny: [] }))).toMatchObject({
      status: 422,
    })
    const made = await create({ allow: ['hotel.read'], deny: [], rows: half.rows })
    expect(
      await problemOf(
        s.writer.patch(
          s.of('userRole'),
          made.id,
          1,
          { grants: { allow: ['hotel.read'], deny: [] } },
          roleAs(half),
        ),
      ),
    ).toMatchObject({ status: 422 })
  })
  test('a role keeps rights beyond the editor’s own when another right is added', async () => {
    const role = await s.make('userRole', {
      name: unique(),
      grants: { allow: ['booking.read'], deny: [] },
    })
    expect(
      await s.writer.patch(
        s.of('userRole'),
        role.id,
        1,
        { grants: { allow: ['booking.read', 'userRole.read'], deny: [] } },
        roleAs(half),
      ),
    ).toMatchObject({ version: 2 })
  })
  test('nobody can change the rights of a role held by people with more rights', async () => {
    const clerk = roleAs({ allow: ['userRole.*'], deny: [] })
    const [manager, admins] = [s.role('manager'), s.role('super-admin')]
    await person(['manager'])
    await person(['super-admin'])
    const patchRole = async (id: string, body: object, as: Parameters<typeof patch>[3]) => {
      const { rows } = await s.db.query<{ version: number }>(
        'SELECT version FROM user_roles WHERE id = $1',
        [id],
      )
      return s.writer.patch(s.of('userRole'), id, rows[0]!.version, body, as!)
    }
    const refused = { status: 403, detail: expect.stringContaining('may do more') }
    const none = { allow: [], deny: ['*'] }
    expect(await problemOf(patchRole(manager, { grants: none }, clerk))).toMatchObject(refused)
    const factor = { requireTwoFactor: true }
    expect(await problemOf(patchRole(admins, factor, clerk))).toMatchObject(refused)
    // What changes nothing for them is a change like any other.
    expect(await patchRole(manager, { description: 'Manages' }, clerk)).toMatchObject({
      description: 'Manages',
    })
    const spare = await s.make('userRole', { name: unique(), grants: { allow: ['*'], deny: [] } })
    const own = await person(['viewer'])
    await patch(own.id, 1, { roles: [spare.id] })
    const self = s.as({ personId: own.id, grants: [{ allow: ['userRole.*'], deny: [] }] })
    expect(await patchRole(spare.id, { grants: none }, self)).toMatchObject({ version: 2 })
  })
  test('built-in roles cannot be renamed or deleted, nor the super-admin role’s grants changed', async () => {
    const viewer = s.role('viewer')
    expect(
      await problemOf(s.writer.patch(s.of('userRole'), viewer, 1, { name: 'x' }, s.as())),
    ).toMatchObject({ status: 409, code: 'built_in' })
    expect(
      await problemOf(s.writer.remove(s.of('userRole'), viewer, 1, { purge: false }, s.as())),
    ).toMatchObject({ status: 409, code: 'built_in' })
    expect(
      await problemOf(
        s.writer.patch(
          s.of('userRole'),
          s.role('super-admin'),
          1,
          { grants: { allow: [], deny: [] } },
          s.as(),
        ),
      ),
    ).toMatchObject({ status: 409, code: 'built_in' })
    expect(
      await s.writer.patch(s.of('userRole'), viewer, 1, { description: 'Looks' }, s.as()),
    ).toMatchObject({ version: 2 })
  })
  test('a role in use cannot be deleted', async () => {
    const role = await s.make('userRole', { name: unique() })
    await s.make('employee', { name: 'P', email: `${unique()}@example.com`, roles: [role.id] })
    expect(
      await problemOf(s.writer.remove(s.of('userRole'), role.id, 1, { purge: false }, s.as())),
    ).toMatchObject({ status: 409, code: 'referenced', count: 1 })
  })
})
