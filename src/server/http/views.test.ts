import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import { MAX_OWN_VIEWS, MAX_VIEWS_OF_PERSON, type SavedView } from '#model/views.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Access, Actor } from '../permissions/types.ts'
import { withIdempotency } from '../store/write/idempotency.ts'
import { onError } from './errors.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { viewRoutes } from './views.ts'

let b: Bench
let app: Routes
const people = new Map<string, Access>()
const roles = { readers: randomUUID(), clerks: randomUUID() }

const person = (name: string, allow: readonly string[], more: Partial<Actor> = {}): void => {
  people.set(
    name,
    compileAccess(b.model, {
      kind: 'person',
      accountId: name,
      personId: randomUUID(),
      name,
      tenant: null,
      roleIds: [],
      grants: [{ allow, deny: ['book.field.internalNote.*'] }],
      ...more,
    }),
  )
}

beforeAll(async () => {
  b = await openBench(libraryResources)
  const { db, model } = b
  app = newRoutes()
  app.onError(onError(() => {}))
  app.use('*', async (c, next) => {
    c.set('access', people.get(c.req.header('x-person') ?? ''))
    c.set('requestId', randomUUID())
    await next()
  })
  app.route(
    '/api/views',
    viewRoutes({ db, model }, (...given) => withIdempotency(db, ...given)),
  )
  const books = ['book.*', 'author.*']
  person('ada', [...books, 'organisation.views'], { roleIds: Object.values(roles) })
  person('bea', [...books, 'organisation.views'], { grants: [{ allow: ['*'], deny: [] }] })
  person('cal', ['book.list', 'book.field.title.read', 'book.field.state.read'], {
    roleIds: [roles.readers],
  })
  person('dot', ['author.*'])
  person('eve', ['book.*', '*'], { tenant: randomUUID() })
}, 120_000)
afterAll(() => b?.db.close())

