import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineResources } from '#schemas/define/index.ts'
import { keysOf } from '#schemas/define/permissions.ts'
import { openApiDocument } from '#model/openapi.ts'
import { libraryResources } from '#tests/toy.ts'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Access } from '../permissions/types.ts'
import type { ApprovalParts } from '../approvals/types.ts'
import { createVault } from '../secrets/vault.ts'
import { createReader } from '../store/read/reader.ts'
import { withIdempotency } from '../store/write/idempotency.ts'
import { approvalRoutes } from './approvals.ts'
import { collectionRoutes } from './collections.ts'
import { onError } from './errors.ts'
import { newRoutes, type Routes } from '../web/routes.ts'

const { author } = libraryResources
const resources = defineResources({
  ...libraryResources,
  author: {
    ...author,
    approvals: { rank: { when: { rank: { over: 10 } }, by: 'approve', quorum: 1, expires: '72h' } },
  } as typeof author,
})

let b: Bench
let app: Routes
const people = new Map<string, Access>()
let id = ''

const person = async (name: string): Promise<void> => {
  const grants = { allow: ['author.*'], deny: [] }
  const role = await b.writer.create(b.of('memberRole'), { name, grants }, b.as())
  const values = { name, email: `${name}@example.com`, roles: [role.id] }
  const record = await b.writer.create(b.of('member'), values, {
    ...b.as(),
    set: { state: 'active' },
  })
  people.set(
    name,
    compileAccess(b.model, {
      kind: 'person',
      accountId: name,
      personId: record.id,
      name,
      tenant: null,
      roleIds: [role.id],
      grants: [grants],
    }),
  )
}

beforeAll(async () => {
  b = await openBench(resources)
  const { db, model, writer } = b
  const accessFor: ApprovalParts['accessFor'] = (actor) => compileAccess(model, actor)
  const vault = createVault('a secret of the tests, long enough to be one')
  const once = (
    ...given: Parameters<typeof withIdempotency> extends [unknown, ...infer R] ? R : never
  ) => withIdempotency(db, ...given)
  const none = () => Promise.reject(new Error('Not in this test.'))
  const operations = { db, model, resources, writer, accessFor, enqueue: none }
  const approvals = { db, model, writer, vault, accessFor, operations }
  app = newRoutes()
  app.onError(onError(() => {}))
  app.use('*', async (c, next) => {
    c.set('access', people.get(c.req.header('x-person') ?? ''))
    c.set('requestId', randomUUID())
    await next()
  })
  app.route('/api/approvals', approvalRoutes(approvals, once))
  app.route(
    '/api/authors',
    collectionRoutes(b.of('author'), {
      model,
      reader: createReader({ db, model, secret: 'secret' }),
      writer,
      once,
      approvals,
      timeline: { db, model, secret: 'secret' },
      timeZone: () => Promise.resolve('UTC'),
      exportList: async function* () {},
      startExport: async () => ({}),
      operations,
      startImport: none,
    }),
  )
  await person('ada')
  await person('bea')
  id = (await writer.create(b.of('author'), { name: 'A', email: 'a@example.com' }, b.as())).id
}, 120_000)
afterAll(() => b?.db.close())

