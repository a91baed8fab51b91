import { inside } from '#model/message.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byCollection } from '#model/compile.ts'
import type { Json } from '#model/types.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import { csvOf, exportFields } from '../exchange/csv.ts'
import { cellValue } from '../exchange/values.ts'
import { createReader, type FullReader } from './read/reader.ts'

const everything = [{ allow: ['*'], deny: [] }]
const NOBODY = '01900000-0000-7000-8000-00000000dead'

describe('references to one of several collections and in child rows', () => {
  let bench: Bench
  let reader: FullReader
  let author: string
  let other: string
  let n = 0
  const book = (values: Record<string, Json> = {}, as = bench.as()) =>
    bench.writer.create(
      bench.of('book'),
      { title: `T${++n}`, code: `B-${n}`, author, ...values },
      as,
    )
  const read = async (
    id: string,
    as = bench.as(),
  ): Promise<{
    data: Record<string, Json>
    included: Record<string, Record<string, { title: string }>>
  }> => JSON.parse((await reader.get(bench.of('book'), id, as.access)).body)

  beforeAll(async () => {
    bench = await openBench(libraryResources)
    reader = createReader({ db: bench.db, model: bench.model, secret: 'x'.repeat(32) })
    author = (
      await bench.writer.create(
        bench.of('author'),
        { name: 'Clarice', email: 'c@example.com' },
        bench.as(),
      )
    ).id
    other = (
      await bench.writer.create(
        bench.of('author'),
        { name: 'Fernando', email: 'f@example.com' },
        bench.as(),
      )
    ).id
  })
  afterAll(() => bench.db.close())

  test('a record and a list include the titles of referenced records, also from child rows', async () => {
    const first = await book()
    const { id } = await book({
      dedicatedTo: { type: 'books', id: first.id },
      chapters: [
        { label: 'One', editor: other, source: { type: 'authors', id: other } },
        { label: 'Two' },
      ],
    })
    const { data, included } = await read(id)
    expect(data.dedicatedTo).toEqual({ type: 'books', id: first.id })
    expect([included.books?.[first.id]?.title, included.authors?.[other]?.title]).toEqual([
      first.title,
      'Fernando',
    ])
    const parsed = parseListQuery(
      bench.of('book'),
      bench.model,
      new URLSearchParams('fields=title,chapters'),
    )
    const page = JSON.parse(
      await reader.list(
        bench.of('book'),
        'query' in parsed ? parsed.query : ({} as never),
        bench.as().access,
      ),
    )
    expect(page.included.authors[other].title).toBe('Fernando')
  })

  test('a reference to a missing, trashed or wrong-collection record is refused with its path', async () => {
    const gone = await book()
    await bench.writer.remove(bench.of('book'), gone.id, 1, { purge: false }, bench.as())
    const wrong = async (values: Record<string, Json>) => (await problemOf(book(values))).errors
    expect(await wrong({ dedicatedTo: { type: 'authors', id: NOBODY } })).toEqual([
      {
        path: 'dedicatedTo',
        code: 'unknown_reference',
        message: 'There is no such author',
        text: 'There is no such {{what}}',
        params: { what: inside('Author') },
      },
    ])
    expect(await wrong({ dedicatedTo: { type: 'books', id: author } })).toMatchObject([
      { path: 'dedicatedTo', code: 'unknown_reference' },
    ])
    expect(await wrong({ dedicatedTo: { type: 'books', id: gone.id } })).toMatchObject([
      { path: 'dedicatedTo' },
    ])
    expect(await wrong({ dedicatedTo: { type: 'members', id: author } })).toMatchObject([
      { path: 'dedicatedTo.type' },
    ])
    expect(
      (await wrong({
        chapters: [
          { label: 'A', editor: other },
          { label: 'B', editor: NOBODY, source: { type: 'books', id: NOBODY } },
        ],
      }))!.map((e) => e.path),
    ).toEqual(['chapters.1.editor', 'chapters.1.source'])
    const kept = await book({ dedicatedTo: { type: 'authors', id: author } })
    const { errors } = await problemOf(
      bench.writer.patch(
        bench.of('book'),
        kept.id,
        1,
        { dedicatedTo: { type: 'books', id: author } },
        bench.as(),
      ),
    )
    expect(errors).toMatchObject([{ path: 'dedicatedTo', code: 'unknown_reference' }])
  })

  test('a record the caller may not see cannot be referenced, and its title is hidden', async () => {
    const staff = bench.as({ tenant: author, grants: everything })
    expect(
      (await problemOf(book({ dedicatedTo: { type: 'authors', id: other } }, staff))).errors,
    ).toMatchObject([{ path: 'dedicatedTo', code: 'unknown_reference' }])
    expect(
      (await problemOf(book({ chapters: [{ label: 'A', editor: other }] }, staff))).errors,
    ).toMatchObject([{ path: 'chapters.0.editor' }])
    const { id } = await book({
      dedicatedTo: { type: 'authors', id: other },
      chapters: [{ label: 'A', editor: other }],
    })
    expect(Object.keys((await read(id, staff)).included.authors ?? {})).toEqual([author])
    // An existing reference may stay, though the caller cannot see its target.
    await bench.writer.patch(
      bench.of('book'),
      id,
      1,
      { chapters: [{ label: 'Renamed', editor: other }] },
      staff,
    )
    const blind = bench.as([{ allow: ['*'], deny: ['author.field.name.read'] }])
    expect((await read(id, blind)).included.authors).toBeUndefined()
    expect(JSON.stringify(await reader.history(bench.of('book'), id, staff.access))).not.toContain(
      'Fernando',
    )
  })

  test('history includes the titles of references; CSV export and import round-trip them', async () => {
    const { id, title } = await book({ dedicatedTo: { type: 'authors', id: other } })
    await bench.writer.patch(
      bench.of('book'),
      id,
      1,
      { dedicatedTo: null, chapters: [{ label: 'A', source: { type: 'authors', id: author } }] },
      bench.as(),
    )
    const history = (await reader.history(bench.of('book'), id, bench.as().access)) as {
      included: Record<string, Record<string, { title: string }>>
    }
    expect(
      Object.values(history.included.authors ?? {})
        .map((r) => r.title)
        .sort(),
    ).toEqual(['Clarice', 'Fernando'])
    const again = await book({ dedicatedTo: { type: 'authors', id: other } })
    const parsed = parseListQuery(
      bench.of('book'),
      bench.model,
      new URLSearchParams(`filter[title]=${String(again.title)}`),
    )
    const access = bench.as().access
    let text = ''
    for await (const part of csvOf(
      exportFields(bench.of('book'), access, ['dedicatedTo']),
      reader.stream(bench.of('book'), 'query' in parsed ? parsed.query : ({} as never), access),
      { byteOrderMark: false },
    )) {
      text += new TextDecoder().decode(part)
    }
    expect(text).toBe(
      `id,dedicatedTo,dedicatedTo.title\r\n${again.id},authors/${other},Fernando\r\n`,
    )
    expect(
      cellValue(
        byCollection(bench.model, 'books').fields.find((f) => f.name === 'dedicatedTo')!,
        `authors/${other}`,
      ),
    ).toEqual({ type: 'authors', id: other })
    expect(title).not.toBe(again.title)
  })
})
