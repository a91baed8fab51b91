import { describe, expect, test } from 'vitest'
import { toy } from '#tests/toy.ts'
import { requestedFields, possibleColumns, shownColumns } from './columns.ts'
import { readPreference } from './preference.ts'

const book = toy('book')
const all = possibleColumns(book, () => true)

describe('columns', () => {
  test('are those of the schema, always with the title, unless a person chooses others', () => {
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
  test('exclude fields the person may not read or a table cell cannot show', () => {
    const names = possibleColumns(book, (f) => f !== 'price').map((c) => c.name)
    expect(names).not.toContain('price')
    for (const name of ['chapters', 'size', 'discount']) expect(names).not.toContain(name)
  })
  test('request the title and state fields that a row also needs', () => {
    expect(requestedFields(book, ['code'], () => true)).toEqual(['code', 'title', 'state'])
    expect(requestedFields(book, ['code'], (f) => f !== 'state')).toEqual(['code', 'title'])
  })
})

describe('a stored preference', () => {
  test('is read without its invalid parts', () => {
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
