import { expect, test } from 'vitest'
import { fieldOf } from '#model/standard.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { boardValues, columnFilter } from './boardColumns.ts'

const book = toy('book', toyModel)
const state = fieldOf(book, 'state')!
const genre = { ...fieldOf(book, 'genre')!, required: false }
const valuesOf = (...given: Parameters<typeof boardValues>) =>
  boardValues(...given).map(({ value }) => value)

test('a board has one column per value, in order, and one for records without an optional value', () => {
  expect(valuesOf(book, state, undefined, 'None')).toEqual(book.states.map((s) => s.value))
  expect(valuesOf(book, genre, undefined, 'None')).toEqual([
    ...genre.options!.map((o) => o.value),
    null,
  ])
  expect(valuesOf(book, { ...genre, required: true }, undefined, 'None')).not.toContain(null)
})

test('filtering by the board’s field leaves only the columns of the filtered values', () => {
  const [first, second] = book.states.map((s) => s.value)
  expect(valuesOf(book, state, first!, 'None')).toEqual([first])
  expect(valuesOf(book, state, [second!, first!], 'None')).toEqual([first, second])
})

test('a column combines the list filter with its own', () => {
  expect(columnFilter(undefined, genre, null)).toEqual({
    path: ['genre'],
    op: 'isNull',
    value: true,
  })
  const given = { path: ['title'], op: 'eq', value: 'x' } as const
  expect(columnFilter(given, state, 'draft')).toEqual({
    and: [given, { path: ['state'], op: 'eq', value: 'draft' }],
  })
})
