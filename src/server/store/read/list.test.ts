import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId, openLibrary, system, type ApiResponse, type Library } from '#tests/support/reads.ts'
import { snake } from '#model/columns.ts'
import type { FieldModel } from '#model/types.ts'
import type { Problem } from '../../base/problem.ts'
import { recordJson } from './record.ts'

describe('a list', () => {
  let lib: Library
  let ann: string, bob: string
  beforeAll(async () => {
    lib = await openLibrary()
    ;[ann, bob] = (await lib.put(
      'author',
      { name: 'Ann', country: 'PT', tags: ['x', 'y'], payoutAccount: 'PT50000201231234' },
      { name: 'Bób', country: 'ES', payoutAccount: '12345' },
    )) as [string, string]
    await lib.put(
      'book',
      {
        title: 'Alpha',
        code: 'A',
        author: ann,
        coAuthors: [bob],
        genre: 'novel',
        price: { amount: 500, currency: 'EUR' },
        pages: 10,
        weight: 1.5,
        publishedOn: '2026-01-31',
        availableAt: '2026-01-31T23:30:00.120Z',
        stars: 5,
        inPrint: false,
        chapters: [{ label: 'one', pages: 3 }],
        moods: ['dark'],
      },
      {
        title: 'Bêta 100%',
        code: 'B',
        author: ann,
        genre: 'poetry',
        price: { amount: 900, currency: 'USD' },
        pages: 20,
        publishedOn: '2026-02-01',
        stars: 3,
        state: 'published',
      },
      {
        title: 'Gamma',
        code: 'C',
        author: bob,
        genre: 'science',
        price: { amount: 100, currency: 'EUR' },
        fee: { amount: 7, currency: 'EUR' },
        stars: 3,
        internalNote: 'beta inside',
      },
      { title: 'Delta', code: 'D', author: bob, genre: 'novel', state: 'archived' },
      { title: 'Gone', code: 'E', author: bob, deletedAt: '2026-03-01T00:00:00.000Z' },
    )
  }, 120_000)
  afterAll(() => lib.db.close())
  const titles = async (text: string) => (await lib.list('book', text)).data.map((r) => r.title)

  test('returns every value in API format, with the titles of referenced records', async () => {
    const { data, included, page } = await lib.list('book', 'filter[code]=A')
    expect(data[0]).toMatchObject({
      title: 'Alpha',
      version: 1,
      author: ann,
      coAuthors: [bob],
      price: { amount: 500, currency: 'EUR' },
      fee: null,
      weight: 1.5,
      publishedOn: '2026-01-31',
      availableAt: '2026-01-31T23:30:00.120Z',
      chapters: [{ label: 'one', pages: 3 }],
      images: [],
      moods: ['dark'],
      state: 'draft',
      createdBy: null,
    })
    expect(data[0]!.createdAt).toMatch(/^2026-01-01T00:00:\d\d\.\d{3}Z$/)
    expect(data[0]).not.toHaveProperty('deletedAt')
    expect(data[0]).not.toHaveProperty('search')
    expect(included).toEqual({
      authors: { [ann]: { id: ann, title: 'Ann' }, [bob]: { id: bob, title: 'Bób' } },
      books: {},
    })
    expect(page).toEqual({ limit: 25, total: 1, totalIsExact: true, next: null, previous: null })
  })
  test('masks secrets', async () => {
    expect((await lib.list('author', 'sort=name')).data.map((r) => r.payoutAccount)).toEqual([
      { masked: '•••• 1234' },
      { masked: '••••' },
    ])
  })
  test('excludes trashed records, and lists only them on request', async () => {
    expect(await titles('')).not.toContain('Gone')
    const trash = await lib.list('book', 'trashed=true')
    expect(trash.data.map((r) => [r.title, r.deletedAt])).toEqual([
      ['Gone', '2026-03-01T00:00:00.000Z'],
    ])
  })
  test('returns only the requested fields and their references', async () => {
    const { data, included } = await lib.list('book', 'fields=title,author&filter[code]=A')
    expect(Object.keys(data[0]!).sort()).toEqual(['author', 'id', 'title', 'version'])
    expect(Object.keys(included.authors!)).toEqual([ann])
  })
  test('adds the fields of included references', async () => {
    const { included } = await lib.list('book', 'include=author&filter[code]=A')
    expect(included.authors![ann]).toMatchObject({
      id: ann,
      title: 'Ann',
      name: 'Ann',
      country: 'PT',
      tags: ['x', 'y'],
      payoutAccount: { masked: '•••• 1234' },
    })
  })

  test.each([
    ['filter[genre]=novel', ['Alpha', 'Delta']],
    ['filter[genre][in]=poetry,science', ['Bêta 100%', 'Gamma']],
    ['filter[genre][notIn]=novel,poetry', ['Gamma']],
    ['filter[genre][ne]=novel', ['Bêta 100%', 'Gamma']],
    ['filter[title][contains]=AMM', ['Gamma']],
    ['filter[title][contains]=0%25', ['Bêta 100%']],
    ['filter[title][contains]=_', []],
    ['filter[title][startsWith]=a', ['Alpha']],
    ['filter[title][endsWith]=a', ['Alpha', 'Delta', 'Gamma']],
    ['filter[title][in]=Alpha,Gamma', ['Alpha', 'Gamma']],
    ['filter[title][notIn]=Alpha,Gamma', ['Bêta 100%', 'Delta']],
    ['filter[pages][gte]=20', ['Bêta 100%']],
    ['filter[pages][between]=5,15', ['Alpha']],
    ['filter[pages][isNull]=true', ['Delta', 'Gamma']],
    ['filter[pages][ne]=10', ['Bêta 100%', 'Delta', 'Gamma']],
    ['filter[weight][lt]=2', ['Alpha']],
    ['filter[price][gte]=200&filter[price][currency]=EUR', ['Alpha']],
    ['filter[price][ne]=500&filter[price][currency]=EUR', ['Bêta 100%', 'Delta', 'Gamma']],
    ['filter[fee]=7', ['Gamma']],
    ['filter[price][isNull]=true', ['Delta']],
    ['filter[publishedOn]=2026-02-01', ['Bêta 100%']],
    ['filter[availableAt][lt]=2026-02-01T00:00:00Z', ['Alpha']],
    ['filter[inPrint]=false', ['Alpha']],
    ['filter[state]=published', ['Bêta 100%']],
    ['filter[coAuthors][isNull]=false', ['Alpha']],
    ['filter[moods]=dark', ['Alpha']],
    ['filter[moods][hasAny]=dark,light', ['Alpha']],
    ['filter[moods][hasAll]=dark,light', []],
    ['filter[author.country]=PT', ['Alpha', 'Bêta 100%']],
    ['filter[author.tags][has]=x', ['Alpha', 'Bêta 100%']],
    ['filter[coAuthors.name]=Bób', ['Alpha']],
    ['filter[or][0][code]=A&filter[or][1][code]=C', ['Alpha', 'Gamma']],
    ['filter[not][pages][gt]=10', ['Alpha', 'Delta', 'Gamma']],
    ['filter[and][0][code]=A&filter[genre]=novel', ['Alpha']],
    ['search=beta', ['Bêta 100%', 'Gamma']],
    ['search=BÊTA 100%25', ['Bêta 100%']],
    ['search=alpha gamma', []],
    ['search=%25', ['Bêta 100%']],
    ['search=lpha a', ['Alpha']],
  ] as const)('finds by %s', async (text, expected) => {
    expect(await titles(`${text}&sort=title`)).toEqual(expected.toSorted())
  })

  test('filters by an id of a reference and by standard fields', async () => {
    expect(await titles(`filter[author]=${bob}&sort=title`)).toEqual(['Delta', 'Gamma'])
    expect(await titles(`filter[coAuthors]=${bob}`)).toEqual(['Alpha'])
    expect(await titles('filter[createdAt][gt]=2027-01-01T00:00:00Z')).toEqual([])
  })
  test.each([
    ['sort=-title', ['Gamma', 'Delta', 'Bêta 100%', 'Alpha']],
    ['sort=price', ['Gamma', 'Alpha', 'Bêta 100%', 'Delta']],
    ['sort=-stars,title', ['Delta', 'Alpha', 'Bêta 100%', 'Gamma']],
    ['sort=author,-title', ['Bêta 100%', 'Alpha', 'Gamma', 'Delta']],
    ['sort=pages,title', ['Alpha', 'Bêta 100%', 'Delta', 'Gamma']],
  ])('sorts by %s', async (text, expected) => {
    expect(await titles(text)).toEqual(expected)
  })

  test('pages by number', async () => {
    const second = await lib.list('book', 'sort=title&limit=3&page=2')
    expect(second.data.map((r) => r.title)).toEqual(['Gamma'])
    expect(second.page).toMatchObject({ total: 4, next: null })
    const back = await lib.list('book', `sort=title&limit=3&cursor=${second.page.previous!}`)
    expect(back.data.map((r) => r.title)).toEqual(['Alpha', 'Bêta 100%', 'Delta'])
  })
  test('rejects a cursor of another list or a modified cursor', async () => {
    const { page } = await lib.list('book', 'sort=title&limit=2')
    const next = page.next!
    for (const text of [
      `sort=-title&limit=2&cursor=${next}`,
      `sort=title&limit=2&filter[genre]=novel&cursor=${next}`,
      `sort=title&cursor=${next.slice(2)}`,
      `sort=title&cursor=${next}x`,
      'cursor=',
      'cursor=a.b.c',
    ]) {
      await expect(lib.list('book', text)).rejects.toMatchObject({
        status: 400,
        code: 'invalid_cursor',
      } satisfies Partial<Problem>)
    }
    expect(
      (await lib.list('book', `sort=title&limit=1&cursor=${next}`)).data.map((r) => r.title),
    ).toEqual(['Delta'])
  })
  test('escapes any text correctly, and returns a record exactly as a single read does', async () => {
    const title = 'A "quote", a \\ back\nslash\u0001, 😀 and {"json":[1,null]} %s'
    const [id] = (await lib.put('book', {
      title,
      code: 'F',
      author: ann,
      genre: 'novel',
      chapters: [{ label: title, pages: 3 }],
      moods: ['dark', 'light'],
      weight: -0.25,
      price: { amount: 0, currency: 'EUR' },
    })) as [string]
    const { data } = await lib.list('book', 'filter[code]=F')
    expect(data[0]).toMatchObject({
      title,
      chapters: [{ label: title, pages: 3 }],
      moods: ['dark', 'light'],
      weight: -0.25,
      price: { amount: 0, currency: 'EUR' },
      pages: null,
      publishedOn: null,
      availableAt: null,
    })
    expect(
      (JSON.parse((await lib.reader.get(lib.of('book'), id, system)).body) as { data: unknown })
        .data,
    ).toEqual(data[0])
  })
  test('supports records with more fields than PostgreSQL allows function arguments', async () => {
    const fields = Array.from({ length: 120 }, (_, i): FieldModel => ({
      ...lib.of('book').fields.find((f) => f.name === 'pages')!,
      name: `n${i}`,
    }))
    const { rows } = await lib.db.query<{ text: string }>(
      `select ${recordJson(fields, 't')} as text from (select ${fields.map((f, i) => `${i} as "${snake(f.name)}"`).join(', ')}) t`,
    )
    expect(JSON.parse(rows[0]!.text)).toEqual(Object.fromEntries(fields.map((f, i) => [f.name, i])))
  })
})