const call = async (
  who: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => {
  const response = await app.request(path, {
    method,
    headers: { 'x-person': who, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    location: response.headers.get('location'),
    json: (text ? JSON.parse(text) : null) as Record<string, never> & {
      data: Record<string, never>
    },
  }
}

test('a change that needs approval returns 202 with its request, once per idempotency key', async () => {
  const headers = { 'If-Match': '"1"', 'Idempotency-Key': randomUUID() }
  const huge = await app.request(`/api/authors/${id}`, {
    method: 'PATCH',
    headers: { 'x-person': 'ada', 'Content-Type': 'application/json', 'If-Match': '"1"' },
    body: '{"internalNote":1e400}',
  })
  expect(huge.status).toBe(422)
  const done = await call('ada', 'PATCH', `/api/authors/${id}`, { rank: 5 }, { 'If-Match': '"1"' })
  expect(done).toMatchObject({ status: 200, json: { data: { rank: 5 } } })
  const later = { ...headers, 'If-Match': '"2"' }
  const asked = await call('ada', 'PATCH', `/api/authors/${id}`, { rank: 50 }, later)
  expect(asked).toMatchObject({ status: 202, json: { data: { state: 'pending' } } })
  expect(await call('ada', 'PATCH', `/api/authors/${id}`, { rank: 50 }, later)).toEqual(asked)
  const request = `/api/approvals/${asked.json.data.id}`
  expect(asked.location).toBe(request)
  const list = await call('bea', 'GET', '/api/approvals')
  expect(list.json.data).toHaveLength(1)
  expect((await call('ada', 'GET', '/api/approvals?view=mine')).json.data).toHaveLength(1)
  expect((await call('ada', 'GET', '/api/approvals?view=review')).json.data).toEqual([])
  const about = async (who: string, record: string) =>
    (await call(who, 'GET', `/api/approvals?view=open&record=${record}`)).json.data
  expect(await about('ada', id)).toHaveLength(1)
  expect(await about('bea', id)).toHaveLength(1)
  expect(await about('bea', randomUUID())).toEqual([])
  const { hash } = (await call('bea', 'GET', request)).json.data
  expect(await call('ada', 'POST', `${request}/approve`, { hash })).toMatchObject({
    status: 403,
    json: { code: 'own_request' },
  })
  const voting = { 'Idempotency-Key': randomUUID() }
  const voted = await call('bea', 'POST', `${request}/approve`, { hash }, voting)
  expect(voted).toMatchObject({ status: 200 })
  expect(await call('bea', 'POST', `${request}/approve`, { hash }, voting)).toEqual(voted)
  expect((await call('ada', 'GET', request)).json.data).toMatchObject({ state: 'applied' })
  expect((await call('ada', 'GET', `/api/authors/${id}`)).json.data).toMatchObject({ rank: 50 })
  expect((await call('bea', 'GET', '/api/approvals?view=history')).json.data).toHaveLength(1)
})

test('every refusal has an error code', async () => {
  const asked = await call(
    'ada',
    'PATCH',
    `/api/authors/${id}`,
    { rank: 60 },
    { 'If-Match': '"3"' },
  )
  const request = `/api/approvals/${asked.json.data.id}`
  const { hash } = (await call('bea', 'GET', request)).json.data
  for (const [who, name, body, status, code] of [
    ['bea', 'reject', { hash }, 422, 'invalid'],
    ['bea', 'reject', { hash, reason: ' ' }, 422, 'invalid'],
    ['bea', 'approve', {}, 422, 'invalid'],
    ['bea', 'approve', { hash, more: 1 }, 422, 'invalid'],
    ['bea', 'approve', { hash: '0'.repeat(64) }, 409, 'approval_changed'],
    ['bea', 'cancel', {}, 404, 'not_found'],
    ['bea', 'again', {}, 404, 'not_found'],
    ['ada', 'again', {}, 409, 'approval_closed'],
    ['ada', 'override', { hash, reason: 'Fire' }, 403, 'step_up_required'],
    ['nobody', 'approve', { hash }, 401, 'unauthenticated'],
  ] as const) {
    expect(await call(who, 'POST', `${request}/${name}`, body)).toMatchObject({
      status,
      json: { code },
    })
  }
  expect(await call('bea', 'GET', '/api/approvals?view=all')).toMatchObject({ status: 400 })
  expect(await call('bea', 'GET', '/api/approvals/x')).toMatchObject({ status: 404 })
  expect(await call('ada', 'POST', `${request}/cancel`)).toMatchObject({
    status: 200,
    json: { data: { state: 'cancelled' } },
  })
})

test('only entities with approvals have approval permissions and a 202 response', () => {
  expect(keysOf(b.of('author'))).toEqual(
    expect.arrayContaining(['author.approve', 'author.override']),
  )
  expect(keysOf(b.of('book'))).not.toContain('book.approve')
  const { paths } = openApiDocument(b.model, resources)
  const responses = (path: string) =>
    Object.keys((paths[path]!.patch as { responses: Record<string, unknown> }).responses)
  expect(responses('/api/authors/{id}')).toContain('202')
  expect(responses('/api/books/{id}')).not.toContain('202')
})
