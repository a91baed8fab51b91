import { expect, test } from 'vitest'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { exportName, exportParams } from './exportList.ts'
import { queryOf } from './queryOf.ts'

const book = toy('book', toyModel)

test('exports all pages of the list with its filters, search, sort order and columns', () => {
  const query = queryOf(
    {
      resource: book,
      model: toyModel,
      search: { state: 'draft', search: 'sea', sort: '-price', page: 4, limit: 100, trashed: true },
      zone: 'UTC',
    },
    ['title', 'state', 'price'],
  )
  expect(parseListQuery(book, toyModel, exportParams(query, ['title', 'price']))).toEqual({
    query: {
      filter: { path: ['state'], op: 'eq', value: 'draft' },
      sort: [{ field: 'price', descending: true }],
      search: 'sea',
      limit: 25,
      fields: ['title', 'price'],
      totalExact: false,
      trashed: true,
    },
  })
})

test('names the file by collection and day', () => {
  expect(exportName(book, 'csv', new Date(2026, 4, 3, 12))).toBe('books-2026-05-03.csv')
})