describe('pages of a list', () => {
  let lib: Library
  beforeAll(async () => {
    lib = await openLibrary()
    const authors = await lib.put(
      'author',
      ...Array.from({ length: 4 }, (_, i) => ({ name: `N${i % 2}` })),
    )
    await lib.put(
      'book',
      ...Array.from({ length: 57 }, (_, i) => ({
        id: newId(),
        title: `T${i % 7}-${i}`,
        code: `c${i}`,
        author: authors[i % 4]!,
        pages: i % 5 ? ((i * 7) % 11) + 1 : null,
        genre: ['novel', 'poetry', 'science'][i % 3]!,
        price: i % 4 ? { amount: (i * 13) % 9, currency: i % 2 ? 'EUR' : 'USD' } : null,
        weight: i % 3 ? ((i * 7) % 5) / 3 : null,
        availableAt: i % 6 ? new Date(1.7e12 + (i % 9) * 1000).toISOString() : null,
        inPrint: i % 2 === 0,
      })),
    )
  }, 120_000)
  afterAll(() => lib.db.close())

  test.each([
    '',
    'sort=title',
    'sort=-pages',
    'sort=pages',
    'sort=price',
    'sort=-price',
    'sort=weight',
    'sort=-availableAt',
    'sort=availableAt',
    'sort=inPrint',
    'sort=author',
    'sort=-author',
    'sort=sequel',
    'sort=-sequel',
    'sort=-pages,genre',
    'sort=pages,weight',
    'sort=-author,price,-title',
    'sort=id',
    'sort=-genre',
  ])('contain every row once, forwards and backwards: %s', async (sort) => {
    const whole = (await lib.list('book', `${sort}&limit=200`)).data.map((r) => r.code)
    expect(new Set(whole).size).toBe(57)
    const pages: ApiResponse[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await lib.list('book', `${sort}&limit=10${cursor ? `&cursor=${cursor}` : ''}`)
      pages.push(page)
      cursor = page.page.next
    }
    expect(pages.flatMap((p) => p.data.map((r) => r.code))).toEqual(whole)
    expect(pages[0]!.page.previous).toBeNull()
    const back: (typeof whole)[] = []
    for (let cursor = pages.at(-1)!.page.previous; cursor !== null;) {
      const page = await lib.list('book', `${sort}&limit=10&cursor=${cursor}`)
      back.unshift(page.data.map((r) => r.code))
      expect(page.page.next).not.toBeNull()
      cursor = page.page.previous
    }
    expect(back.flat()).toEqual(whole.slice(0, 50))
  })
  test('a whole list is streamed in order and in batches', async () => {
    const author = lib.of('author')
    const names = Array.from({ length: 1203 }, (_, i) => `S${String(i).padStart(5, '0')}`)
    await lib.put('author', ...names.map((name) => ({ name })))
    const seen: unknown[] = []
    for await (const { row } of lib.reader.stream(
      author,
      lib.query('author', 'filter[name][startsWith]=S&sort=name&limit=3'),
      system,
    )) {
      seen.push(row.name)
    }
    expect(seen).toEqual(names)
  })
})
