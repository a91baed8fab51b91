import { describe, expect, test } from 'vitest'
import type { ExportFormat } from '#model/exportForms.ts'
import type { ListQuery } from '#model/query.ts'
import { libraryModel, toy } from '#tests/toy.ts'
import { sheetsIn } from '#tests/support/workbook.ts'
import { compileAccess, systemActor } from '../../permissions/access.ts'
import type { RecordData } from '../../store/types.ts'
import { peopleExport } from './export.ts'
import type { Readers } from './readers.ts'

const stored = {
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  deletedAt: null,
}
const book: RecordData = {
  ...stored,
  id: 'b1',
  title: '=cmd',
  author: 'a1',
  coAuthors: ['a1', 'a2'],
  dedicatedTo: { type: 'books', id: 'b2' },
  price: { amount: 1234, currency: 'EUR' },
  genre: 'novel',
  moods: ['dark', 'odd'],
  pages: -3,
  royalty: 1250,
  availableAt: '2026-07-31T23:30:00.000Z',
  publishedOn: '2020-01-02',
  inPrint: true,
  images: [{ file: 'f1', alt: 'Cover' }],
  shelf: { line: 'Rua 1', city: 'Porto', country: 'PT' },
  state: 'draft',
  chapters: [
    { label: 'One', pages: 3, unit: { amount: 500, currency: 'JPY' } },
    { label: '@Two', pages: 4 },
  ],
}
const bare: RecordData = {
  ...stored,
  id: 'b2',
  title: 'Bare',
  price: { amount: 5, currency: 'EUR' },
  chapters: [],
}

const exported = async (
  format: ExportFormat,
  fields: readonly string[] | undefined,
  wanted: Partial<Readers> = {},
  grants?: string[],
) => {
  const access = compileAccess(
    libraryModel,
    grants
      ? { ...systemActor, kind: 'person', accountId: 'a', grants: [{ allow: grants, deny: [] }] }
      : systemActor,
  )
  const queries: ListQuery[] = []
  const chunks: Uint8Array[] = []
  for await (const chunk of peopleExport(format, {
    resource: toy('book'),
    access,
    model: libraryModel,
    list: () => Promise.reject(new Error('nothing refers')),
    query: {
      limit: 25,
      sort: [],
      totalExact: false,
      trashed: false,
      ...(fields ? { fields } : {}),
    },
    readers: {
      language: 'en',
      zone: 'Europe/Lisbon',
      keys: false,
      ids: false,
      children: 'cell',
      ...wanted,
    },
    async *rows(query) {
      queries.push(query)
      for (const row of [book, bare]) {
        yield { row, titles: { a1: 'Ann', a2: 'Bob', b2: 'Bare' } }
      }
    },
  })) {
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), queries }
}

const csv = async (...given: Parameters<typeof exported> extends [unknown, ...infer R] ? R : []) =>
  (await exported('csv', ...given)).bytes.toString('utf8').replace('\ufeff', '').split('\r\n')

describe('a human-readable export', () => {
  test('has labels, titles, decimal amounts, local times and a column for each part', async () => {
    const fields = ['author', 'coAuthors', 'price', 'genre', 'moods', 'availableAt', 'inPrint']
    const [header, line] = await csv([...fields, 'royalty', 'pages', 'state'])
    expect([header, line]).toEqual([
      'Author,Co-authors,Price,Price (currency),Genre,Moods,Available at,In print,Royalty (%),Pages,State',
      'Ann,Ann; Bob,12.34,EUR,Novel,Dark; Odd,2026-08-01 00:30,Yes,12.5,-3,Draft',
    ])
    const [parts, of, none] = await csv(['title', 'shelf', 'images'])
    expect(parts).toContain('Title,Shelf: Street and number,')
    expect([parts!.endsWith(',Images'), of!.endsWith(',Cover')]).toEqual([true, true])
    expect([of!.startsWith("'=cmd,Rua 1,"), none!.startsWith('Bare,,')]).toEqual([true, true])
  })

  test('has keys and codes, and ids next to titles, on request', async () => {
    const fields = ['author', 'dedicatedTo', 'price', 'genre', 'inPrint', 'shelf']
    const [header, line] = await csv(fields, { keys: true, ids: true })
    expect(header).toContain(
      'id,author,author.id,dedicatedTo,dedicatedTo.id,price,price.currency,genre,inPrint,shelf.',
    )
    expect(line).toContain('b1,Ann,a1,Bare,books/b2,12.34,EUR,novel,true,Rua 1,')
  })

  test('joins child rows in one cell, or puts each on its own line without repeating amounts', async () => {
    expect((await csv(['title', 'chapters']))[1]).toContain('\'=cmd,"One, 3, 500 JPY\n\'@Two, 4"')
    const fields = ['price', 'chapters']
    const lines = (await csv(fields, { children: 'lines' })).map((line) => line.split(','))
    expect(lines.map((cells) => cells.slice(0, 7))).toEqual([
      [
        'Title',
        'Price',
        'Price (currency)',
        'Chapters: Label',
        'Chapters: Pages',
        'Chapters: Unit price',
        'Chapters: Unit price (currency)',
      ],
      ["'=cmd", '12.34', 'EUR', 'One', '3', '500', 'JPY'],
      ["'=cmd", '', '', "'@Two", '4', '', ''],
      ['Bare', '0.05', 'EUR', '', '', '', ''],
      [''],
    ])
  })

  test('as XLSX has typed numbers, dates and texts, and child rows on their own sheet', async () => {
    const fields = ['price', 'publishedOn', 'availableAt', 'genre', 'chapters']
    const { bytes, queries } = await exported('xlsx', fields, { children: 'sheets' })
    const sheets = await sheetsIn(bytes)
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Books', 3],
      ['Chapters', 3],
    ])
    const [books, chapters] = sheets
    expect(books!.rows[1]).toEqual(['=cmd', 12.34, 'EUR', 43832, 46235.020833333336, 'Novel'])
    expect(chapters!.rows[0]!.slice(0, 4)).toEqual([
      'Title',
      'Chapters: Label',
      'Chapters: Pages',
      'Chapters: Unit price',
    ])
    expect(chapters!.rows.slice(1).map((row) => row.slice(0, 3))).toEqual([
      ['=cmd', 'One', 3],
      ['=cmd', '@Two', 4],
    ])
    expect(queries.map((q) => q.fields)).toEqual([
      ['title', ...fields.slice(0, -1)],
      ['title', 'chapters'],
    ])
  })

  test('never queries unreadable fields, and identifies records by id if their title is unreadable', async () => {
    const grants = ['book.list', 'book.field.chapters.read']
    const { bytes, queries } = await exported('csv', undefined, { children: 'lines' }, grants)
    expect(bytes.toString('utf8').split('\r\n')[1]).toContain('b1,One,3')
    expect(queries.map((q) => q.fields)).toEqual([['id', 'chapters', 'createdAt', 'updatedAt']])
    expect(bytes.toString('utf8')).not.toContain('cmd')
  })
})
