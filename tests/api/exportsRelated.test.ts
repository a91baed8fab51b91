import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sheetsIn } from '#tests/support/workbook.ts'
import { startApi, type Api } from './harness.ts'

const BASE = '/api/service-bookmarks'
const FIELDS = 'fields=code,customer,customer.email'

describe('exports with fields of related records', () => {
  let api: Api
  let code: string, email: string
  beforeAll(async () => {
    api = await startApi()
    await api.services.jobs.start()
    const own = ['serviceBookmark.*']
    const customers = ['customer.list', 'customer.read', 'customer.export', 'customer.field.*']
    const without = (key: string) => [...own, ...customers.filter((c) => c !== key)]
    const { data } = (await api.call('GET', `${BASE}?include=customer`)).body
    code = data[0].code
    const customer = await api.call('GET', `/api/customers/${data[0].customer}`)
    email = customer.body.data.email
    const roles: Record<string, object> = {
      reader: { allow: [...own, ...customers], deny: [] },
      'without list': { allow: without('customer.list'), deny: [] },
      'without export': { allow: without('customer.export'), deny: [] },
      'without field': { allow: [...own, ...customers], deny: ['customer.field.email.*'] },
      'own rows': {
        allow: [...own, ...customers],
        deny: [],
        rows: { customer: { name: 'Nobody at all' } },
      },
    }
    for (const [name, grants] of Object.entries(roles)) {
      const role = await api.call('POST', '/api/user-roles', { body: { name, grants } })
      expect(role.status, role.text).toBe(201)
      await api.person(name, [role.body.data.id])
    }
  }, 120_000)
  afterAll(() => api?.close())

  const bytesOf = async (address: string, as: string): Promise<Buffer> => {
    const response = await api.app.request(address, {
      headers: { authorization: `Bearer ${api.tokens.get(as)}` },
    })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  const byJob = async (format: 'csv' | 'xlsx', query: string, as: string): Promise<Buffer> => {
    const started = await api.call('POST', `${BASE}/exports`, { body: { format, query }, as })
    expect(started.status, started.text).toBe(202)
    const result = await vi.waitFor(
      async () => {
        const { data } = (await api.call('GET', started.headers.get('location')!, { as })).body
        expect(data.state).toBe('succeeded')
        return data.result
      },
      { timeout: 60_000, interval: 50 },
    )
    return bytesOf(result.file, as)
  }

  test.each(['directly', 'by a job'])('%s, as CSV and as a workbook', async (how) => {
    const get = (format: 'csv' | 'xlsx', query: string, as: string) =>
      how === 'directly'
        ? bytesOf(`${BASE}/export.${format}?${query}`, as)
        : byJob(format, query, as)
    const of = `${FIELDS}&filter[code]=${code}`
    const csv = String(await get('csv', `${of}&for=people`, 'reader')).split('\r\n')
    expect(csv[0]).toBe('\ufeffCode,Customer,Customer: Email')
    expect(csv[1]!.endsWith(`,${email}`)).toBe(true)
    const [sheet] = await sheetsIn(await get('xlsx', of, 'reader'))
    expect(sheet!.rows[0]).toEqual(['Code', 'Customer', 'Customer: Email'])
    expect(sheet!.rows[1]).toEqual([code, expect.any(String), email])
    const [outside] = await sheetsIn(await get('xlsx', of, 'own rows'))
    expect(outside!.rows[1]!.filter(Boolean)).toEqual([code])
  })

  test('a name is refused like an unknown one to who may not list, export or read that', async () => {
    const refused = async (as: string, query: string, format = 'xlsx') => {
      const responses = [
        await api.call('GET', `${BASE}/export.${format}?${query}`, { as }),
        await api.call('POST', `${BASE}/exports`, { body: { format, query }, as }),
      ]
      return responses.map(({ status, body }) => [status, body.errors[0]])
    }
    const problem = (name: string) => ({
      path: 'fields',
      code: 'unknown_name',
      message: `"${name}" cannot be used in fields.`,
    })
    const twice = (name: string) => [
      [400, problem(name)],
      [400, problem(name)],
    ]
    for (const as of ['without list', 'without export', 'without field']) {
      expect(await refused(as, FIELDS), as).toEqual(twice('customer.email'))
    }
    expect(await refused('reader', 'fields=code,customer.nonsense')).toEqual(
      twice('customer.nonsense'),
    )
    // An export for programs has the fields of the records themselves.
    expect(await refused('reader', FIELDS, 'csv')).toEqual(twice('customer.email'))
    expect((await api.call('GET', `${BASE}?${FIELDS}`)).status).toBe(400)
    const sorted = await api.call('GET', `${BASE}?sort=customer.name`)
    expect([sorted.status, sorted.body.errors[0].path]).toEqual([400, 'sort'])
  })
})
