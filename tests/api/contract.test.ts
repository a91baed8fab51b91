import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import { tiers } from '#tests/support/database.ts'
import { startApi, type Api } from './harness.ts'

const entities = compileModel(resources).resources

describe.each(tiers)('the HTTP contract on %s', (tier) => {
  let api: Api
  beforeAll(async () => { api = await startApi(tier) }, 120_000)
  afterAll(async () => {
    await api?.close()
  })

  describe.each(entities.map((r) => [r.collection, r] as const))('%s', (collection, resource) => {
    const base = `/api/${collection}`

    test('creation answers 201 with place, version and operation; the record can be read back', async () => {
      const made = await api.call('POST', base, { body: api.bodyOf(resource) })
      expect(made.status, made.text).toBe(201)
      expect(made.headers.get('location')).toBe(`${base}/${made.body.data.id}`)
      expect(made.headers.get('etag')).toBe('"1"')
      expect(made.headers.get('x-operation-id')).toMatch(/^[0-9a-f-]{36}$/)
      const got = await api.call('GET', `${base}/${made.body.data.id}`)
      expect([got.status, got.headers.get('etag'), got.headers.get('cache-control')]).toEqual([200, '"1"', 'no-store'])
      expect(got.body.data).toMatchObject({ id: made.body.data.id, version: 1 })
      const listed = await api.call('GET', `${base}?limit=200`)
      expect(listed.body.data.map((r: { id: string }) => r.id)).toContain(made.body.data.id)
      expect(listed.body.page).toMatchObject({ limit: 200, totalIsExact: true })
    })

    test('every wrong name of an address is answered 400, in the same way whatever call takes it', async () => {
      for (const address of ['?nope=1', '?filter[nope]=1', '?sort=nope', '?fields=nope', '?include=nope', '?limit=0', '?limit=201', '?cursor=made-up', '/options?nope=1', '/aggregate?group=nope', '/aggregate?measure=sum:nope', '/export.csv?filter[nope]=1']) {
        const answer = await api.call('GET', base + address)
        expect([address, answer.status], answer.text).toEqual([address, 400])
        expect(answer.body.errors.length).toBeGreaterThan(0)
      }
    })

    test('absent ids and ids that are none are 404 alike', async () => {
      for (const id of [randomUUID(), 'nope', "1' or '1'='1"]) {
        const calls = [
          await api.call('GET', `${base}/${encodeURIComponent(id)}`), await api.call('PATCH', `${base}/${encodeURIComponent(id)}`, { version: 1, body: {} }),
          await api.call('DELETE', `${base}/${encodeURIComponent(id)}`, { version: 1 }), await api.call('POST', `${base}/${encodeURIComponent(id)}/restore`, { version: 1 }), await api.call('GET', `${base}/${encodeURIComponent(id)}/history`),
        ]
        expect(calls.map((a) => a.status)).toEqual([404, 404, 404, 404, 404])
      }
    })

    test('a body with wrong names and values is 422 with one path for each, and writes nothing', async () => {
      const before = (await api.call('GET', `${base}?total=exact`)).body.page.total
      const derived = resource.fields.find((f) => f.derived && f.kind !== 'state')?.name
      const wrong = { ...api.bodyOf(resource), nope: 1, id: randomUUID(), version: 9, ...(derived ? { [derived]: 1 } : {}), ...(resource.states.length ? { state: resource.initial } : {}) }
      const answer = await api.call('POST', base, { body: wrong })
      expect(answer.status).toBe(422)
      const errors = answer.body.errors as { path: string; code: string }[]
      expect(errors.map((e) => e.path).sort()).toEqual(['id', 'nope', 'version', ...(derived ? [derived] : []), ...(resource.states.length ? ['state'] : [])].sort())
      expect(new Set(errors.map((e) => e.code)).size).toBe(1)
      for (const body of [null, [], 'x', 7]) expect((await api.call('POST', base, { body: JSON.stringify(body) })).status).toBe(422)
      expect((await api.call('GET', `${base}?total=exact`)).body.page.total).toBe(before)
    })

    test('a change needs the version: 428 without it, 412 with the current record for a stale one', async () => {
      const record = await api.create(resource)
      const one = `${base}/${record.id}`
      const body = { [resource.title]: record[resource.title] }
      expect((await api.call('PATCH', one, { body })).status).toBe(428)
      expect((await api.call('DELETE', one)).status).toBe(428)
      expect((await api.call('POST', `${one}/restore`)).status).toBe(428)
      expect((await api.call('PATCH', one, { body, headers: { 'if-match': 'x' } })).status).toBe(400)
      const stale = await api.call('PATCH', one, { body, version: record.version + 5 })
      expect([stale.status, stale.body.current.id, stale.body.current.version]).toEqual([412, record.id, record.version])
      if (resource.transitions.length) expect((await api.call('POST', `${one}/actions/${resource.transitions[0]!.name}`, { body: {} })).status).toBe(428)
    })

    test('trash, restore and purge: the record leaves, comes back and goes for good', async () => {
      const { id, version } = await api.create(resource)
      const one = `${base}/${id}`
      expect((await api.call('DELETE', one, { version })).status).toBe(204)
      expect((await api.call('GET', one)).status).toBe(404)
      expect((await api.call('GET', `${base}?trashed=true&limit=200`)).body.data.map((r: { id: string }) => r.id)).toContain(id)
      const restored = await api.call('POST', `${one}/restore`, { version: version + 1 })
      expect(restored.status, restored.text).toBe(200)
      expect((await api.call('DELETE', `${one}?purge=true`, { version: restored.body.data.version })).status).toBe(204)
      expect((await api.call('GET', `${one}?trashed=true`)).status).toBe(404)
    })

    test('one key has one effect; another body under it is refused', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const body = api.bodyOf(resource)
      const [first, again] = [await api.call('POST', base, { body, headers: key }), await api.call('POST', base, { body, headers: key })]
      expect([first.status, again.status]).toEqual([201, 201])
      expect(again.text).toBe(first.text)
      expect(again.headers.get('x-operation-id')).toBe(first.headers.get('x-operation-id'))
      expect((await api.call('POST', base, { body: { ...body, nope: 1 }, headers: key })).status).toBe(422)
      expect((await api.call('POST', base, { body, headers: { 'idempotency-key': 'x'.repeat(256) } })).status).toBe(400)
    })

    test('other methods are 405 with those that are allowed', async () => {
      const answer = await api.call('PUT', base)
      expect([answer.status, answer.headers.get('allow'), answer.headers.get('content-type')]).toEqual([405, 'GET, HEAD, POST', 'application/problem+json; charset=utf-8'])
      expect((await api.call('POST', `${base}/${randomUUID()}`)).headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH')
    })

    test('the export holds the rows of the list', async () => {
      const answer = await api.call('GET', `${base}/export.csv?fields=id`)
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const { total } = (await api.call('GET', `${base}?total=exact`)).body.page
      expect(answer.text.trim().split(/\r?\n/).length - 1).toBe(total)
    })

    test('nobody gets in without a session, and a person without rights gets nothing', async () => {
      expect((await api.call('GET', base, { as: 'nobody' })).status).toBe(401)
      if (!api.tokens.has('without rights')) await api.person('without rights', (await api.services.db.query<{ id: string }>('select id from user_roles where grants->\'allow\' = \'[]\' limit 1')).rows.map((r) => r.id))
      const id = api.idOf(collection)
      const calls = [
        await api.call('GET', base, { as: 'without rights' }), await api.call('GET', `${base}/${id}`, { as: 'without rights' }), await api.call('POST', base, { as: 'without rights', body: {} }),
        await api.call('PATCH', `${base}/${id}`, { as: 'without rights', version: 1, body: {} }), await api.call('DELETE', `${base}/${id}`, { as: 'without rights', version: 1 }),
        await api.call('GET', `${base}/export.csv`, { as: 'without rights' }), await api.call('GET', `${base}/options`, { as: 'without rights' }), await api.call('GET', `${base}/aggregate`, { as: 'without rights' }), await api.call('GET', `${base}/${id}/history`, { as: 'without rights' }),
      ]
      expect(calls.map((a) => a.status)).toEqual(calls.map(() => 403))
    })
  })

  test('none of this was an unexpected error', () => {
    expect(api.errors).toEqual([])
  })
})
