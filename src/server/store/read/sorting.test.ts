import { expect, test } from 'vitest'
import { system } from '#tests/support/reads.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { indexesOf } from '../../migrations/indexes.ts'
import { building } from './statement.ts'
import { orderBy, sortKeys, terms } from './sorting.ts'

const book = toy('book', toyModel)
/** A list with genre as a filter but not among its sortable fields. */
const plain = {
  ...book,
  list: { ...book.list, sortable: book.list.sortable.filter((name) => name !== 'genre') },
}
const order = (resource: typeof book, field: string, descending: boolean) => {
  const b = building(toyModel, system)
  return orderBy(terms(b, resource, sortKeys(b, resource, [{ field, descending }])))
}

test('sorting by a field indexed only for filters appends the default list order, as the index does', () => {
  expect(order(plain, 'genre', true)).toBe('t."genre" desc, t."created_at" desc, t.id desc')
  expect(order(plain, 'genre', false)).toBe('t."genre", t."created_at", t.id')
  expect(indexesOf(plain).map((i) => i.columns)).toContainEqual(['genre', 'created_at', 'id'])
})

test('sorting by a field with its own sort index appends only the id', () => {
  expect(order(book, 'genre', false)).toBe('t."genre", t.id')
  expect(order(plain, 'pages', true)).toBe('t."pages" desc, t.id desc')
})
