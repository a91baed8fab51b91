import { expect, test } from 'vitest'
import { libraryModel } from '#tests/toy.ts'
import { diffViews, type StoredView } from './schemaDiffViews.ts'
import type { Model, ResourceModel } from './types.ts'

const changed = (change: (book: ResourceModel) => ResourceModel): Model => ({
  ...libraryModel,
  resources: libraryModel.resources.map((r) => (r.entity === 'book' ? change(r) : r)),
})
const view = (search: string, more: object = {}): StoredView => ({
  collection: 'books',
  state: { search, ...more },
})
const stored = [
  view('?genre=novel&sort=genre,-title', { columns: ['title', 'genre', 'author.name'] }),
  view('?state=draft&state=rejected'),
  view('?genre=poetry&gone=1'),
  view(`?where=${encodeURIComponent('{"path":["genre"],"op":"eq","value":"novel"}')}`),
]
const lines = (after: Model) =>
  diffViews(stored, libraryModel, after).map((c) => `${c.severity} ${c.area} ${c.at}: ${c.message}`)

test('counts the saved views that lose a filter, sort or column, except those already missing', () => {
  expect(lines(libraryModel)).toEqual([])
  const without = changed((book) => ({
    ...book,
    fields: book.fields.filter(({ name }) => name !== 'genre'),
  }))
  expect(lines(without)).toEqual([
    'breaking view books: 3 saved views open without the filter genre',
    'breaking view books: 1 saved view opens without the sort genre',
    'breaking view books: 1 saved view opens without the column genre',
  ])
  const renamed = {
    ...libraryModel,
    resources: libraryModel.resources.map((r) =>
      r.entity === 'author' ? { ...r, fields: r.fields.filter((f) => f.name !== 'name') } : r,
    ),
  }
  expect(lines(renamed)).toEqual([
    'breaking view books: 1 saved view opens without the column author.name',
  ])
  const rejected = changed((book) => ({
    ...book,
    fields: book.fields.map((field) =>
      field.kind === 'state'
        ? { ...field, options: field.options!.filter(({ value }) => value !== 'rejected') }
        : field,
    ),
  }))
  expect(lines(rejected)).toEqual([
    'breaking view books: 1 saved view opens without the filter state=rejected',
  ])
  const unsorted = changed((book) => ({
    ...book,
    list: { ...book.list, sortable: book.list.sortable.filter((name) => name !== 'genre') },
  }))
  expect(lines(unsorted)).toEqual([
    'breaking view books: 1 saved view opens without the sort genre',
  ])
})

test('counts the saved views of a removed list', () => {
  const resources = libraryModel.resources.filter((r) => r.entity !== 'book')
  expect(lines({ ...libraryModel, resources })).toEqual([
    'breaking view books: 4 saved views have no list any more',
  ])
})
