import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId, openLibrary, person, system, type Library } from '#tests/support/reads.ts'
import type { ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import { visiblePatch } from './history.ts'
import { listStatement } from './list.ts'
import { problemOf } from '#tests/support/writes.ts'
import { createReader, type Queryable } from './reader.ts'

const CANARY = 'canary7391'
const all = { allow: ['*'], deny: [] }
const zone = { timeZone: 'UTC' }

describe('reads', () => {
  let lib: Library
  let ann: string, bob: string, books: string[], readers: string[]
  let blind: Access
  beforeAll(async () => {
    lib = await openLibrary()
    ;[ann, bob] = (await lib.put(
      'author',
      { name: 'Ann', internalNote: CANARY, payoutAccount: `${CANARY}000000`, tags: ['t'] },
      { name: 'Bob' },
    )) as [string, string]
    books = await lib.put(
      'book',
      {
        title: 'Alpha',
        code: 'A',
        author: ann,
        internalNote: CANARY,
        price: { amount: 500, currency: 'EUR' },
        publishedOn: '2026-01-31',
        availableAt: '2026-01-31T23:30:00.000Z',
        pages: 10,
      },
      {
        title: 'Beta',
        code: 'B',
        author: ann,
        price: { amount: 900, currency: 'USD' },
        publishedOn: '2026-02-01',
        availableAt: '2026-02-02T00:30:00.000Z',
        pages: 20,
        genre: 'poetry',
      },
      {
        title: 'Gamma',
        code: 'C',
        author: bob,
        price: { amount: 250, currency: 'EUR' },
        publishedOn: '2026-02-28',
        pages: 31,
      },
      {
        title: 'Gone',
        code: 'X',
        author: ann,
        deletedAt: '2026-03-01T00:00:00.000Z',
        price: { amount: 5, currency: 'EUR' },
      },
    )
    await lib.put('shelf', { name: 'Top' })
    readers = await lib.put(
      'reader',
      { name: 'Rita', email: `${CANARY}@example.com`, phone: CANARY },
      { name: 'Rob' },
      { name: 'Rex' },
    )
    await lib.put(
      'loan',
      { code: 'L1', book: books[0]!, reader: readers[0]! },
      { code: 'L2', book: books[2]!, reader: readers[1]! },
      { code: 'L3', book: books[0]!, reader: readers[2]!, deletedAt: '2026-03-01T00:00:00.000Z' },
    )
    await lib.put('member', { name: 'Mia', roles: [] })
    await lib.db.query(
      `insert into audit (entity, record_id, version, action, channel, actor_name, reason, patch, at) values
      ('book', $1, 1, 'create', 'api', 'Ada', null, $2, '2026-01-01T00:00:00Z'), ('book', $1, 2, 'update', 'api', 'Ada', null, $3, '2026-01-02T00:00:00Z'), ('book', $1, 3, 'update', 'api', 'Ada', 'why', $4, '2026-01-03T00:00:00Z')`,
      [
        books[0],
        JSON.stringify({ title: [null, 'Alpha'], author: [null, ann] }),
        JSON.stringify({ internalNote: [null, CANARY] }),
        JSON.stringify({ title: ['Alpha', 'Alpha 2'], internalNote: [CANARY, null], gone: [1, 2] }),
      ],
    )
    blind = person({
      allow: ['*'],
      deny: ['*.field.internalNote.*', '*.field.payoutAccount.*', 'reader.*'],
    })
  }, 120_000)
  afterAll(() => lib.db.close())
  const codes = async (access: Access, text = '') =>
    (await lib.list('book', text, access)).data.map((r) => r.code).sort()

  test('every read returns 403 to a caller without a role', async () => {
    const nobody = person([])
    const book = lib.of('book')
    await expect(lib.list('book', '', nobody)).rejects.toMatchObject({ status: 403 })
    await expect(lib.reader.get(book, books[0]!, nobody)).rejects.toMatchObject({ status: 403 })
    await expect(lib.reader.options(book, {}, nobody)).rejects.toMatchObject({ status: 403 })
    await expect(
      lib.reader.aggregate(book, { group: [], measures: ['count'], ...zone }, nobody),
    ).rejects.toMatchObject({ status: 403 })
    await expect(lib.reader.history(book, books[0]!, nobody)).rejects.toMatchObject({ status: 403 })
    await expect(
      lib.reader.stream(book, lib.query('book'), nobody)[Symbol.asyncIterator]().next(),
    ).rejects.toMatchObject({ status: 403 })
    expect(await lib.reader.globalSearch('a', nobody)).toEqual([])
  })
  test('no read contains a hidden field: list, record, history, search or export', async () => {
    const book = lib.of('book')
    const bytes = [
      await lib.reader.list(book, lib.query('book', 'include=author,coAuthors'), blind),
      await lib.reader.list(lib.of('author'), lib.query('author'), blind),
      (await lib.reader.get(book, books[0]!, blind)).body,
      (await lib.reader.get(lib.of('author'), ann, blind)).body,
      JSON.stringify(await lib.reader.history(book, books[0]!, blind)),
      await lib.reader.list(lib.of('loan'), lib.query('loan', 'include=book'), blind),
      JSON.stringify(await lib.reader.globalSearch('r', blind)),
    ]
    for await (const { row, titles } of lib.reader.stream(book, lib.query('book'), blind)) {
      bytes.push(JSON.stringify([row, titles]))
    }
    for (const text of bytes) expect(text).not.toContain(CANARY)
    expect(await lib.reader.list(book, lib.query('book'), system)).toContain(CANARY)
  })
  test('a search runs the same statements for a hidden value and for a value that does not exist', async () => {
    const book = lib.of('book')
    const statements: string[] = []
    const db: Queryable = {
      query: (statement) => {
        statements.push(statement.text)
        return lib.db.query(statement)
      },
    }
    const reader = createReader({ db, model: lib.model, secret: 'a secret of the tests' })
    const asked = async (search: string, access: Access): Promise<string[]> => {
      statements.length = 0
      await reader.list(book, lib.query('book', `search=${search}`), access)
      await reader.options(book, { search }, access)
      await reader.globalSearch(search, access)
      await reader.aggregate(book, { search, group: [], measures: ['count'], ...zone }, access)
      return [...statements]
    }
    const hidden = await asked(CANARY, blind)
    expect(hidden.length).toBeGreaterThanOrEqual(4)
    expect(hidden).toEqual(await asked('absent7391', blind))
    // The index over all searched fields is for those who may read them all.
    const onBooks = hidden.filter((text) => text.includes('"books"') && text.includes(' like '))
    expect(onBooks.length).toBeGreaterThanOrEqual(4)
    for (const text of onBooks) {
      expect(text.split('union all').filter((part) => part.includes('"books"'))).not.toContainEqual(
        expect.stringMatching(/\.search like/),
      )
    }
    expect((await asked(CANARY, system)).join()).toMatch(/\.search like/)
  })
  test('search finds nothing by a field the caller may not read', async () => {
    expect(await codes(system, `search=${CANARY}`)).toEqual(['A'])
    expect(await codes(blind, `search=${CANARY}`)).toEqual([])
    expect(await codes(blind, 'search=alpha')).toEqual(['A'])
    expect(await lib.reader.options(lib.of('book'), { search: CANARY }, blind)).toEqual([])
    expect(await lib.reader.globalSearch(CANARY, blind)).toEqual([])
    expect((await lib.reader.globalSearch(CANARY, system)).map((h) => h.title)).toEqual([
      'Ann',
      'Alpha',
      'Rita',
    ])
  })
  test.each([
    [`filter[internalNote][contains]=c`],
    ['filter[author.internalNote][contains]=c'],
    ['filter[or][0][not][internalNote][isNull]=true'],
    ['sort=internalNote'],
    ['fields=internalNote'],
  ])('a forbidden field is refused as an unknown name: %s', async (text) => {
    // The parser without permissions accepts it if the kind allows; the reader must not.
    const query = text.startsWith('sort')
      ? { ...lib.query('book'), sort: [{ field: 'internalNote', descending: false }] }
      : lib.query('book', text)
    await expect(lib.reader.list(lib.of('book'), query, blind)).rejects.toMatchObject({
      status: 400,
      code: 'unknown_name',
    })
  })
  test('refuses to filter by fields of a related record that the caller may not read', async () => {
    await expect(
      lib.reader.list(lib.of('loan'), lib.query('loan', 'filter[reader.name]=Rita'), blind),
    ).rejects.toMatchObject({ status: 400, code: 'unknown_name' })
    expect((await lib.list('loan', 'filter[reader.name]=Rita')).data).toHaveLength(1)
  })
  test('a list includes no related record that the caller may not read', async () => {
    const { data, included } = await lib.list('loan', '', blind)
    expect(data).toHaveLength(2)
    expect(included).not.toHaveProperty('readers')
    expect(Object.keys(included.books!)).toHaveLength(2)
  })
  test('sorting by a reference ignores titles the caller may not read', async () => {
    const order = async (access: Access) =>
      (await lib.list('loan', 'sort=reader', access)).data.map((r) => r.code)
    const [first] = await lib.put('reader', {
      id: '00000000-0000-7000-8000-000000000000',
      name: 'Zoe',
    })
    await lib.put('loan', { code: 'L9', book: books[0]!, reader: first! })
    expect((await order(system)).at(-1)).toBe('L9')
    expect((await order(blind))[0]).toBe('L9')
    await lib.db.query(`delete from loans where code = 'L9'`)
  })
  test('staff of a tenant read only rows of their tenant', async () => {
    const staff = person(all, ann)
    expect(await codes(staff)).toEqual(['A', 'B'])
    expect((await lib.list('author', '', staff)).data.map((r) => r.name)).toEqual(['Ann'])
    expect((await lib.list('loan', '', staff)).data.map((r) => r.code)).toEqual(['L1'])
    expect((await lib.list('shelf', '', staff)).data).toHaveLength(1)
    const seen = await lib.list('reader', '', staff)
    expect(seen.data.map((r) => r.name)).toEqual(['Rita'])
    expect(seen.data[0]).not.toHaveProperty('email')
    expect(JSON.stringify(seen)).not.toContain(CANARY)
    await expect(lib.list('member', '', staff)).rejects.toMatchObject({ status: 403 })
    await expect(lib.reader.get(lib.of('book'), books[2]!, staff)).rejects.toMatchObject({
      status: 404,
    })
    await expect(lib.reader.get(lib.of('reader'), readers[2]!, staff)).rejects.toMatchObject({
      status: 404,
    })
    await expect(lib.reader.history(lib.of('book'), books[2]!, staff)).rejects.toMatchObject({
      status: 404,
    })
    expect((await lib.reader.options(lib.of('author'), {}, staff)).map((o) => o.title)).toEqual([
      'Ann',
    ])
    expect(await lib.reader.options(lib.of('author'), { ids: [bob] }, staff)).toEqual([])
    expect(
      await lib.reader.aggregate(
        lib.of('book'),
        { group: [], measures: ['count'], ...zone },
        staff,
      ),
    ).toMatchObject({ data: [{ values: { count: 2 } }] })
    expect((await lib.reader.globalSearch('a', staff)).map((h) => h.title)).not.toContain('Gamma')
  })
  test('tenant staff get titles for references of their live rows, without an extra query on the rows', async () => {
    const named = async (access: Access, text = '') => {
      const { included } = await lib.list('loan', text, access)
      return [included.books, included.readers].map((found) => Object.keys(found ?? {}))
    }
    const asked = (access: Access, text = '') =>
      listStatement(
        { model: lib.model, access, secret: 'secret' },
        lib.of('loan'),
        lib.query('loan', text),
      ).statement.text.split(' as data')[1]!
    const staff = person(all, ann)
    expect(await named(staff)).toEqual([[books[0]], [readers[0]]])
    const look = '"loans" s_u where'
    expect(asked(staff)).not.toContain(look)
    expect(asked(staff, 'trashed=true')).toContain(look)
    // Of a row in the trash it sees the book, which is its own, and no reader.
    expect(await named(staff, 'trashed=true')).toEqual([[books[0]], []])
    // What a role adds to the scope is asked as before.
    const rita = { ...all, rows: { reader: { name: 'Rita' } } }
    const nobody = { ...all, rows: { reader: { name: 'Nobody' }, book: { genre: 'poetry' } } }
    expect(await named(person(rita, ann))).toEqual([[books[0]], [readers[0]]])
    expect(await named(person(nobody, ann))).toEqual([[], []])
    expect(await named(person(all, bob))).toEqual([[books[2]], [readers[1]]])
    expect(await named(person(all))).toEqual([
      [books[0], books[2]],
      [readers[0], readers[1]],
    ])
  })
  test('a role reads only rows its row rule allows; several roles add up', async () => {
    const narrow = { allow: ['*'], deny: [], rows: { book: { genre: 'poetry' } } }
    expect(await codes(person(narrow))).toEqual(['B'])
    expect(
      await codes(
        person([narrow, { allow: ['book.*'], deny: [], rows: { book: { author: [bob] } } }]),
      ),
    ).toEqual(['B', 'C'])
    expect(await codes(person([narrow, { allow: ['author.*'], deny: [] }]))).toEqual(['B'])
    expect(
      await codes(person([narrow, { allow: ['book.list', 'book.field.code.read'], deny: [] }])),
    ).toEqual(['A', 'B', 'C'])
    expect(
      await codes(
        person([{ ...narrow, rows: { book: { genre: 'poetry', 'author.name': 'Ann' } } }], ann),
      ),
    ).toEqual(['B'])
    expect(await codes(person(narrow, bob))).toEqual([])
    for (const rule of [
      { nothing: 1 },
      {},
      { author: 'no id' },
      { shelf: 'x' },
      { genre: 'opera' },
    ]) {
      expect(await codes(person({ ...narrow, rows: { book: rule } }))).toEqual([])
    }
  })
  test('reading a record returns the same 404 for an absent, malformed, trashed or foreign id', async () => {
    const book = lib.of('book')
    for (const id of [newId(), 'nothing', books[3]!]) {
      await expect(lib.reader.get(book, id, system)).rejects.toMatchObject({ status: 404 })
    }
    const problem = async (id: string, access: Access) =>
      await problemOf(lib.reader.get(book, id, access))
    for (const access of [
      person(all, bob),
      person({ ...all, rows: { book: { genre: 'poetry' } } }),
    ]) {
      const absent = await problem(newId(), access)
      expect(absent.status).toBe(404)
      for (const id of [books[0]!, books[3]!, 'nothing']) {
        expect(await problem(id, access)).toEqual(absent)
      }
    }
    expect((await lib.reader.get(book, books[2]!, person(all, bob))).version).toBe(1)
    const found = await lib.reader.get(book, books[3]!, system, { trashed: true })
    expect(JSON.parse(found.body)).toMatchObject({
      data: { title: 'Gone', deletedAt: '2026-03-01T00:00:00.000Z' },
      included: { authors: { [ann]: { title: 'Ann' } } },
    })
    expect(found.version).toBe(1)
  })
  test('a subtitle that is a reference shows the referenced title only if the caller may read it', async () => {
    const book: ResourceModel = { ...lib.of('book'), subtitle: 'author' }
    const subtitles = async (access: Access) =>
      (await lib.reader.options(book, {}, access)).map((o) => o.subtitle)
    expect(await subtitles(system)).toEqual(['Bob', 'Ann', 'Ann'])
    expect(await subtitles(person({ allow: ['*'], deny: ['author.*'] }))).toEqual(
      Array(3).fill(undefined),
    )
    expect(
      await subtitles(person({ allow: ['*'], deny: [], rows: { author: { id: [bob] } } })),
    ).toEqual(['Bob', undefined, undefined])
    expect(await subtitles(person({ allow: ['*'], deny: ['book.field.author.read'] }))).toEqual(
      Array(3).fill(undefined),
    )
    expect(await subtitles(person({ allow: ['*'], deny: ['author.field.name.read'] }))).toEqual(
      Array(3).fill(undefined),
    )
  })
  test('options are found by search and by ids, newest first', async () => {
    const book = lib.of('book')
    expect(await lib.reader.options(book, {}, system)).toEqual([
      { id: books[2], title: 'Gamma', subtitle: 'C' },
      { id: books[1], title: 'Beta', subtitle: 'B' },
      { id: books[0], title: 'Alpha', subtitle: 'A' },
    ])
    expect(
      (await lib.reader.options(book, { search: 'ALPH' }, system)).map((o) => o.title),
    ).toEqual(['Alpha'])
    expect(
      (await lib.reader.options(book, { ids: [books[1]!, 'x', books[3]!] }, system)).map(
        (o) => o.title,
      ),
    ).toEqual(['Beta'])
    expect(
      (
        await lib.reader.options(
          book,
          { filter: { path: ['author'], op: 'eq', value: bob }, limit: 1 },
          system,
        )
      ).map((o) => o.title),
    ).toEqual(['Gamma'])
    expect(
      (
        await lib.reader.options(
          book,
          {},
          person({ allow: ['*'], deny: ['book.field.title.*', 'book.field.code.*'] }),
        )
      )[0],
    ).toEqual({ id: books[2], title: books[2] })
  })
  test('aggregates sum money per currency, keep dates as they are and group instants in the time zone', async () => {
    const book = lib.of('book')
    const ask = (group: string[], measures: string[], timeZone = 'UTC') =>
      lib.reader.aggregate(book, { group, measures, timeZone }, system)
    expect(await ask([], ['sum:price', 'count', 'avg:price'])).toMatchObject({
      data: [
        {
          values: {
            'sum:price': { amount: 900, currency: 'USD' },
            count: 1,
            'avg:price': { amount: 900, currency: 'USD' },
          },
        },
        {
          values: {
            'sum:price': { amount: 750, currency: 'EUR' },
            count: 2,
            'avg:price': { amount: 375, currency: 'EUR' },
          },
        },
      ],
    })
    expect(
      await ask(['publishedOn:month'], ['count', 'sum:pages', 'max:publishedOn']),
    ).toMatchObject({
      data: [
        {
          group: { 'publishedOn:month': '2026-01-01' },
          values: { count: 1, 'sum:pages': 10, 'max:publishedOn': '2026-01-31' },
        },
        {
          group: { 'publishedOn:month': '2026-02-01' },
          values: { count: 2, 'sum:pages': 51, 'max:publishedOn': '2026-02-28' },
        },
      ],
      truncated: false,
    })
    expect(await ask(['publishedOn:week'], ['count'])).toMatchObject({
      data: [
        { group: { 'publishedOn:week': '2026-01-26' }, values: { count: 2 } },
        { group: { 'publishedOn:week': '2026-02-23' } },
      ],
    })
    const days = (a: unknown) =>
      (a as { data: { group: Record<string, string> }[] }).data.map(
        (d) => d.group['availableAt:day'],
      )
    expect(days(await ask(['availableAt:day'], ['count'], 'UTC'))).toEqual([
      '2026-01-31',
      '2026-02-02',
      null,
    ])
    expect(days(await ask(['availableAt:day'], ['count'], 'Asia/Tokyo'))).toEqual([
      '2026-02-01',
      '2026-02-02',
      null,
    ])
    expect(days(await ask(['availableAt:day'], ['count'], 'America/New_York'))).toEqual([
      '2026-01-31',
      '2026-02-01',
      null,
    ])
    expect(await ask(['author'], ['count', 'min:availableAt'])).toMatchObject({
      data: [
        {
          group: { author: ann },
          values: { count: 2, 'min:availableAt': '2026-01-31T23:30:00.000Z' },
        },
        { group: { author: bob }, values: { count: 1 } },
      ],
      included: { authors: { [ann]: { title: 'Ann' } } },
    })
    await expect(
      lib.reader.aggregate(book, { group: ['internalNote'], measures: ['count'], ...zone }, blind),
    ).rejects.toMatchObject({ status: 400, code: 'unknown_name' })
    await expect(
      lib.reader.aggregate(
        book,
        { group: [], measures: ['sum:price'], ...zone },
        person({ allow: ['*'], deny: ['book.field.price.read'] }),
      ),
    ).rejects.toMatchObject({ status: 400, code: 'unknown_name' })
  })
  test('the history shows only fields and references that the caller may read', async () => {
    const seen = (await lib.reader.history(lib.of('book'), books[0]!, blind)) as {
      data: { patch: unknown; reason: unknown; at: string; version: number }[]
    }
    expect(seen.data.map((d) => d.patch)).toEqual([
      { title: ['Alpha', 'Alpha 2'] },
      {},
      { title: [null, 'Alpha'], author: [null, ann] },
    ])
    expect(seen).toMatchObject({
      data: [
        {
          action: 'update',
          reason: 'why',
          at: '2026-01-03T00:00:00.000Z',
          version: 3,
          actor: { id: null, name: 'Ada' },
        },
        {},
        {},
      ],
      included: { authors: { [ann]: { id: ann, title: 'Ann' } } },
    })
  })
  test('the history leaves out parts that a field no longer has', () => {
    const fields = new Map(lib.of('book').fields.map((f) => [f.name, f]))
    const chapter = { label: 'One', unit: { amount: 5, currency: 'EUR' } }
    const patch = {
      chapters: [null, [{ ...chapter, reviewer: 'Ana' }]],
      size: [{ width: 1, depth: 2 }, null],
    } as const
    expect(visiblePatch(patch as never, fields, new Set(['chapters', 'size']))).toEqual({
      chapters: [null, [chapter]],
      size: [{ width: 1 }, null],
    })
  })
  test('the total stops at 10,000 unless the exact total is requested', async () => {
    await lib.db.query(
      `insert into shelves (id, name, created_at, updated_at) select gen_random_uuid(), 'n' || i, now(), now() from generate_series(1, 10004) i`,
    )
    for (const limit of [1, 1, 2]) {
      expect((await lib.list('shelf', `limit=${limit}`)).page).toMatchObject({
        total: 10_000,
        totalIsExact: false,
      })
    }
    expect((await lib.list('shelf', 'search=n77&limit=1')).page.totalIsExact).toBe(true)
    expect((await lib.list('shelf', 'limit=1&total=exact')).page).toMatchObject({
      total: 10_005,
      totalIsExact: true,
    })
  })
})
