import { afterAll, beforeAll, expect, test } from 'vitest'
import { readListSearch } from '#engine/listSearch.ts'
import { layoutNames } from '#model/layouts.ts'
import { openApiDocument } from '#model/openapi.ts'
import { startApi, type Api, type CallOptions } from '#tests/api/harness.ts'
import { stateOf } from '#tests/support/stateOf.ts'

/** Names that every JavaScript object or array has, but none of our tables defines. */
const names = [
  ...new Set([
    ...Object.getOwnPropertyNames(Object.prototype),
    ...Object.getOwnPropertyNames(Array.prototype).filter((name) => name !== 'length'),
    'prototype',
  ]),
]

let api: Api
beforeAll(async () => {
  api = await startApi()
}, 180_000)
afterAll(() => api?.close())

const refused = async (method: string, address: string, options: CallOptions = {}) => {
  const response = await api.call(method, address, options)
  const request = `${method} ${address} ${JSON.stringify(options)}: ${response.status} ${response.text.slice(0, 200)}`
  expect(response.status, request).toBeGreaterThanOrEqual(400)
  expect(response.status, request).toBeLessThan(500)
}

test('inherited JavaScript property names are rejected in every part of a URL', async () => {
  const before = await stateOf(api)
  const one = `/api/customers/${api.idOf('customers')}`
  const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
  for (const name of names) {
    for (const address of [
      `/api/${name}`,
      `/api/${name}/${api.idOf('customers')}`,
      `/api/${name}/aggregate`,
      `/api/${name}/export.csv`,
      `/api/customers/${name}`,
      `${one}/${name}`,
      `${one}/previews/${name}`,
      `${one}/documents/${name}`,
      `/api/jobs/${name}`,
      `/api/files/${name}`,
      `/api/payments/status/${name}`,
    ]) {
      await refused('GET', address)
    }
    for (const query of [
      `${name}=1`,
      `filter[${name}]=1`,
      `filter[name][${name}]=1`,
      `filter[addresses.${name}]=1`,
      `filter[${name}.name]=1`,
      `filter[or][0][${name}]=1`,
      `filter[${name}][currency]=EUR`,
      `sort=${name}`,
      `sort=-${name}`,
      `fields=${name}`,
      `include=${name}`,
      `search=x&${name}=1`,
    ]) {
      await refused('GET', `/api/customers?${query}`)
    }
    for (const address of [
      `/api/customers/aggregate?group=${name}`,
      `/api/customers/aggregate?measure=sum:${name}`,
      `/api/customers/aggregate?measure=${name}:name`,
      `/api/customers/aggregate?${name}=1`,
      `/api/customers/options?field=${name}`,
      `/api/customers/export.csv?fields=${name}`,
      `/api/customers/export.csv?${name}=1`,
      `/api/customers/export.xlsx?fields=${name}`,
      `/api/customers/export.xlsx?children=${name}`,
      `/api/audit?${name}=1`,
      `/api/audit?entity=${name}`,
      `/api/dashboard?${name}=1`,
      `/api/worklists?${name}=1`,
      `/api/search?q=ada&${name}=1`,
      `/api/events?${name}=1`,
      `/api/events?collections=${name}`,
      `/api/explain?key=${json(name)}&${name}=1`,
    ]) {
      await refused('GET', address)
    }
  }
  expect(await stateOf(api)).toEqual(before)
})

