import { describe, expect, test } from 'vitest'
import { toy } from '#tests/toy.ts'
import { requestedFields, possibleColumns, shownColumns } from './columns.ts'
import { readPreference } from './preference.ts'

const book = toy('book')
const all = possibleColumns(book, () => true)

describe('columns', () => {
  test('are those of the schema, with the title, until a person chooses', () => {
    expect(shownColumns(book, all, undefined)).toEqual([
      'title',
      'code',
      'author',
      'genre',
      'price',
      'publishedOn',
      'state',
      'createdAt',
    ])
    expect(shownColumns(book, all, ['state', 'nonsense', 'pages', 'state'])).toEqual([
      'title',
      'state',
      'pages',
    ])
  })
  test('never offer what a person may not read or a line cannot show', () => {
    const names = possibleColumns(book, (f) => f !== 'price').map((c) => c.name)
    expect(names).not.toContain('price')
    for (const name of ['chapters', 'size', 'discount']) expect(names).not.toContain(name)
  })
  test('ask for what names a row and decides its menu, too', () => {
    expect(requestedFields(book, ['code'], () => true)).toEqual(['code', 'title', 'state'])
    expect(requestedFields(book, ['code'], (f) => f !== 'state')).toEqual(['code', 'title'])
  })
})

describe('a stored preference', () => {
  test('is read as far as it is understood', () => {
    expect(
      readPreference({
        columns: ['a', 3],
        density: 'compact',
        views: [{ name: 'Mine', search: '?state=draft' }, { name: 1 }],
        start: 'Mine',
      }),
    ).toEqual({
      columns: ['a'],
      density: 'compact',
      start: 'Mine',
    })
    expect(readPreference({ density: 'odd', start: 7, layout: 'odd' })).toEqual({})
    expect(readPreference(null)).toEqual({})
  })
})