interface Body {
  readonly status: number
  readonly etag: string | null
  readonly json: {
    readonly data: SavedView & readonly SavedView[]
    readonly code: string
    readonly current: SavedView
    readonly errors: readonly { path: string; code: string }[]
  }
}
const call = async (
  who: string,
  method: string,
  path = '',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Body> => {
  const response = await app.request(`/api/views${path}`, {
    method,
    headers: { 'x-person': who, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    json: text ? JSON.parse(text) : null,
  }
}
const at = (version: number) => ({ 'If-Match': `"${version}"` })
const state = { search: '?state=draft&sort=-createdAt,title' }
const save = (who: string, more: object = {}) =>
  call(who, 'POST', '', { collection: 'books', name: randomUUID(), state, ...more })
const seen = async (who: string, id: string) =>
  (await call(who, 'GET', '?collection=books')).json.data.some((v) => v.id === id)

test('a view is private unless shared, and hidden from people who may not open its list', async () => {
  const mine = (await save('ada', { name: ' Drafts ' })).json.data
  expect(mine).toMatchObject({ name: 'Drafts', state, missing: 0, mine: true, mayChange: true })
  expect(await seen('ada', mine.id)).toBe(true)
  expect(await seen('bea', mine.id)).toBe(false)
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/restore', undefined],
  ] as const) {
    const result = await call('bea', method, `/${mine.id}${path}`, body, at(1))
    expect([method, result.status]).toEqual([method, 404])
  }
  const all = (await save('ada', { shared: true })).json.data
  expect([await seen('bea', all.id), await seen('cal', all.id)]).toEqual([true, true])
  expect((await call('dot', 'GET', '?collection=books')).status).toBe(400)
  expect((await call('dot', 'GET', `?ids=${all.id}`)).json.data).toEqual([])
  expect((await call('dot', 'GET', `/${all.id}`)).status).toBe(404)
  // Staff of a tenant see only what is shared with a role of theirs.
  expect(await seen('eve', all.id)).toBe(false)
})

test('roles decide who sees a shared view; sharing requires the permission', async () => {
  const some = (await save('ada', { shared: true, roles: [roles.readers] })).json.data
  expect(await seen('cal', some.id)).toBe(true)
  const others = (await save('ada', { shared: true, roles: [roles.clerks] })).json.data
  expect(await seen('cal', others.id)).toBe(false)
  expect(others.roles).toEqual([roles.clerks])
  expect((await call('cal', 'GET', `/${some.id}`)).json.data).toMatchObject({
    roles: [],
    defaultRoles: [],
    owner: { id: null, name: null },
    mayChange: false,
  })
  expect((await save('cal', { shared: true, state: { search: '' } })).status).toBe(403)
  const own = (await save('cal', { state: { search: '?state=draft' } })).json.data
  expect((await call('cal', 'PATCH', `/${own.id}`, { shared: true }, at(1))).status).toBe(403)
  expect((await call('cal', 'PATCH', `/${some.id}`, { name: 'x' }, at(1))).status).toBe(403)
  expect((await call('cal', 'DELETE', `/${some.id}`, undefined, at(1))).status).toBe(403)
  // Even a tenant with every permission cannot share.
  expect((await save('eve', { shared: true })).status).toBe(403)
  const result = await save('ada', { shared: true, roles: [randomUUID()] })
  expect(result.json.errors).toMatchObject([{ path: 'roles', code: 'unknown_reference' }])
})

test('a view hides the parts its reader may not see, including their values', async () => {
  const where = {
    or: [
      { path: ['internalNote'], op: 'contains', value: 'canary-one' },
      { path: ['author', 'internalNote'], op: 'contains', value: 'canary-two' },
      { path: ['title'], op: 'contains', value: 'dune' },
    ],
  }
  const search = `?search=canary-three&genre=novel&sort=internalNote,title&where=${encodeURIComponent(JSON.stringify(where))}`
  const columns = ['title', 'internalNote', 'genre']
  // `sort` only takes columns of the list.
  const given = {
    search: search.replace('internalNote,', 'genre,'),
    columns,
    pinned: ['internalNote', 'title'],
    sums: true,
  }
  const view = (await save('bea', { shared: true, state: given })).json.data
  expect(view).toMatchObject({ missing: 0, state: { columns } })
  const cut = await call('cal', 'GET', `/${view.id}`)
  expect(JSON.stringify(cut.json)).not.toMatch(/canary|internalNote|genre|novel/)
  expect(cut.json.data).toMatchObject({
    missing: 7,
    state: { columns: ['title'], pinned: ['title'], sums: true },
  })
  expect(cut.json.data.state.search).toBe(
    `?sort=title&where=${encodeURIComponent(JSON.stringify({ or: [where.or[2]] }))
      .replaceAll('%2C', ',')
      .replaceAll('%3A', ':')}`,
  )
  // Ada may change it, but not remove what she does not see.
  const change = await call('ada', 'PATCH', `/${view.id}`, { state }, at(1))
  expect(change).toMatchObject({ status: 409, json: { code: 'hidden_parts' } })
  expect((await call('ada', 'PATCH', `/${view.id}`, { name: 'Kept' }, at(1))).status).toBe(200)
  expect((await call('bea', 'GET', `/${view.id}`)).json.data.state).toEqual(view.state)
  // Nobody can save what they may not name: the response is that of an unknown name.
  for (const name of ['internalNote', 'nobodyKnows']) {
    const result = await save('ada', { state: { search: '', columns: [name] } })
    expect(result.json.errors).toMatchObject([
      { path: 'state', code: 'unknown_name', message: `A view cannot hold the column ${name}.` },
    ])
  }
})

test('validates views: shape, limits, unique names, versions and idempotency keys', async () => {
  for (const [body, path, code] of [
    [{ name: ' ' }, 'name', 'required'],
    [{ name: 'x'.repeat(81) }, 'name', 'too_long'],
    [{ collection: 'nope' }, 'collection', 'unknown_name'],
    [{ colour: 'red' }, 'colour', 'unknown_name'],
    [{ path: 'https://x' }, 'path', 'invalid_value'],
    [{ state: { search: 'x'.repeat(8001) } }, 'state.search', 'too_long'],
    [
      { state: { search: '', wide: { widths: { title: 5 } } } },
      'state.wide.widths.title',
      'required',
    ],
    [{ state: { search: '', wide: { layout: 'globe' } } }, 'state', 'unknown_name'],
    [{ state: { search: '?constructor=1' } }, 'state', 'unknown_name'],
    [{ roles: [randomUUID()] }, 'shared', 'required'],
  ] as const) {
    const result = await save('ada', body)
    expect([result.status, result.json.errors[0]]).toMatchObject([422, { path, code }])
  }
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { collection: 'books', name: 'Once', state }
  const first = await call('bea', 'POST', '', body, headers)
  expect(first.status).toBe(201)
  expect(await call('bea', 'POST', '', body, headers)).toEqual(first)
  const { id } = first.json.data
  expect((await save('bea', { name: 'ONCE' })).json.errors).toMatchObject([{ code: 'taken' }])
  expect((await save('ada', { name: 'Once' })).status).toBe(201)
  expect((await call('bea', 'PATCH', `/${id}`, { name: 'Two' })).status).toBe(428)
  const done = await call('bea', 'PATCH', `/${id}`, { name: 'Two' }, at(1))
  expect(done).toMatchObject({ status: 200, etag: '"2"', json: { data: { name: 'Two' } } })
  const late = await call('bea', 'PATCH', `/${id}`, { name: 'Three' }, at(1))
  expect(late).toMatchObject({ status: 412, json: { current: { name: 'Two', version: 2 } } })
  for (let i = (await call('dot', 'GET', '?collection=authors')).json.data.length; ; i++) {
    const result = await call('dot', 'POST', '', {
      collection: 'authors',
      name: `View ${i}`,
      state: { search: '' },
    })
    if (i < MAX_OWN_VIEWS) expect(result.status).toBe(201)
    else {
      expect(result).toMatchObject({ status: 409, json: { code: 'too_many' } })
      break
    }
  }
})

test('a person keeps at most so many views, on whatever pages, also deleted ones', async () => {
  const one = () =>
    call('eve', 'POST', '', {
      collection: 'books',
      path: `/${randomUUID()}`,
      name: 'View',
      state: { search: '' },
    })
  const { id } = (await one()).json.data
  await b.db.query(
    `INSERT INTO views (id, account_id, collection, path, name, state, deleted_at)
     SELECT gen_random_uuid(), account_id, collection, '/x' || n, name, state, CASE WHEN n > 500 THEN now() END FROM views, generate_series(1, $2::int) n WHERE id = $1::uuid`,
    [id, MAX_VIEWS_OF_PERSON - 2],
  )
  expect((await one()).status).toBe(201)
  expect(await one()).toMatchObject({ status: 409, json: { code: 'too_many' } })
  await b.db.query("DELETE FROM views WHERE path LIKE '/x%'")
})

test('a deleted view can be restored, but only by people who may change it', async () => {
  const { id } = (await save('ada', { shared: true, roles: [roles.readers] })).json.data
  const gone = await call('bea', 'DELETE', `/${id}`, undefined, at(1))
  expect(gone).toMatchObject({ status: 204, etag: '"2"' })
  expect(await seen('ada', id)).toBe(false)
  expect((await call('cal', 'POST', `/${id}/restore`, undefined, at(2))).status).toBe(403)
  const back = await call('bea', 'POST', `/${id}/restore`, undefined, at(2))
  expect(back).toMatchObject({ status: 200, json: { data: { version: 3 } } })
  expect(await seen('cal', id)).toBe(true)
})

test('a role has one default view per list; a view without an owner stays shared', async () => {
  const shared = { shared: true, defaultRoles: [roles.readers] }
  const one = (await save('ada', shared)).json.data
  expect((await call('cal', 'GET', `/${one.id}`)).json.data.roleDefault).toBe(true)
  const two = (await save('ada', shared)).json.data
  expect((await call('ada', 'GET', `/${one.id}`)).json.data.defaultRoles).toEqual([])
  expect(two.defaultRoles).toEqual([roles.readers])
  await b.db.query('UPDATE views SET account_id = NULL WHERE id = $1', [two.id])
  expect(await seen('cal', two.id)).toBe(true)
  const taken = await call('bea', 'PATCH', `/${two.id}`, { shared: false }, at(1))
  expect(taken.json.data).toMatchObject({ mine: true, shared: false, defaultRoles: [] })
  expect(await seen('ada', two.id)).toBe(false)
})

test('changes to shared views are audited without their values; changes to private views are not', async () => {
  const before = (await b.audit('saved-view')).length
  const mine = (await save('ada', { name: 'Quiet' })).json.data
  await call('ada', 'PATCH', `/${mine.id}`, { name: 'Silent' }, at(1))
  expect(await b.audit('saved-view')).toHaveLength(before)
  const result = await call('ada', 'PATCH', `/${mine.id}`, { shared: true, name: 'Loud' }, at(2))
  const [entry] = (await b.audit('saved-view')).slice(before)
  expect(entry).toMatchObject({ record_id: mine.id, action: 'update', version: 3 })
  expect(entry!.patch).toEqual({ name: ['•••', '•••'], shared: [false, true] })
  expect(result.json.data.version).toBe(3)
})

const columns = ['Title', 'Writer', 'Note']
const fields = {
  title: 'Title',
  author: {
    by: 'email',
    column: 'Writer',
    create: { name: 'Writer', email: 'Writer', internalNote: 'Note' },
  },
  internalNote: 'Note',
  publishedOn: { date: ['y', 'm', 'd'] },
  availableAt: { addDays: ['publishedOn', 'd'] },
}
const mapping = { nulls: [], fields }
const saveMapping = (who: string, more: object = {}, state: object = { columns, mapping }) =>
  save(who, { kind: 'import', state, ...more })
const mappings = async (who: string) =>
  (await call(who, 'GET', '?kind=import&collection=books')).json.data

test('import mappings are stored separately from views, for people who may import', async () => {
  const plain = { columns, mapping: { nulls: [], fields: { title: 'Title', code: 'Note' } } }
  const name = randomUUID()
  const mine = (await saveMapping('bea', { name }, { ...plain, upsertBy: 'code' })).json.data
  expect(mine).toMatchObject({ kind: 'import', state: { ...plain, upsertBy: 'code' }, missing: 0 })
  // A name is taken among mappings or among views only.
  expect((await save('bea', { name })).status).toBe(201)
  expect((await saveMapping('bea', { name }, plain)).json.errors).toMatchObject([{ code: 'taken' }])
  expect((await mappings('bea')).map(({ id }) => id)).toContain(mine.id)
  expect(await seen('bea', mine.id)).toBe(false)
  expect((await mappings('ada')).map(({ id }) => id)).not.toContain(mine.id)
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { name: 'x' } : undefined
    expect((await call('ada', method, `/${mine.id}`, body, at(1))).status).toBe(404)
  }
  // Who may open the list may not yet import.
  expect((await call('cal', 'GET', '?kind=import&collection=books')).status).toBe(400)
  expect((await saveMapping('cal', {}, plain)).json.errors).toMatchObject([{ path: 'collection' }])
  const all = (await saveMapping('ada', { shared: true }, plain)).json.data
  expect((await call('cal', 'GET', `/${all.id}`)).status).toBe(404)
  person('fay', ['book.list', 'book.import', 'book.create', 'book.field.title.*'])
  const cut = (await call('fay', 'GET', `/${all.id}`)).json.data
  expect(cut).toMatchObject({ missing: 1, state: { mapping: { fields: { title: 'Title' } } } })
  expect((await saveMapping('fay', { shared: true }, cut.state)).status).toBe(403)
  expect((await call('ada', 'GET', '?kind=nope&collection=books')).status).toBe(400)
})