test('inherited JavaScript property names are rejected in bodies, role rows and import mappings', async () => {
  const before = await stateOf(api)
  const resource = api.model.resources.find((r) => r.collection === 'customers')!
  const id = api.idOf('customers')
  const one = `/api/customers/${id}`
  const { version } = (await api.call('GET', one)).body.data
  const good = JSON.stringify(api.bodyOf(resource)).slice(1)
  const imported = (fields: string, more: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('file', new File(['Name,Mail\nx,x@example.com\n'], 'a.csv', { type: 'text/csv' }))
    for (const [key, value] of Object.entries({ mapping: fields, mode: 'atomic', ...more })) {
      form.set(key, value)
    }
    return { body: form }
  }
  for (const name of names) {
    const key = JSON.stringify(name)
    await refused('POST', '/api/customers', { body: `{${key}:1,${good}` })
    await refused('PATCH', one, { body: `{${key}:1}`, version })
    await refused('POST', `${one}/actions/${name}`, { body: {}, version })
    await refused('POST', `${one}/${name}`, { body: {} })
    await refused('POST', `/api/${name}`, { body: {} })
    await refused('DELETE', `/api/${name}/${id}`)
    await refused('POST', '/api/user-roles', {
      body: `{"name":"r","grants":{"allow":[],"deny":[],"rows":{${key}:{"name":"x"}}}}`,
    })
    await refused('POST', '/api/user-roles', {
      body: `{"name":"r","grants":{"allow":[],"deny":[],"rows":{"customer":{${key}:"x"}}}}`,
    })
    await refused('PATCH', '/api/organisation', { body: `{${key}:1}`, version: 1 })
    await refused('POST', '/api/customers/import', imported(`{"fields":{${key}:"Name"}}`))
    await refused('POST', '/api/customers/import', imported(`{"fields":{"name":{${key}:"Name"}}}`))
    await refused('POST', '/api/customers/import', imported(`{${key}:1,"fields":{"name":"Name"}}`))
    await refused(
      'POST',
      '/api/customers/import',
      imported('{"fields":{"name":"Name"}}', { upsertBy: name }),
    )
    await refused(
      'POST',
      '/api/customers/import',
      imported('{"fields":{"name":"Name"}}', { mode: name }),
    )
  }
  expect(await stateOf(api)).toEqual(before)
})

test('a preference with an inherited name works like any other and does not exist before it is saved', async () => {
  const kept = async () => (await api.call('GET', '/api/me')).text
  for (const name of names) {
    const address = `/api/me/preferences/${name}`
    const before = await api.call('GET', address)
    expect([before.status, before.text.includes('function')], name).toEqual([404, false])
    expect((await api.call('PUT', address, { body: { n: name } })).status, name).toBe(204)
    expect((await api.call('GET', address)).body, name).toEqual({ n: name })
    expect(await kept()).toContain(`${JSON.stringify(name)}:{"n":${JSON.stringify(name)}}`)
    expect(await kept()).not.toContain('polluted')
    await api.services.db.query('delete from preferences where key = $1', [name])
  }
  expect(Object.hasOwn(Object.prototype, 'n')).toBe(false)
})

test('inherited names are not accepted as languages', async () => {
  const seen = async (address: string, language?: string) => {
    const { status, text } = await api.call(
      'GET',
      address,
      language === undefined ? {} : { headers: { 'accept-language': language } },
    )
    return [status, text.replaceAll(/"requestId":"[^"]*"|nonce="[^"]*"/g, '')]
  }
  const places = ['/portal/tickets/none', '/pay/test/none', '/api/customers?limit=1']
  const plain = new Map(await Promise.all(places.map(async (at) => [at, await seen(at)] as const)))
  for (const name of names) {
    for (const at of places) {
      for (const language of [name, `${name};q=0.5`, `x;q=${name}`]) {
        expect(await seen(at, language), `${at} ${language}`).toEqual(plain.get(at))
      }
    }
    const asked = await api.call('POST', '/api/auth/forget-password', {
      as: '',
      body: { email: 'super-admin@example.com' },
      headers: { 'accept-language': name },
    })
    expect(asked.status).toBe(202)
  }
  await expect.poll(() => api.mails.length).toBeGreaterThanOrEqual(names.length)
  expect(new Set(api.mails.map((m) => m.subject))).toEqual(new Set(['Choose a new password']))
  // Some have the form of a language tag; none is a supported language.
  for (const locale of names) {
    expect((await api.call('PATCH', '/api/me', { body: { locale } })).status).toBeOneOf([200, 422])
  }
  const { length } = api.mails
  const email = 'super-admin@example.com'
  await api.call('POST', '/api/auth/forget-password', { as: '', body: { email } })
  await expect.poll(() => api.mails.length).toBeGreaterThan(length)
  expect(api.mails.at(-1)?.subject).toBe('Choose a new password')
})

test('inherited names are not accepted as layouts, sort orders or groupings', () => {
  for (const resource of api.model.resources) {
    // A field may have one, the entries of a payout, and a layout: the map.
    const fields = new Set<string>([...resource.fields.map((f) => f.name), ...layoutNames])
    for (const name of names.filter((n) => !fields.has(n))) {
      const read = readListSearch(resource, { layout: name, by: name, sort: name, [name]: name })
      expect(read.layout, name).toBeUndefined()
      expect(read.by, name).toBeUndefined()
      expect(read.sort, name).toBeUndefined()
      expect(Object.values(read).filter((v) => v === name || typeof v === 'function')).toEqual([])
    }
  }
})

