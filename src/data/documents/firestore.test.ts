/**
 * Tests the real lite client of Firestore against a fake REST server, and the full client with its
 * memory cache.
 */
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app'
import * as live from 'firebase/firestore'
import * as sdk from 'firebase/firestore/lite'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startFirestore, type FirestoreStandIn } from '#tests/support/firestoreStandIn.ts'
import { postcards, postResources } from '#tests/support/toyDocuments.ts'
import type { ListQuery } from '#model/query.ts'
import { provideRules } from '../declarations.ts'
import { ApiProblem } from '../problem.ts'
import {
  createDocument,
  purgeDocument,
  restoreDocument,
  trashDocument,
  updateDocument,
} from './changes.ts'
import { problemFrom } from './problems.ts'
import { readList, readOptions, readRecord, type Place } from './reads.ts'
import { instantsOf, recordsOf } from './records.ts'
import { followDocument } from './watch.ts'

const PERSON = '01900000-0000-7000-8000-0000000000aa'
const TOWN = '01900000-0000-7000-8000-000000000001'
const GONE = '01900000-0000-7000-8000-0000000000ff'
let standIn: FirestoreStandIn
let app: FirebaseApp
let place: Place
const requestedTitles: string[] = []

beforeAll(async () => {
  standIn = await startFirestore()
  sdk.setLogLevel('silent')
  provideRules(() => Promise.resolve(postResources))
  app = initializeApp({ projectId: 'demo-x', apiKey: 'k' }, 'reads')
  const db = sdk.getFirestore(app)
  sdk.connectFirestoreEmulator(db, '127.0.0.1', standIn.port)
  const instants = instantsOf(sdk.Timestamp)
  place = {
    sdk,
    db,
    resource: postcards,
    instants,
    records: await recordsOf(postcards, instants),
    person: PERSON,
  }
  const real = globalThis.fetch
  // The server's side of references; everything else goes to the fake server.
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.startsWith('/api/towns/options')) return real(input, init)
    requestedTitles.push(url)
    const ids = new URLSearchParams(url.split('?')[1]).get('ids')!.split(',')
    return Promise.resolve(
      Response.json(
        ids.filter((id) => id !== GONE).map((id) => ({ id, title: `Town ${id.at(-1)}` })),
      ),
    )
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await deleteApp(app)
  await standIn.stop()
})
beforeEach(() => {
  standIn.clear()
  requestedTitles.length = 0
})

const body = (more: object = {}) =>
  ({ title: 'Sea', from: TOWN, price: { amount: 100, currency: 'EUR' }, ...more }) as Record<
    string,
    unknown
  >
const make = (more: object = {}) => createDocument(place, body(more))
const query = (more: Partial<ListQuery> = {}): ListQuery => ({
  sort: [{ field: 'title', descending: false }],
  limit: 3,
  totalExact: false,
  trashed: false,
  ...more,
})
const fails = async (call: Promise<unknown>): Promise<ApiProblem> => {
  const error = problemFrom(
    await call.then(
      () => new Error('It did not fail.'),
      (e: unknown) => e,
    ),
  )
  if (!(error instanceof ApiProblem)) throw error
  return error
}
const reads = () => standIn.asked.reduce((n, a) => n + a.reads, 0)

