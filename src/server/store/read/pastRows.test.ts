/** A list at an instant is the list that was read then, whatever it filters, searches or sorts by. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '#model/types.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { usesOf } from '#schemas/define/kinds.ts'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import type { Access } from '../../permissions/types.ts'
import type { RecordData } from '../types.ts'
import { listAsOf } from './asOf.ts'
import { list } from './list.ts'
import { allowedBy } from './statement.ts'

interface Page {
  readonly data: readonly Record<string, Json>[]
  readonly page: {
    readonly total: number | null
    readonly next: string | null
    readonly previous: string | null
  }
}

const all = { allow: ['*'], deny: [] }
let b: Bench
let ann: RecordData, bob: RecordData
let everything: Access
let then: string
const made: RecordData[] = []
const before = new Map<string, Page>()

const queryOf = (text: string, access: Access) => {
  const allowed = allowedBy(access)
  const parsed = parseListQuery(b.of('book'), b.model, new URLSearchParams(text), { allowed })
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.query
}
const now = async (text: string, access = everything): Promise<Page> =>
  JSON.parse(
    await list(
      { db: b.db, model: b.model, access, secret: 'secret' },
      b.of('book'),
      queryOf(text, access),
    ),
  )
const past = async (text: string, access = everything): Promise<Page> => {
  const query = { ...queryOf(text, access), asOf: then }
  const response = await listAsOf(
    { db: b.db, model: b.model, access, secret: 'secret' },
    b.of('book'),
    query,
  )
  return JSON.parse(JSON.stringify(response))
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
const price = (amount: number, currency = 'EUR') => ({ amount, currency })

const FILTERS = [
  'filter[title]=Red',
  'filter[title][contains]=e',
  'filter[title][ne]=Red',
  'filter[genre]=poetry',
  'filter[genre][in]=novel,science',
  'filter[moods][hasAny]=dark,odd',
  'filter[moods][hasNone]=dark',
  'filter[moods][isNull]=true',
  'filter[price][gte]=500&filter[price][currency]=EUR',
  'filter[fee][lt]=300',
  'filter[pages][between]=10,30',
  'filter[pages][isNull]=true',
  'filter[weight][gt]=1.5',
  'filter[inPrint]=false',
  'filter[publishedOn][lt]=2020-06-01',
  'filter[availableAt][gte]=2021-01-01T00:00:00Z',
  'filter[cover][isNull]=true',
  'filter[state]=draft',
  'filter[version]=1',
  'filter[coAuthors][isNull]=false',
  'filter[author.name][contains]=nn',
  'filter[author.country]=PT',
  'filter[not][genre]=poetry',
  'filter[or][0][genre]=poetry&filter[or][1][pages][gt]=25',
  'search=cafe',
  'search=red',
  'search=%C3%BCber',
]
const orders = () =>
  b
    .of('book')
    .fields.filter((f) => usesOf(f).sortable && f.kind !== 'ref')
    .flatMap(({ name }) => [`sort=${name}`, `sort=-${name}`])
const queries = () => [
  ...FILTERS,
  ...orders(),
  'sort=-updatedAt',
  'sort=updatedBy',
  'sort=genre,-price',
  'search=e&sort=-pages&filter[inPrint]=true&total=exact',
  'fields=title,price',
  'page=2&limit=2',
]

beforeAll(async () => {
  b = await openBench(libraryResources)
  everything = b.as([all]).access
  const author = (name: string, country: string) =>
    b.writer.create(b.of('author'), { name, email: `${name}@example.com`, country }, b.as())
  ann = await author('Ann', 'PT')
  bob = await author('Bob', 'DE')
  const book = async (values: Record<string, Json>) =>
    void made.push(
      await b.writer.create(
        b.of('book'),
        { code: randomUUID(), author: ann.id, ...values },
        b.as([all]),
      ),
    )
  await book({
    title: 'Red',
    genre: 'poetry',
    price: price(700),
    pages: 20,
    moods: ['dark'],
    internalNote: 'canary',
  })
  await book({ title: 'Café', fee: price(250), weight: 2, inPrint: false, coAuthors: [bob.id] })
  await book({ title: 'ÜBER', publishedOn: '2019-05-01', price: price(100, 'USD'), pages: 30 })
  await book({ title: 'Gone', availableAt: '2021-05-01T10:00:00Z', moods: ['odd', 'light'] })
  await book({ title: 'Kept', author: bob.id, genre: 'science', pages: 10 })
  await book({ title: 'Trashed then' })
  await b.writer.remove(b.of('book'), made[5]!.id, 1, { purge: false }, b.as([all]))
  for (const query of queries()) before.set(query, await now(query))
  await pause()
  then = new Date().toISOString()
  await pause()
  const change = async (i: number, values: Record<string, Json>) => {
    const { id, version } = made[i]!
    made[i] = await b.writer.patch(b.of('book'), id, version, values, b.as([all]))
  }
  await change(0, { title: 'Blue', genre: 'novel', price: price(10, 'USD'), pages: null })
  await change(0, { moods: [], inPrint: false, author: bob.id, internalNote: 'changed' })
  await change(1, { title: 'Tea', fee: null, weight: 0.5, inPrint: true, coAuthors: [] })
  await change(2, { title: 'cafe red über', publishedOn: '2024-01-01', price: null, pages: 1 })
  await change(4, { genre: 'poetry', pages: 12 })
  await change(4, { genre: 'novel', fee: price(1) })
  await b.writer.remove(b.of('book'), made[3]!.id, 1, { purge: false }, b.as([all]))
  await b.writer.restore(b.of('book'), made[5]!.id, 2, b.as([all]))
  await book({ title: 'Red late', genre: 'poetry', pages: 22, price: price(900) })
  await b.writer.patch(b.of('author'), ann.id, 1, { name: 'Zoe', country: 'FR' }, b.as())
}, 120_000)
afterAll(() => b?.db.close())

test('a past list equals the list read at that time, for every filter, search, sort and page', async () => {
  for (const query of queries()) {
    const [was, is] = [before.get(query)!, await past(query)]
    expect(is.data, query).toEqual(was.data)
    expect(is.page.total, query).toBe(was.page.total)
  }
  // The changes matter: today's lists are others.
  const differs = await Promise.all(
    queries().map(
      async (query) =>
        JSON.stringify((await now(query)).data) !== JSON.stringify(before.get(query)!.data),
    ),
  )
  expect(differs.every(Boolean)).toBe(true)
})

test('a past list pages by cursor forwards and backwards, without skipping or repeating rows', async () => {
  for (const sort of ['price', '-pages', 'genre,title', 'title']) {
    const titles = (page: Page) => page.data.map((one) => one.title)
    const whole = titles(await past(`sort=${sort}`))
    const pageAt = (cursor: string | null): Promise<Page> =>
      past(`sort=${sort}&limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    const pages = [await pageAt(null)]
    while (pages.at(-1)!.page.next) pages.push(await pageAt(pages.at(-1)!.page.next))
    expect(pages.flatMap(titles), sort).toEqual(whole)
    expect(pages.length, sort).toBeGreaterThan(2)
    const back = [pages.at(-1)!]
    while (back[0]!.page.previous) back.unshift(await pageAt(back[0]!.page.previous))
    expect(back.map(titles), sort).toEqual(pages.map(titles))
  }
})

test('a past list filters and searches only by fields and rows that the caller may read today', async () => {
  const blind = b.as([{ allow: ['*'], deny: ['book.field.internalNote.*'] }]).access
  expect(() => queryOf('filter[internalNote]=canary', blind)).toThrow(/unknown_name/)
  expect((await past('search=canary', blind)).data).toEqual([])
  expect((await past('search=canary')).data).toHaveLength(1)
  // Bob's staff have the first book today, which was Ann's then.
  const staff = b.as({ tenant: bob.id, grants: [all] }).access
  expect((await past('sort=title', staff)).data.map((one) => one.title)).toEqual(['Kept', 'Red'])
  expect((await past('filter[pages]=20', staff)).page.total).toBe(1)
  const other = b.as({ tenant: ann.id, grants: [all] }).access
  expect((await past('filter[pages]=20', other)).page.total).toBe(0)
})

test('hides past values of fields and rows a narrowed role may not read, also from filters and sorting', async () => {
  const narrow = b.as([
    { allow: ['book.list', 'book.read', 'book.field.*'], deny: ['book.field.pages.*'] },
    {
      allow: ['book.list', 'book.read', 'book.field.*'],
      deny: [],
      rows: { book: { inPrint: true } },
    },
  ]).access
  // What is in print today shows its pages of then; the first book is not.
  const open = (await past('filter[pages][gte]=1&sort=pages', narrow)).data
  expect(open.map((one) => one.title)).toEqual(['Kept', 'ÜBER'])
  expect((await past('sort=pages', narrow)).data.map((one) => one.pages ?? null)).toEqual([
    10,
    30,
    null,
    null,
    null,
  ])
})