test('endpoints without query parameters ignore or reject inherited names', async () => {
  const document = openApiDocument(api.model, api.services.resources)
  const volatile =
    /"requestId":"[^"]*"|"(?:startedAt|latencyMs|memoryBytes|bytes|freeBytes|used|expiresAt|lastUsedAt)":[^,}]*/g
  const addresses = Object.entries(document.paths).flatMap(([path, item]) => {
    const get = (item as Record<string, { parameters?: readonly { in?: string }[] }>).get
    if (!get || path.includes('{') || /events|metrics|dashboard/.test(path)) return []
    return get.parameters?.some((p) => p.in !== 'header') ? [] : [path]
  })
  expect(addresses.length).toBeGreaterThan(5)
  const query = names.map((name) => `${encodeURIComponent(name)}=1`).join('&')
  for (const address of addresses) {
    const [plain, asked] = [
      await api.call('GET', address),
      await api.call('GET', `${address}?${query}`),
    ]
    if (asked.status === 400) continue
    expect(asked.status, address).toBe(plain.status)
    expect(asked.text.replace(volatile, ''), address).toBe(plain.text.replace(volatile, ''))
  }
})

test('an import mapping or body that is nested too deeply is rejected', async () => {
  const deep = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
  for (const levels of [50, 1000, 20_000]) {
    const form = new FormData()
    form.set('file', new File(['Name\nx\n'], 'a.csv', { type: 'text/csv' }))
    form.set('mapping', `{"fields":{"name":${deep(levels)}}}`)
    form.set('mode', 'dry-run')
    const response = await api.call('POST', '/api/customers/import', { body: form })
    expect([response.status, response.body.errors[0].path]).toEqual([422, 'mapping'])
    const body = await api.call('POST', '/api/customers', { body: deep(levels) })
    expect([body.status, body.body.code]).toEqual([400, 'malformed'])
  }
})

test('a body with more than 10,000 names is rejected as malformed, also without an account', async () => {
  const names = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])))
  for (const [as, address] of [
    ['', '/api/auth/sign-in/email'],
    ['super-admin', '/api/customers'],
  ] as const) {
    const many = await api.call('POST', address, { as, body: names(10_001) })
    expect([many.status, many.body.code, many.body.errors]).toEqual([400, 'malformed', undefined])
    expect((await api.call('POST', address, { as, body: names(9_000) })).status).toBe(422)
  }
})

test('the currency ZZZ is rejected in bodies, filters, imports and settings', async () => {
  const bookings = api.model.resources.find((r) =>
    r.fields.some((f) => f.kind === 'money' && !f.currency && !f.derived && f.required),
  )!
  const money = bookings.fields.find(
    (f) => f.kind === 'money' && !f.currency && !f.derived && f.required,
  )!
  await api.reserve(bookings, 2)
  const response = await api.call('POST', `/api/${bookings.collection}`, {
    body: { ...api.bodyOf(bookings), [money.name]: { amount: 100, currency: 'ZZZ' } },
  })
  expect([response.status, response.body.errors[0].path]).toEqual([422, `${money.name}.currency`])
  const filter = (code: string) =>
    api.call(
      'GET',
      `/api/${bookings.collection}?filter[${money.name}][gte]=1&filter[${money.name}][currency]=${code}`,
    )
  expect([(await filter('ZZZ')).status, (await filter('JPY')).status]).toEqual([400, 200])
  const form = new FormData()
  form.set('file', new File(['A\n1\n'], 'a.csv', { type: 'text/csv' }))
  form.set('mapping', JSON.stringify({ fields: { [money.name]: { money: 'A', currency: 'ZZZ' } } }))
  form.set('mode', 'dry-run')
  expect(
    (await api.call('POST', `/api/${bookings.collection}/import`, { body: form })).status,
  ).toBe(422)
  const { version } = (await api.call('GET', '/api/organisation')).body.data
  expect(
    (await api.call('PATCH', '/api/organisation', { body: { currency: 'ZZZ' }, version })).status,
  ).toBe(422)
})
