import type { Json } from '#model/types.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import type { ResourceModel } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { startApi, type Api } from './harness.ts'

const all = compileModel(resources).resources
const entities = all.filter((r) => !r.readOnly)

/** A change without effect: the record's own value of a changeable field. */
const sameOf = (resource: ResourceModel, record: Record<string, unknown>) => {
  const { name } =
    resource.fields.find((f) => f.required && !f.derived && !f.immutable) ??
    resource.fields.find((f) => !f.derived && !f.immutable)!
  return { [name]: record[name] }
}

describe('the HTTP contract', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
  }, 120_000)
  afterAll(async () => {
    await api?.close()
  })

  const refusesWrongAddresses = async (base: string) => {
    for (const address of [
      '?nope=1',
      '?filter[nope]=1',
      '?sort=nope',
      '?fields=nope',
      '?include=nope',
      '?limit=0',
      '?limit=201',
      '?cursor=made-up',
      '/options?nope=1',
      '/aggregate?group=nope',
      '/aggregate?measure=sum:nope',
      '/export.csv?filter[nope]=1',
      '/export.csv?for=people&children=sheets',
      '/export.xlsx?headers=nope',
      '/export.xlsx?tz=nope',
    ]) {
      const response = await api.call('GET', base + address)
      expect([address, response.status], response.text).toEqual([address, 400])
      expect(response.body.errors.length).toBeGreaterThan(0)
    }
  }
  const exportsItsList = async (base: string) => {
    const response = await api.call('GET', `${base}/export.csv?fields=id`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const { total } = (await api.call('GET', `${base}?total=exact`)).body.page
    const exported = response.text.trim().split(/\r?\n/).slice(1)
    expect(exported).toHaveLength(total)
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const at: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const { body } = await api.call('GET', `${base}?fields=id&limit=200${at}`)
      listed.push(...body.data.map((one: { id: string }) => one.id))
      cursor = body.page.next
    }
    expect(exported).toEqual(listed)
  }
  /**
   * Calls of a collection with the expected status for people without permissions: 403, or the
   * method does not exist.
   */
  const keepsOut = async (resource: ResourceModel, base: string, id: string) => {
    expect((await api.call('GET', base, { as: 'nobody' })).status).toBe(401)
    if (!api.tokens.has('without rights')) {
      await api.person(
        'without rights',
        (
          await api.services.db.query<{ id: string }>(
            "select id from user_roles where grants->'allow' = '[]' limit 1",
          )
        ).rows.map((r) => r.id),
      )
    }
    const ask = async (method: string, tail: string, options: object = {}) =>
      (await api.call(method, base + tail, { as: 'without rights', ...options })).status
    for (const tail of [
      '',
      `/${id}`,
      '/export.csv',
      '/export.xlsx',
      '/options',
      '/aggregate',
      `/${id}/history`,
    ]) {
      expect(await ask('GET', tail), tail).toBe(403)
    }
    expect(await ask('POST', '', { body: {} })).toBe(resource.readOnly ? 405 : 403)
    for (const [method, options] of [
      ['PATCH', { body: {} }],
      ['DELETE', {}],
    ] as const) {
      expect(await ask(method, `/${id}`, { version: 1, ...options })).toBe(
        resource.appendOnly ? 405 : 403,
      )
    }
    for (const action of [
      ...new Set(resource.transitions.map((t) => t.name)),
      ...resource.actions.map((a) => a.name),
    ]) {
      expect(await ask('POST', `/${id}/actions/${action}`, { version: 1, body: {} }), action).toBe(
        403,
      )
    }
  }

  describe.each(entities.map((r) => [r.collection, r] as const))('%s', (collection, resource) => {
    const base = `/api/${collection}`
    beforeAll(() => api.reserve(resource, 8))
    /** A body that nobody has to approve: it grants nothing. */
    const plainBody = (): Record<string, Json> => {
      const held = (resource.approvals ?? []).filter(({ when }) => when.some(({ adds }) => adds))
      const names = held.map(({ name }) => name)
      return Object.fromEntries(
        Object.entries(api.bodyOf(resource)).filter(([name]) => !names.includes(name)),
      )
    }

    test('creating returns 201 with location, version and operation id, and the record can be read', async () => {
      const made = await api.call('POST', base, { body: plainBody() })
      expect(made.status, made.text).toBe(201)
      expect(made.headers.get('location')).toBe(`${base}/${made.body.data.id}`)
      expect(made.headers.get('etag')).toBe('"1"')
      expect(made.headers.get('x-operation-id')).toMatch(/^[0-9a-f-]{36}$/)
      const got = await api.call('GET', `${base}/${made.body.data.id}`)
      expect([got.status, got.headers.get('etag'), got.headers.get('cache-control')]).toEqual([
        200,
        '"1"',
        'no-store',
      ])
      expect(got.body.data).toMatchObject({ id: made.body.data.id, version: 1 })
      const listed = await api.call('GET', `${base}?limit=200`)
      expect(listed.body.data.map((r: { id: string }) => r.id)).toContain(made.body.data.id)
      expect(listed.body.page).toMatchObject({ limit: 200, totalIsExact: true })
    })

    test('every route returns 400 for an unknown parameter', async () => {
      await refusesWrongAddresses(base)
    })

    test('unknown and malformed ids both return 404', async () => {
      for (const id of [randomUUID(), 'nope', "1' or '1'='1"]) {
        const ask = async (method: string, tail = '') =>
          (
            await api.call(method, `${base}/${encodeURIComponent(id)}${tail}`, {
              ...(method === 'GET' ? {} : { version: 1 }),
              ...(method === 'PATCH' ? { body: {} } : {}),
            })
          ).status
        expect([
          await ask('GET'),
          await ask('POST', '/restore'),
          await ask('GET', '/history'),
        ]).toEqual([404, 404, 404])
        const none = resource.appendOnly ? 405 : 404
        expect([await ask('PATCH'), await ask('DELETE')]).toEqual([none, none])
        for (const action of [
          ...new Set(resource.transitions.map((t) => t.name)),
          ...resource.actions.map((a) => a.name),
        ]) {
          expect(await ask('POST', `/actions/${action}`), action).toBe(404)
        }
      }
    })

    test('a body with unknown names and invalid values returns 422 with one error per path, and writes nothing', async () => {
      const before = (await api.call('GET', `${base}?total=exact`)).body.page.total
      const derived = resource.fields.find((f) => f.derived && f.kind !== 'state')?.name
      const wrong = {
        ...api.bodyOf(resource),
        nope: 1,
        id: randomUUID(),
        version: 9,
        ...(derived ? { [derived]: 1 } : {}),
        ...(resource.states.length ? { state: resource.initial } : {}),
      }
      const response = await api.call('POST', base, { body: wrong })
      expect(response.status).toBe(422)
      const errors = response.body.errors as { path: string; code: string }[]
      expect(errors.map((e) => e.path).sort()).toEqual(
        [
          'id',
          'nope',
          'version',
          ...(derived ? [derived] : []),
          ...(resource.states.length ? ['state'] : []),
        ].sort(),
      )
      expect(new Set(errors.map((e) => e.code)).size).toBe(1)
      for (const body of [null, [], 'x', 7]) {
        expect((await api.call('POST', base, { body: JSON.stringify(body) })).status).toBe(422)
      }
      expect((await api.call('GET', `${base}?total=exact`)).body.page.total).toBe(before)
    })

    if (!resource.appendOnly) {
      test('a change without a version returns 428, and with a stale one 412 with the current record', async () => {
        const record = await api.create(resource)
        const one = `${base}/${record.id}`
        const body = sameOf(resource, record)
        expect((await api.call('PATCH', one, { body })).status).toBe(428)
        expect((await api.call('DELETE', one)).status).toBe(428)
        expect((await api.call('POST', `${one}/restore`)).status).toBe(428)
        expect((await api.call('PATCH', one, { body, headers: { 'if-match': 'x' } })).status).toBe(
          400,
        )
        const stale = await api.call('PATCH', one, { body, version: record.version + 5 })
        expect([stale.status, stale.body.current.id, stale.body.current.version]).toEqual([
          412,
          record.id,
          record.version,
        ])
      })
    }

    if (resource.transitions.length > 0 || resource.actions.length > 0) {
      test('transitions and actions without a version return 428, with a stale one 412', async () => {
        const record = await api.create(resource)
        for (const action of [
          ...new Set(resource.transitions.map((t) => t.name)),
          ...resource.actions.map((a) => a.name),
        ]) {
          const ask = (options: object) =>
            api.call('POST', `${base}/${record.id}/actions/${action}`, { body: {}, ...options })
          expect((await ask({})).status, action).toBe(428)
          const stale = await ask({ version: record.version + 5 })
          expect([stale.status, stale.body.current.id], action).toEqual([412, record.id])
        }
      })
    }

    if (!resource.appendOnly) {
      test('a record is trashed, restored and purged', async () => {
        const { id, version } = await api.create(resource)
        const one = `${base}/${id}`
        expect((await api.call('DELETE', one, { version })).status).toBe(204)
        expect((await api.call('GET', one)).status).toBe(404)
        expect(
          (await api.call('GET', `${base}?trashed=true&limit=200`)).body.data.map(
            (r: { id: string }) => r.id,
          ),
        ).toContain(id)
        const restored = await api.call('POST', `${one}/restore`, { version: version + 1 })
        expect(restored.status, restored.text).toBe(200)
        expect(
          (await api.call('DELETE', `${one}?purge=true`, { version: restored.body.data.version }))
            .status,
        ).toBe(204)
        expect((await api.call('GET', `${one}?trashed=true`)).status).toBe(404)
      })
    }

    if (resource.appendOnly) {
      test('an append-only record can neither be changed nor deleted', async () => {
        const record = await api.create(resource)
        const one = `${base}/${record.id}`
        const responses = [
          await api.call('PATCH', one, { version: record.version, body: sameOf(resource, record) }),
          await api.call('DELETE', one, { version: record.version }),
          await api.call('DELETE', `${one}?purge=true`, { version: record.version }),
        ]
        expect(responses.map((a) => [a.status, a.headers.get('allow')])).toEqual(
          responses.map(() => [405, 'GET, HEAD']),
        )
        for (const tail of ['/restore', '/history/1/restore']) {
          expect((await api.call('POST', one + tail, { version: record.version })).status).toBe(404)
        }
        expect((await api.call('GET', one)).body.data).toEqual(record)
      })
    }

    test('a repeated idempotency key has one effect; reusing it with another body is refused', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const body = plainBody()
      const [first, again] = [
        await api.call('POST', base, { body, headers: key }),
        await api.call('POST', base, { body, headers: key }),
      ]
      expect([first.status, again.status]).toEqual([201, 201])
      expect(again.text).toBe(first.text)
      expect(again.headers.get('x-operation-id')).toBe(first.headers.get('x-operation-id'))
      expect(
        (await api.call('POST', base, { body: { ...body, nope: 1 }, headers: key })).status,
      ).toBe(422)
      expect(
        (await api.call('POST', base, { body, headers: { 'idempotency-key': 'x'.repeat(256) } }))
          .status,
      ).toBe(400)
    })

    test('an unsupported method returns 405 with the allowed methods', async () => {
      const response = await api.call('PUT', base)
      expect([
        response.status,
        response.headers.get('allow'),
        response.headers.get('content-type'),
      ]).toEqual([405, 'GET, HEAD, POST', 'application/problem+json; charset=utf-8'])
      expect((await api.call('POST', `${base}/${randomUUID()}`)).headers.get('allow')).toBe(
        resource.appendOnly ? 'GET, HEAD' : 'DELETE, GET, HEAD, PATCH',
      )
    })

    test('the export has the rows of the list, in its order', async () => {
      await exportsItsList(base)
    })

    test('returns 401 without a session and 403 without permissions', async () => {
      await keepsOut(resource, base, api.idOf(collection))
    })
  })

  describe.each(all.filter((r) => r.readOnly).map((r) => [r.collection, r] as const))(
    '%s, which only the server writes',
    (collection, resource) => {
      const base = `/api/${collection}`

      test('is listed and read like other collections', async () => {
        const got = await api.call('GET', `${base}/${api.idOf(collection)}`)
        expect([got.status, got.headers.get('etag'), got.headers.get('cache-control')]).toEqual([
          200,
          `"${got.body.data.version}"`,
          'no-store',
        ])
        const listed = await api.call('GET', `${base}?filter[id][eq]=${got.body.data.id}`)
        expect(listed.body.data).toHaveLength(1)
        await refusesWrongAddresses(base)
        await exportsItsList(base)
        await keepsOut(resource, base, got.body.data.id)
      })

      test('has no write endpoints', async () => {
        const { total } = (await api.call('GET', `${base}?total=exact`)).body.page
        const one = `${base}/${api.idOf(collection)}`
        const record = (await api.call('GET', one)).body.data
        const made = await api.call('POST', base, { body: {} })
        expect([made.status, made.headers.get('allow'), made.headers.get('content-type')]).toEqual([
          405,
          'GET, HEAD',
          'application/problem+json; charset=utf-8',
        ])
        for (const [method, tail, status] of [
          ['PATCH', '', 405],
          ['DELETE', '', 405],
          ['DELETE', '?purge=true', 405],
          ['POST', '/restore', 404],
          ['POST', '/history/1/restore', 404],
          ['POST', '/actions/archived', 404],
        ] as const) {
          expect(
            (await api.call(method, one + tail, { version: record.version, body: {} })).status,
            method + tail,
          ).toBe(status)
        }
        expect((await api.call('POST', `${base}/import`, { body: new FormData() })).status).toBe(
          405,
        )
        expect((await api.call('GET', one)).body.data).toEqual(record)
        expect((await api.call('GET', `${base}?total=exact`)).body.page.total).toBe(total)
      })
    },
  )

  test('no request caused an unexpected error', () => {
    expect(api.errors).toEqual([])
  })
})
