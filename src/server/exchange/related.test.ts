import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExportFormat } from '#model/exportForms.ts'
import { openLibrary, person, system, type Library } from '#tests/support/reads.ts'
import { sheetsIn } from '#tests/support/workbook.ts'
import type { Access } from '../permissions/types.ts'
import { exportBytes } from './exportForm.ts'
import type { Readers } from './people/readers.ts'
import { relatedField } from './related.ts'

let lib: Library
let ann: string, bob: string
beforeAll(async () => {
  lib = await openLibrary()
  let gone: string
  ;[ann, bob, gone] = (await lib.put(
    'author',
    { name: 'Ann', email: 'ann@example.com', country: 'PT', internalNote: 'Pays late' },
    { name: 'Bob', email: 'bob@example.com' },
    { name: 'Gone', email: 'gone@example.com', deletedAt: '2026-03-01T00:00:00.000Z' },
  )) as [string, string, string]
  const book = (title: string, author: string, more = {}) => ({
    title,
    code: title.slice(0, 1),
    author,
    chapters: [{ label: `${title} one` }, { label: `${title} two` }],
    ...more,
  })
  const [alpha] = await lib.put('book', book('Alpha', ann))
  await lib.put('book', book('Beta', bob, { sequel: alpha }), book('Gamma', gone))
}, 120_000)
afterAll(() => lib.db.close())

const all = { allow: ['*'], deny: [] }
const exported = async (
  format: ExportFormat,
  fields: readonly string[],
  access: Access = system,
  more: Partial<Readers> = {},
): Promise<Buffer> => {
  const readers: Readers = {
    language: 'en',
    zone: 'UTC',
    keys: false,
    ids: false,
    children: 'cell',
    ...more,
  }
  const book = lib.of('book')
  const query = { ...lib.query('book', 'sort=title'), fields }
  const chunks: Uint8Array[] = []
  const bytes = exportBytes(
    book,
    query,
    access,
    { format, readers },
    {
      model: lib.model,
      rows: (asked) => lib.reader.stream(book, asked, access),
      list: lib.reader.list,
    },
  )
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const lines = async (...given: [readonly string[], Access?, Partial<Readers>?]) =>
  String(await exported('csv', ...given))
    .replace('\ufeff', '')
    .split('\r\n')
    .slice(0, -1)

test('an export has fields of referenced records, in the order requested', async () => {
  expect(await lines(['author.email', 'title', 'sequel.author', 'author.country'])).toEqual([
    'Author: Email,Title,Sequel: Author,Author: Country',
    'ann@example.com,Alpha,,PT',
    'bob@example.com,Beta,Ann,',
    // In the trash.
    ',Gamma,,',
  ])
  const fields = ['title', 'author.email', 'author.address']
  expect((await lines(fields, system, { language: 'pt' }))[0]).toMatch(
    /^Título,Author: E-mail,Author: Morada: /,
  )
  expect((await lines(['title', 'sequel.author'], system, { keys: true, ids: true }))[0]).toBe(
    'id,title,sequel.author,sequel.author.id',
  )
})

test('a workbook has them on the sheet of the records, and child rows have their own', async () => {
  const fields = ['title', 'author.email', 'chapters']
  const [books, chapters] = await sheetsIn(
    await exported('xlsx', fields, system, { children: 'sheets' }),
  )
  expect(books!.rows.slice(0, 2)).toEqual([
    ['Title', 'Author: Email'],
    ['Alpha', 'ann@example.com'],
  ])
  expect(chapters!.rows).toHaveLength(7)
  expect(chapters!.rows[0]).not.toContain('Author: Email')
  const apart = await lines(fields, system, { children: 'lines' })
  expect(apart.slice(1, 3).map((line) => line.split(',').slice(0, 3))).toEqual([
    ['Alpha', 'ann@example.com', 'Alpha one'],
    ['Alpha', '', 'Alpha two'],
  ])
})

test('a related record outside the rows of the reader has an empty cell, to list or to export', async () => {
  const fields = ['title', 'author.email', 'author.country']
  const onlyAnn = { author: { name: 'Ann' } }
  const shown = ['Alpha,ann@example.com,PT', 'Beta,,', 'Gamma,,']
  const mine = person({ ...all, rows: onlyAnn })
  expect((await lines(fields, mine)).slice(1)).toEqual(shown)
  const seesAll = { allow: ['*'], deny: ['author.export'] }
  const exportsAnn = person([seesAll, { allow: ['author.*'], deny: [], rows: onlyAnn }])
  expect((await lines(fields, exportsAnn)).slice(1)).toEqual(shown)
})

test('a field that the reader may read on some related records is empty on the others', async () => {
  const access = person([
    { allow: ['*'], deny: ['author.field.internalNote.*'] },
    { allow: ['author.*'], deny: [], rows: { author: { name: 'Bob' } } },
  ])
  expect(
    (await lines(['title', 'author.internalNote', 'author.email'], access)).slice(1, 3),
  ).toEqual(['Alpha,,ann@example.com', 'Beta,,bob@example.com'])
  expect((await lines(['title', 'author.internalNote']))[1]).toBe('Alpha,Pays late')
})

test('a name needs a single reference, and list, export and reading of the field', () => {
  const found = (name: string, access: Access = system) =>
    relatedField(lib.of('book'), lib.model, access, name)?.name
  expect(found('author.email')).toBe('author.email')
  for (const name of [
    'author',
    'author.nonsense',
    'coAuthors.name',
    'author.a.b',
    'sequel.chapters',
  ]) {
    expect(found(name), name).toBeUndefined()
  }
  const without = (...deny: string[]) => found('author.email', person({ allow: ['*'], deny }))
  expect(without()).toBe('author.email')
  for (const key of [
    'author.list',
    'author.export',
    'author.field.email.*',
    'book.field.author.*',
  ]) {
    expect(without(key), key).toBeUndefined()
  }
})
