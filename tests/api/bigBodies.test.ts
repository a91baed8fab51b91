/** Requests of a megabyte are refused before the work that they would cause. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#model/openapi.ts'
import { parseForm } from '#server/web/form.ts'
import { excessOf } from '#server/base/json.ts'
import { leastMs, longestBlock } from '#tests/support/longestBlock.ts'
import { operationsOf } from '../suites/fuzz.requests.ts'
import { bulkTexts, drawing, schemaValues, type Schema } from '../suites/fuzz.values.ts'
import { startApi, type Api } from './harness.ts'

const MAX_BLOCK_MS = 100

let api: Api
beforeAll(async () => {
  api = await startApi()
}, 180_000)
afterAll(() => api?.close())

const blockOf = (send: () => Promise<unknown>): Promise<number> =>
  leastMs(MAX_BLOCK_MS, async () => {
    const block = longestBlock()
    await send()
    return block()
  })

test('refuses field names that would expand into long error paths, with or without an account', async () => {
  const inner = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}\0`, 1]))
  const body = JSON.stringify({ ['A'.repeat(800_000)]: inner })
  for (const [as, address] of [
    ['', '/api/auth/sign-in/email'],
    ['super-admin', '/api/customers'],
    ['super-admin', '/api/user-roles'],
  ] as const) {
    const response = await api.call('POST', address, { as, body })
    expect([response.status, response.body.code, response.text.length < 1_000]).toEqual([
      400,
      'malformed',
      true,
    ])
  }
})

test('a megabyte in any field of any request body blocks the server only briefly', async () => {
  const document = openApiDocument(api.model, api.services.resources)
  const { resolve } = schemaValues(document, drawing(1), [])
  const bodies = new Map<string, { method: string; address: string; names: string[] }>()
  for (const { method, path, def } of operationsOf(document)) {
    const { requestBody } = def as { requestBody?: { content?: Record<string, Schema> } }
    const given = requestBody?.content?.['application/json']?.schema
    const schema = given && resolve(given as Schema)
    if (!schema || /sign-out|leave/.test(path)) continue
    const collection = path.split('/')[2]!
    const known = api.model.resources.some((r) => r.collection === collection)
    const address = path.replace('{id}', known ? api.idOf(collection) : 'x')
    // Fields of one set of names take the same way whatever their entity.
    const names = Object.keys((schema as Schema).properties ?? {}).slice(0, 2)
    const way = `${method} ${known ? path.replace(collection, '') : path}`
    if (!bodies.has(way)) {
      bodies.set(way, { method, address: address.replace(/\{\w+\}/g, 'x'), names })
    }
  }
  expect(bodies.size).toBeGreaterThan(30)
  const slow: string[] = []
  for (const { method, address, names } of bodies.values()) {
    for (const name of names.length ? names : ['nope']) {
      for (const [kind, text] of bulkTexts) {
        const body = `{${JSON.stringify(name)}:${text}}`
        const block = await blockOf(async () => {
          const { status } = await api.call(method, address, { body, version: 1 })
          if (status >= 500) slow.push(`${status} ${method} ${address} ${name} ${kind}`)
        })
        if (block > MAX_BLOCK_MS) slow.push(`${Math.round(block)} ms ${address} ${name} ${kind}`)
      }
    }
  }
  expect(slow).toEqual([])
}, 300_000)

test('JSON limits count values, names and depth, but not characters inside strings', () => {
  expect(excessOf(JSON.stringify({ a: [1, 2, { b: '{"c":[1,2],,::"}\\' }] }))).toBeUndefined()
  expect(excessOf(JSON.stringify({ a: ',:[{'.repeat(100_000) }))).toBeUndefined()
  expect(excessOf(JSON.stringify(Array.from({ length: 20_000 }, () => 'a,b')))).toBeUndefined()
  expect(excessOf(`[${'0,'.repeat(30_001)}0]`)).toContain('values')
  expect(excessOf(`[${'[],'.repeat(20_000)}0]`)).toContain('values')
  expect(excessOf(`{${'"a":0,'.repeat(10_001)}"a":0}`)).toContain('names')
  expect(excessOf('[{"a":'.repeat(21))).toContain('deeply')
  expect(excessOf(`{"${'a'.repeat(5_000)}":[${'0,'.repeat(1_000)}0]}`)).toContain('too long')
  expect(excessOf(`{"b":1,"${'a'.repeat(5_000)}":[],"c":[${'0,'.repeat(1_000)}0]}`)).toBe(undefined)
})

test('refuses a form with too many parts or too long headers before parsing it', async () => {
  const type = 'multipart/form-data; boundary=xYzQ'
  const part = (name: string, more = '') =>
    `--xYzQ\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`
  const parse = (text: string, as = type) => parseForm(Buffer.from(`${text}--xYzQ--\r\n`), as)
  expect([...(await parse(part('a').repeat(40)))!.keys()]).toHaveLength(40)
  expect((await parse(part('a'), 'multipart/form-data; boundary="xYzQ"'))?.get('a')).toBe('x')
  expect(await parse(part('a').repeat(41))).toBeUndefined()
  expect(await parse(part('a', `; filename="${'b'.repeat(5_000)}"`))).toBeUndefined()
  expect(await parse(part('a'), 'multipart/form-data')).toBeUndefined()
  // A boundary that we would read otherwise than the parser is refused.
  for (const boundary of ['"xY;zQ"', '"xYzQ', '; boundary=xYzQ', `${'x'.repeat(71)}`, '"']) {
    expect(
      await parse(part('a').repeat(41), `multipart/form-data; boundary=${boundary}`),
      boundary,
    ).toBeUndefined()
  }
  const plain = (text: string) =>
    parseForm(Buffer.from(text), 'application/x-www-form-urlencoded; charset=utf-8')
  expect((await plain('a=x&b=y'))?.get('b')).toBe('y')
  expect(await plain('a=x&'.repeat(41))).toBeUndefined()
  expect(await plain(`a=${'x'.repeat(1_000_000)}`)).toBeUndefined()
  const many = part('a').repeat(300_000)
  expect(await blockOf(() => parse(many))).toBeLessThan(MAX_BLOCK_MS)
  const post = async (path: string) =>
    api.app.request(path, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${api.tokens.get('super-admin')}` },
      body: `${many}--xYzQ--\r\n`,
    })
  for (const path of ['/api/files', '/api/customers/import']) {
    const response = await post(path)
    expect([response.status, (await response.json()).detail]).toEqual([
      400,
      'The form cannot be read.',
    ])
  }
})