test('a mapping hides the fields its reader may not write, and keeps them for others', async () => {
  const result = await saveMapping('bea', { shared: true })
  const whole = result.json.data
  expect(whole).toMatchObject({ missing: 0, state: { mapping: { fields } } })
  const cut = (await call('ada', 'GET', `/${whole.id}`)).json.data
  const { internalNote: _lost, ...kept } = fields
  // Her roles deny the note of books, and not that of the authors a book may create.
  expect(cut).toMatchObject({ missing: 1, state: { mapping: { fields: kept } } })
  expect(JSON.stringify(cut.state)).not.toMatch(/"internalNote":"Note","publishedOn/)
  const books = ['title', 'author', 'availableAt'].map((name) => `book.field.${name}.*`)
  const authors = ['author.list', 'author.field.email.read']
  person('gil', ['book.list', 'book.import', 'book.create', ...books, ...authors])
  const bare = (await call('gil', 'GET', `/${whole.id}`)).json.data
  // Without the day nothing counts from it; without the permission no author is created.
  expect(bare).toMatchObject({ missing: 4 })
  expect(bare.state).toEqual({
    columns,
    mapping: { nulls: [], fields: { title: 'Title', author: { by: 'email', column: 'Writer' } } },
  })
  const change = { state: cut.state }
  expect(await call('ada', 'PATCH', `/${whole.id}`, change, at(1))).toMatchObject({
    status: 409,
    json: { code: 'hidden_parts' },
  })
  for (const name of ['internalNote', 'nobodyKnows', 'constructor']) {
    const one = { columns, mapping: { nulls: [], fields: { [name]: 'Note' } } }
    expect((await saveMapping('ada', {}, one)).json.errors).toMatchObject([
      { path: 'state', code: 'unknown_name', message: `A mapping cannot hold the field ${name}.` },
    ])
  }
})

test('validates mappings: shape, size, field names and no default roles', async () => {
  const given = { columns, mapping: { nulls: [], fields: { title: 'Title' } } }
  const long = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`c${i}`, 'x'.repeat(200)]))
  const values = { title: { column: 'Title', values: long } }
  for (const [state, path, code] of [
    [{ search: '' }, 'state.columns', 'invalid_value'],
    [{ ...given, columns: [] }, 'state.columns', 'required'],
    [{ ...given, columns: Array(501).fill('x') }, 'state.columns', 'too_long'],
    [{ ...given, mapping: { fields: {} } }, 'state.mapping', 'invalid_value'],
    [{ ...given, mapping: { fields: values } }, 'state.mapping', 'invalid_value'],
    [{ ...given, colour: 'red' }, 'state.colour', 'unknown_name'],
    [{ ...given, upsertBy: 'code' }, 'state', 'unknown_name'],
    [{ ...given, upsertBy: 'title' }, 'state', 'unknown_name'],
    [{ ...given, mapping: { fields: { 'title.x': 'Title' } } }, 'state', 'unknown_name'],
  ] as const) {
    const result = await saveMapping('bea', {}, state)
    expect([result.status, result.json.errors[0]]).toMatchObject([422, { path, code }])
  }
  const shared = { shared: true, defaultRoles: [roles.readers] }
  const result = await saveMapping('ada', shared, given)
  expect(result.json.errors).toMatchObject([{ path: 'defaultRoles', code: 'invalid_value' }])
  // A view never takes the shape of a mapping, nor the other way round.
  expect((await save('ada', { state: given })).status).toBe(422)
})
