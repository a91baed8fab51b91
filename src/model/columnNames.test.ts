import { expect, test } from 'vitest'
import { columnNames } from './columnNames.ts'

test('columns keep their names, without space around them and empty cells at the end', () => {
  expect(columnNames([' Code ', 'Title', '', ' '])).toEqual(['Code', 'Title'])
  expect(columnNames(['', ''])).toEqual([])
})

test('of equal names the later ones get a number that no other column has', () => {
  expect(columnNames(['Name', 'Name', 'Name (2)', 'Name', 'name'])).toEqual([
    'Name',
    'Name (3)',
    'Name (2)',
    'Name (4)',
    'name',
  ])
})

test('a column without a name is called by its position', () => {
  expect(columnNames(['Code', '', 'Title', '', '#2', 'x'])).toEqual([
    'Code',
    '#2 (2)',
    'Title',
    '#4',
    '#2',
    'x',
  ])
})