test('a record reads back as written, with defaults and the titles of its references', async () => {
  const made = await make({
    seenAt: '2026-05-31T10:00:00.000Z',
    on: '2026-05-31',
    through: [TOWN],
    words: ['sun'],
    to: { line: '1 Rua', city: 'Faro', country: 'PT' },
  })
  expect(made).toMatchObject({
    version: 1,
    title: 'Sea',
    size: 'small',
    sent: false,
    price: { amount: 100, currency: 'EUR' },
    seenAt: '2026-05-31T10:00:00.000Z',
    on: '2026-05-31',
    note: null,
    createdBy: PERSON,
    deletedAt: null,
  })
  expect(made.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  const { data, included } = await readRecord(place, made.id)
  expect(data).toEqual(made)
  expect(included).toEqual({ towns: { [TOWN]: { id: TOWN, title: 'Town 1' } } })
  expect(standIn.all()[`post-cards/${made.id}`]).toMatchObject({
    seenAt: { timestampValue: expect.anything() as string },
    price: { mapValue: { fields: { amount: { integerValue: '100' } } } },
    note: { nullValue: expect.anything() as unknown },
  })
})

test('pages forward and backward by cursor, reading one row more per page than shown', async () => {
  for (const [i, title] of ['e', 'b', 'a', 'd', 'c', 'g', 'f'].entries()) {
    await make({ title, number: `n${i}` })
  }
  standIn.asked.length = requestedTitles.length = 0
  const titles = async (more: Partial<ListQuery>) => {
    const response = await readList(place, query(more))
    return { titles: response.data.map((r) => r.title).join(''), page: response.page }
  }
  const first = await titles({})
  expect(first).toMatchObject({
    titles: 'abc',
    page: { total: 7, totalIsExact: true, previous: null, unnumbered: true },
  })
  expect(reads()).toBe(4 + 1)
  expect(requestedTitles).toHaveLength(1)
  const second = await titles({ cursor: first.page.next! })
  expect(second.titles).toBe('def')
  const third = await titles({ cursor: second.page.next! })
  expect(third).toMatchObject({ titles: 'g', page: { next: null } })
  const back = await titles({ cursor: third.page.previous! })
  expect(back.titles).toBe('def')
  const start = await titles({ cursor: back.page.previous! })
  expect(start).toMatchObject({ titles: 'abc', page: { previous: null } })
  expect((await titles({ cursor: start.page.next! })).titles).toBe('def')
  expect(standIn.asked.filter((a) => a.call !== 'batchGet' && a.limit === undefined)).toEqual([])
  expect(Math.max(...standIn.asked.map((a) => a.limit ?? 0))).toBe(1001)
})

test('applies filters, sorting and option search', async () => {
  await make({
    title: 'x',
    number: 'a',
    pages: 2,
    words: ['sun'],
    seenAt: '2026-01-01T00:00:00.000Z',
  })
  await make({
    title: 'y',
    number: 'b',
    pages: 5,
    words: ['sea', 'sun'],
    seenAt: '2026-02-01T00:00:00.000Z',
    sent: true,
    on: '2026-02-01',
  })
  await make({ title: 'z', number: 'c', words: ['sea'], price: { amount: 900, currency: 'USD' } })
  const found = async (path: string, op: string, value: unknown, more = {}) =>
    (await readList(place, query({ filter: { path: [path], op, value, ...more } as never }))).data
      .map((r) => r.title)
      .join('')
  expect(await found('words', 'has', 'sun')).toBe('xy')
  expect(await found('words', 'hasAny', ['sea'])).toBe('yz')
  expect(await found('pages', 'gte', 3)).toBe('y')
  expect(await found('pages', 'isNull', true)).toBe('z')
  expect(await found('seenAt', 'gt', '2026-01-15T00:00:00.000Z')).toBe('y')
  expect(await found('price', 'gte', 100, { currency: 'USD' })).toBe('z')
  expect(await found('sent', 'eq', false)).toBe('xz')
  expect(
    (await readList(place, query({ sort: [{ field: 'seenAt', descending: true }] }))).data
      .map((r) => r.title)
      .join(''),
  ).toBe('yxz')
  expect((await readOptions(place, { search: 'y' })).map((o) => o.title)).toEqual(['y'])
})

test('an update needs the current version; a stale or concurrent one is rejected with the current record', async () => {
  const made = await make()
  const changed = await updateDocument(place, made.id, 1, { note: 'Bring a towel', pages: 3 })
  expect(changed).toMatchObject({
    version: 2,
    note: 'Bring a towel',
    pages: 3,
    createdAt: made.createdAt,
  })
  const stale = await fails(updateDocument(place, made.id, 1, { note: 'No' }))
  expect(stale).toMatchObject({
    status: 412,
    code: 'stale_version',
    members: { current: { version: 2, note: 'Bring a towel' } },
  })
  expect(await fails(updateDocument(place, GONE, 1, { note: 'No' }))).toMatchObject({ status: 404 })
  const race = await Promise.allSettled(
    [1, 2, 3].map((pages) => updateDocument(place, made.id, 2, { pages })),
  )
  expect(race.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
  expect((await readRecord(place, made.id)).data.version).toBe(3)
})

test('unique values are enforced until the record that holds them is in the trash', async () => {
  const made = await make({ number: 'A-1', contact: 'ada@example.com' })
  expect(await fails(make({ title: 'Other', number: 'A-1' }))).toMatchObject({
    status: 409,
    errors: [{ path: 'number', code: 'not_unique' }],
  })
  expect(await fails(make({ title: 'Other', contact: 'Ada@example.com' }))).toMatchObject({
    status: 409,
    errors: [{ path: 'contact' }],
  })
  expect(await fails(make())).toMatchObject({ status: 409, errors: [{ path: 'title' }] })
  const other = await make({ title: 'Other', number: 'A-2' })
  expect(await fails(updateDocument(place, other.id, 1, { number: 'A-1' }))).toMatchObject({
    status: 409,
  })
  await trashDocument(place, made.id, 1, true)
  expect(await updateDocument(place, other.id, 1, { number: 'A-1' })).toMatchObject({
    number: 'A-1',
  })
  expect(await fails(restoreDocument(place, made.id, 2))).toMatchObject({ status: 409 })
  await updateDocument(place, other.id, 2, { number: null })
  expect(await restoreDocument(place, made.id, 2)).toMatchObject({
    version: 3,
    deletedAt: null,
    number: 'A-1',
  })
  expect(Object.keys(standIn.all()).filter((path) => path.startsWith('unique/'))).toHaveLength(
    3 + 1,
  )
})

test('the trash is a separate list, and only trashed records can be deleted permanently', async () => {
  const made = await make()
  expect(await fails(purgeDocument(place, made.id, 1))).toMatchObject({ status: 404 })
  await trashDocument(place, made.id, 1, true)
  expect(await fails(readRecord(place, made.id))).toMatchObject({ status: 404 })
  expect((await readRecord(place, made.id, true)).data).toMatchObject({
    version: 2,
    deletedAt: expect.any(String) as string,
  })
  expect((await readList(place, query())).data).toEqual([])
  expect((await readList(place, query({ trashed: true }))).data).toHaveLength(1)
  await purgeDocument(place, made.id, 2)
  expect(standIn.all()).toEqual({})
})

test('rejects data that breaks the schema, its rules or a reference, and writes nothing', async () => {
  expect(await fails(make({ title: '', castle: 1 }))).toMatchObject({
    status: 422,
    errors: expect.arrayContaining([
      expect.objectContaining({ path: 'title' }),
      expect.objectContaining({ path: 'castle' }),
    ]) as unknown,
  })
  expect(await fails(make({ sent: true }))).toMatchObject({ status: 422, errors: [{ path: 'on' }] })
  expect(await fails(make({ from: GONE }))).toMatchObject({
    status: 422,
    errors: [{ path: 'from', code: 'unknown_reference' }],
  })
  expect(standIn.all()).toEqual({})
  const made = await make()
  expect(await fails(updateDocument(place, made.id, 1, { size: 'large' }))).toMatchObject({
    status: 422,
    errors: [{ path: 'size' }],
  })
})

test('leaves an unreadable document out of lists with a message, and reports it on its page', async () => {
  const made = await make()
  const spoiled = standIn.all()[`post-cards/${made.id}`]!
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  standIn.put('demo-x', 'post-cards/bad', {
    ...spoiled,
    title: { stringValue: 'Bad' },
    price: { stringValue: 'free' },
  })
  standIn.put('demo-x', 'post-cards/worse', {
    ...spoiled,
    title: { integerValue: '7' },
    version: { stringValue: 'one' },
  })
  const response = await readList(place, query())
  expect(response.data.map((r) => r.id)).toEqual([made.id])
  expect(response.notice).toBe('Records that do not fit and are not shown: 2.')
  expect(log).toHaveBeenCalledTimes(2)
  expect(await fails(readRecord(place, 'bad'))).toMatchObject({
    code: 'unreadable',
    detail: 'This record is stored in a form that does not fit: price.',
  })
  log.mockRestore()
})

test('retrying a creation with the same key makes one record', async () => {
  const [one, two] = [
    await createDocument(place, body(), 'key-1'),
    await createDocument(place, body(), 'key-1'),
  ]
  expect(two).toEqual(one)
  expect(Object.keys(standIn.all()).filter((path) => path.startsWith('post-cards/'))).toHaveLength(
    1,
  )
})

test.each([
  [403, 'PERMISSION_DENIED', 403],
  [429, 'RESOURCE_EXHAUSTED', 429],
  [400, 'FAILED_PRECONDITION', 400],
  [503, 'UNAVAILABLE', 0],
])('a Firestore error %s %s becomes a problem with a message', async (status, code, as) => {
  standIn.fail(status, code)
  const problem = await fails(readRecord(place, GONE))
  expect(problem.status).toBe(as)
  expect(problem.detail).toMatch(/^The document database .*\.$/)
})

/** A bundle of one document, as a server provides it: its contents count as confirmed. */
const bundleOf = (version: number): string => {
  const name = 'projects/demo-y/databases/(default)/documents/post-cards/a'
  const time = new Date(Date.UTC(2026, 0, version)).toISOString()
  const parts = [
    { documentMetadata: { name, readTime: time, exists: true } },
    {
      document: {
        name,
        fields: { version: { integerValue: String(version) } },
        createTime: time,
        updateTime: time,
      },
    },
  ]
    .map((e) => JSON.stringify(e))
    .map((t) => `${t.length}${t}`)
    .join('')
  const head = JSON.stringify({
    metadata: {
      id: `b${version}`,
      createTime: time,
      version: 1,
      totalDocuments: 1,
      totalBytes: parts.length,
    },
  })
  return `${head.length}${head}${parts}`
}

test('the full client reports confirmed versions newer than the shown one, not unconfirmed writes', async () => {
  const mine = initializeApp({ projectId: 'demo-y', apiKey: 'k' }, 'watching')
  const db = live.initializeFirestore(mine, {
    localCache: live.memoryLocalCache({ garbageCollector: live.memoryLruGarbageCollector() }),
  })
  live.setLogLevel('silent')
  await live.disableNetwork(db)
  const changed = vi.fn<() => void>()
  let shown = 1
  const seen: number[] = []
  const stop = await followDocument(
    db,
    'post-cards',
    'a',
    () => {
      seen.push(shown)
      return shown
    },
    changed,
  )
  await live.loadBundle(db, bundleOf(1))
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  expect(changed).not.toHaveBeenCalled()
  await live.loadBundle(db, bundleOf(2))
  await expect.poll(() => changed.mock.calls.length).toBe(1)
  shown = 2
  void live.updateDoc(live.doc(db, 'post-cards', 'a'), { version: 3 })
  await expect
    .poll(async () => (await live.getDocFromCache(live.doc(db, 'post-cards', 'a'))).data())
    .toEqual({ version: 3 })
  expect(changed).toHaveBeenCalledTimes(1)
  stop()
  await live.terminate(db)
  await deleteApp(mine)
})
