import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '#model/openapi.ts'
import { startApi, type Api } from './harness.ts'

const REQUESTS = 5000

const values = fc.constantFrom(
  '',
  'x',
  '%F0%28',
  '-1',
  '1e999',
  "'",
  '[]',
  '{}',
  'null',
  '9'.repeat(400),
  '%F0%9F%98%80',
  '2027-13-45',
  'true',
  'a,b,,',
  '%00',
  '../..',
)
const ids = fc.oneof(fc.uuid(), fc.constantFrom('x', '%27', '0', '%2e%2e', 'a%2Fb', "1' or '1'='1"))
const bodies = fc.constantFrom(
  '{}',
  'null',
  '[]',
  '"x"',
  '{"name":{"a":[1,{}]}}',
  '{"__proto__":{"x":1}}',
  '{"constructor":1}',
  '{"reason":5}',
  '{"version":1,"id":"x"}',
  `{"name":${'9'.repeat(500)}}`,
  '{"amount":1e400}',
  '{"name":"\\u0000"}',
  '{',
)
const types = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
)
const versions = fc.constantFrom('1', '"1"', 'x', '*')

describe('random requests', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
  }, 120_000)
  afterAll(() => api?.close())

  test(`${REQUESTS} of them, based on the OpenAPI description, cause no server error and change nothing`, async () => {
    const { paths } = openApiDocument(api.model, api.services.resources)
    // Streams do not end, and accounts have their own rules.
    const calls = Object.entries(paths)
      .filter(([path]) => !/^\/api\/(events|auth|me)/.test(path))
      .flatMap(([path, item]) =>
        Object.keys(item).map((method) => ({ path, method: method.toUpperCase() })),
      )
    const fields = [...new Set(api.model.resources.flatMap((r) => r.fields.map((f) => f.name)))]
    const field = fc.constantFrom(...fields, 'id', 'createdAt', 'nope', '__proto__')
    const operator = fc.constantFrom(
      'eq',
      'gte',
      'between',
      'in',
      'contains',
      'has',
      'isNull',
      'currency',
      'nope',
    )
    const key = fc.oneof(
      fc.constantFrom(
        'sort',
        'limit',
        'cursor',
        'page',
        'fields',
        'include',
        'total',
        'trashed',
        'search',
        'ids',
        'group',
        'measure',
        'tz',
        'q',
        'filter',
        'filter[]',
        'filter[or]',
        'filter[not]',
      ),
      field.map((f) => `filter[${f}]`),
      fc.tuple(field, operator).map(([f, o]) => `filter[${f}][${o}]`),
      fc.tuple(field, field, operator).map(([a, b, o]) => `filter[${a}.${b}][${o}]`),
      fc.tuple(field, operator).map(([f, o]) => `filter[or][0][${f}][${o}]`),
    )
    const request = fc.record({
      call: fc.constantFrom(...calls),
      id: ids,
      query: fc.array(fc.tuple(key, fc.oneof(values, field)), { maxLength: 3 }),
      body: bodies,
      type: types,
      version: versions,
    })
    const state = async () => {
      const counts = await Promise.all(
        api.model.resources.map((r) =>
          api.services.db.query<{ n: number }>(`select count(*)::int as n from "${r.table}"`),
        ),
      )
      return [
        ...counts.map((c) => c.rows[0]!.n),
        (await api.services.db.query<{ n: number }>('select count(*)::int as n from audit'))
          .rows[0]!.n,
      ]
    }
    const before = await state()
    const statuses = new Map<number, number>()
    for (const { call, id, query, body, type, version } of fc.sample(request, {
      numRuns: REQUESTS,
      seed: 20_261_121,
    })) {
      const address = `${call.path.replace(/\{\w+\}/g, () => id)}${query.length ? `?${query.map(([k, v]) => `${k}=${v}`).join('&')}` : ''}`
      const response = await api.call(call.method, address, {
        headers: { 'content-type': type, 'if-match': version },
        ...(call.method === 'GET' || call.method === 'DELETE' ? {} : { body }),
      })
      const request = `${call.method} ${address} ${body}: ${response.status} ${response.text.slice(0, 200)}`
      expect(response.status, request).toBeLessThan(500)
      if (response.status >= 400) {
        expect(response.headers.get('content-type'), request).toBe(
          'application/problem+json; charset=utf-8',
        )
      }
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
    expect(await state()).toEqual(before)
    // Drawn requests get past the first check.
    for (const status of [200, 400, 404, 415, 422]) {
      expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(20)
    }
    expect(api.errors).toEqual([])
  }, 180_000)
})
