import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aloneDatabase } from '#tests/support/database.ts'
import { deferred } from '#tests/support/deferred.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { startApi, type Api } from './harness.ts'
import { changesAfter, currentPosition } from '#server/events/changes.ts'
import { listen, until, type Listening } from './listening.ts'

describe('live events', () => {
  let api: Api
  const rename = async (collection: string, id: string, field: string, value: unknown) => {
    const { version } = (await api.call('GET', `/api/${collection}/${id}`)).body.data
    const response = await api.call('PATCH', `/api/${collection}/${id}`, {
      version,
      body: { [field]: value },
    })
    expect(response.status, response.text).toBe(200)
    return response.body.data as { id: string; version: number }
  }
  beforeAll(async () => {
    api = await startApi({ db: await aloneDatabase() })
    await api.person('staff of the vendor', [builtInRole('vendor staff').id], api.idOf('vendors'))
    await api.person('viewer', [builtInRole('viewer').id])
  }, 120_000)
  afterAll(() => api?.close())

  test('a change event has the version and the names of changed fields, but no values', async () => {
    const stream = await listen(api, 'super-admin', { collections: 'customers' })
    const { id, version } = await rename('customers', api.idOf('customers'), 'name', 'Canary Name')
    await until(() => expect(stream.changes()).toHaveLength(1))
    expect(stream.changes()[0]!.data).toEqual({
      collection: 'customers',
      id,
      version,
      action: 'update',
      changed: ['name'],
    })
    await stream.stop()
  })

  test('a reconnecting client gets missed events once and in order, also during writes', async () => {
    const first = await listen(api, 'super-admin', { collections: 'customers' })
    await rename('customers', api.idOf('customers'), 'name', 'n0')
    await until(() => expect(first.changes()).toHaveLength(1))
    await first.stop()
    const id = api.idOf('customers')
    const versions: number[] = []
    for (let i = 1; i <= 5; i++) {
      versions.push((await rename('customers', id, 'name', `n${i}`)).version)
    }
    const [second] = await Promise.all([
      listen(api, 'super-admin', { collections: 'customers', after: first.changes()[0]!.id }),
      (async () => {
        for (let i = 6; i <= 12; i++) {
          versions.push((await rename('customers', id, 'name', `n${i}`)).version)
        }
      })(),
    ])
    await until(() => expect(second.changes().length).toBeGreaterThanOrEqual(versions.length))
    expect(second.changes().map((f) => f.data.version)).toEqual(versions)
    await second.stop()
  })

  test('changes that commit out of order are held back and delivered in order, live and on resuming', async () => {
    const customer = api.idOf('customers')
    const stream = await listen(api, 'super-admin', { collections: 'customers' })
    const { db } = api.services
    const start = await currentPosition(db.query)
    const late = 1_000_001
    const [begun, commit] = [deferred(), deferred()]
    const first = db.transaction(async (tx) => {
      await tx.query(
        "insert into audit (xid, channel, entity, record_id, version, action, patch) values (pg_current_xact_id(), 'api', 'customer', $1, $2, 'update', '{}')",
        [customer, late],
      )
      begun.resolve()
      await commit.promise
    })
    await begun.promise
    const { version } = await rename('customers', customer, 'name', 'commits first')
    const found = async () =>
      (await changesAfter(db.query, start, 100))
        .filter((one) => one.recordId === customer)
        .map((one) => one.version)
    expect(await found()).toEqual([])
    commit.resolve()
    await first
    await until(async () => expect(await found()).toEqual([late, version]))
    await db.notify('audit', '')
    const versions = (of: Listening) => of.changes().map((f) => f.data.version)
    await until(() => expect(versions(stream)).toEqual([late, version]))
    const resumed = await listen(api, 'super-admin', {
      collections: 'customers',
      after: stream.changes()[0]!.id,
    })
    await until(() => expect(versions(resumed)).toEqual([version]))
    await Promise.all([stream.stop(), resumed.stop()])
  })

  test('concurrent changes are all delivered exactly once', async () => {
    const stream = await listen(api, 'super-admin', { collections: 'facilities' })
    const facility = api.model.resources.find((r) => r.collection === 'facilities')!
    const made = await Promise.all(Array.from({ length: 20 }, () => api.create(facility)))
    await until(() =>
      expect(new Set(stream.changes().map((f) => f.data.id))).toEqual(
        new Set(made.map((m) => m.id)),
      ),
    )
    expect(stream.changes()).toHaveLength(made.length)
    await stream.stop()
  })

  test('staff of a vendor get events of their own rows only; viewers get none of unreadable data', async () => {
    const [staff, viewer] = [await listen(api, 'staff of the vendor'), await listen(api, 'viewer')]
    const foreign = await api.create(api.model.resources.find((r) => r.collection === 'vendors')!)
    await rename('customers', api.idOf('customers'), 'internalNote', 'Canary')
    await rename('employees', api.idOf('employees'), 'name', 'Someone')
    const own = await rename('hotels', api.idOf('hotels'), 'description', 'new')
    await until(() => {
      for (const s of [staff, viewer]) expect(s.changes().map((f) => f.data.id)).toContain(own.id)
    })
    expect(staff.changes().map((f) => f.data.collection)).toEqual(['hotels'])
    expect(viewer.changes().map((f) => [f.data.collection, f.data.id])).toEqual([
      ['vendors', foreign.id],
      ['hotels', own.id],
    ])
    expect(viewer.changes()[0]!.data.changed).not.toContain('payoutAccount')
    await Promise.all([staff.stop(), viewer.stop()])
  })

  test('the stream ends when the session ends or the permissions change', async () => {
    const { personId } = await api.person('leaving', [builtInRole('viewer').id])
    const stream = await listen(api, 'leaving')
    expect((await api.call('POST', '/api/auth/sign-out', { as: 'leaving' })).status).toBe(204)
    await until(() => expect(stream.state.ended).toBe(true))
    expect(stream.frames.at(-1)?.event).toBe('rights')
    const other = await api.person('changing', [builtInRole('viewer').id])
    const second = await listen(api, 'changing')
    await rename('employees', other.personId, 'roles', [builtInRole('finance').id])
    await until(() => expect(second.state.ended).toBe(true))
    expect(second.frames.at(-1)?.event).toBe('rights')
    expect(personId).not.toBe(other.personId)
  })

  test('after a permission change, live and missed events follow the new permissions', async () => {
    const { personId } = await api.person('promoted', [builtInRole('viewer').id])
    const before = await listen(api, 'promoted')
    await rename('employees', personId, 'roles', [
      builtInRole('viewer').id,
      builtInRole('manager').id,
    ])
    await until(() => expect(before.state.ended).toBe(true))
    const { id } = await rename('employees', api.idOf('employees'), 'name', 'Somebody else')
    const after = await listen(api, 'promoted', { after: before.frames[0]!.id })
    await until(() => expect(after.changes().map((f) => f.data.id)).toContain(id))
    expect(before.changes()).toEqual([])
    await rename('employees', personId, 'roles', [builtInRole('viewer').id])
    await until(() => expect(after.state.ended).toBe(true))
    const { id: hotel } = await rename(
      'hotels',
      api.idOf('hotels'),
      'description',
      'after the demotion',
    )
    const last = await listen(api, 'promoted', { after: before.frames[0]!.id })
    await until(() => expect(last.changes().map((f) => f.data.id)).toContain(hotel))
    expect(last.changes().map((f) => f.data.collection)).not.toContain('employees')
    await last.stop()
  })

  test('an event id in the future is from another database and resets the stream', async () => {
    const stream = await listen(api, 'super-admin', {
      collections: 'customers',
      after: '999999999999-1',
    })
    await until(() => expect(stream.frames.map((f) => f.event)).toEqual(['ready', 'reset']))
    const { version } = await rename('customers', api.idOf('customers'), 'name', 'after the reset')
    await until(() => expect(stream.changes().map((f) => f.data.version)).toEqual([version]))
    const again = await listen(api, 'super-admin', {
      collections: 'customers',
      after: stream.frames[1]!.id,
    })
    await until(() => expect(again.changes().map((f) => f.data.version)).toEqual([version]))
    await Promise.all([stream.stop(), again.stop()])
  })

  test('a client that missed too many events gets a reset, then later events', async () => {
    const start = await listen(api, 'super-admin', { collections: 'customers' })
    await start.stop()
    await api.services.db.query(
      "insert into audit (xid, channel, entity, record_id, version, action) select (select pg_current_xact_id()), 'import', 'customer', gen_random_uuid(), 1, 'create' from generate_series(1, 10500)",
    )
    // They are final once every older transaction of the server has ended, including those of other
    // tests.
    await until(async () =>
      expect(
        (
          await api.services.db.query(
            'select 1 from audit where xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1',
          )
        ).rows,
      ).toEqual([]),
    )
    const late = await listen(api, 'super-admin', {
      collections: 'customers',
      after: start.frames[0]!.id,
    })
    await until(() =>
      expect(late.frames.filter((f) => f.id !== '').map((f) => f.event)).toEqual([
        'ready',
        'reset',
      ]),
    )
    const { version } = await rename('customers', api.idOf('customers'), 'name', 'after too much')
    await until(() => expect(late.changes().at(-1)?.data.version).toBe(version))
    await late.stop()
  })

  test('/api/me returns the live position, and a stream opened from it misses no change', async () => {
    const me = await api.call('GET', '/api/me', { as: 'viewer' })
    const { id, version } = await rename(
      'customers',
      api.idOf('customers'),
      'name',
      'between reading and listening',
    )
    const stream = await listen(api, 'viewer', {
      collections: 'customers',
      after: me.headers.get('live-position')!,
    })
    await until(() =>
      expect(stream.changes().map((f) => [f.data.id, f.data.version])).toContainEqual([
        id,
        version,
      ]),
    )
    expect(
      (await api.call('GET', '/api/me', { as: 'nobody' })).headers.get('live-position'),
    ).toBeNull()
    await stream.stop()
  })

  test('event order and resuming do not depend on the server’s clock', async () => {
    const stream = await listen(api, 'super-admin', { collections: 'customers' })
    const versions: number[] = []
    const real = Date.now
    try {
      for (const shift of [0, 86_400_000, -86_400_000, 0]) {
        Date.now = () => real() + shift
        versions.push(
          (
            await rename(
              'customers',
              api.idOf('customers'),
              'name',
              `clock ${shift} ${versions.length}`,
            )
          ).version,
        )
      }
    } finally {
      Date.now = real
    }
    await until(() => expect(stream.changes().map((f) => f.data.version)).toEqual(versions))
    const again = await listen(api, 'super-admin', {
      collections: 'customers',
      after: stream.changes()[1]!.id,
    })
    await until(() => expect(again.changes().map((f) => f.data.version)).toEqual(versions.slice(2)))
    await Promise.all([stream.stop(), again.stop()])
  })

  test('a malformed event id, and an unknown or forbidden collection, return 400', async () => {
    for (const id of [
      'x',
      '1',
      '1-',
      '-1-1',
      '1-1-1',
      '1e3-1',
      '99999999999999999999-1',
      "1-1'--",
    ]) {
      const response = await api.call('GET', '/api/events', { headers: { 'last-event-id': id } })
      expect([id, response.status, response.body.errors]).toEqual([
        id,
        400,
        [expect.objectContaining({ path: 'Last-Event-ID', code: 'malformed' })],
      ])
    }
    const [unknown, forbidden] = [
      await api.call('GET', '/api/events?collections=nope', { as: 'viewer' }),
      await api.call('GET', '/api/events?collections=employees', { as: 'viewer' }),
    ]
    expect([unknown.status, forbidden.status]).toEqual([400, 400])
    expect({ ...forbidden.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })
})
