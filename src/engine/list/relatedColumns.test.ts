import { afterEach, expect, test, vi } from 'vitest'
import type { Allowed } from '#model/filterUrl.ts'
import { libraryModel, toy } from '#tests/toy.ts'
import { possibleColumns } from './columns.ts'
import { relatedColumn, tableColumns } from './relatedColumns.ts'

const book = toy('book')
afterEach(() => vi.unstubAllGlobals())

test('a column of a referenced record needs a single reference and permission for both fields', () => {
  const of = (name: string, allowed: Allowed = () => true) =>
    relatedColumn(book, name, allowed, libraryModel)?.field.label
  expect(of('author.name')).toBe('Author → Name')
  for (const name of ['author.nonsense', 'coAuthors.name', 'title.name', 'author', 'author.a.b']) {
    expect(of(name), name).toBeUndefined()
  }
  expect(of('author.name', (resource) => resource.entity !== 'author')).toBeUndefined()
  expect(of('author.name', (_, field) => field !== 'author')).toBeUndefined()
})

test('the columns of a table keep their order, and the title that nobody chose is first', () => {
  const columns = possibleColumns(book, () => true).filter((c) =>
    ['title', 'code'].includes(c.name),
  )
  const list = { resource: book, columns, allowed: () => true }
  expect(tableColumns({ ...list, preference: { columns: ['code'] } })).toBe(columns)
  const chosen = ['nonsense.name', 'code']
  expect(tableColumns({ ...list, preference: { columns: chosen } }).map((c) => c.name)).toEqual([
    'title',
    'code',
  ])
})

test('pinned columns and the title are first, except on a phone', () => {
  const columns = possibleColumns(book, () => true).filter((c) =>
    ['title', 'code', 'pages'].includes(c.name),
  )
  const shown = ['code', 'title', 'author.name', 'pages']
  const list = { resource: book, columns, allowed: () => true }
  const names = (pinned: readonly string[]) =>
    tableColumns({ ...list, preference: { columns: shown, pinned } }).map((c) => c.name)
  vi.stubGlobal('window', { innerWidth: 1200 })
  expect(names(['pages', 'gone'])).toEqual(['title', 'pages', 'code'])
  vi.stubGlobal('window', { innerWidth: 390 })
  expect(names(['pages'])).toEqual(['code', 'title', 'pages'])
})
