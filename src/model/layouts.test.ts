import { expect, test } from 'vitest'
import { toy, toyModel } from '#tests/toy.ts'
import { boardsOf, daysOf, groupsOf, layoutsOf, mapsOf } from './layouts.ts'

const book = toy('book', toyModel)
const withList = (list: object) => ({ ...book, list: { ...book.list, ...list } })

test('a list offers the layouts that its filters and columns allow', () => {
  expect(groupsOf(book)).toEqual(['author', 'genre', 'state'])
  expect(boardsOf(book)).toEqual(['genre', 'state'])
  expect(daysOf(book)).toEqual(['publishedOn', 'createdAt'])
  expect(layoutsOf(book)).toEqual(['table', 'board', 'calendar', 'map', 'group'])
  expect(layoutsOf(withList({ columns: ['title'], filters: ['publishedOn'] }))).toEqual([
    'table',
    'map',
  ])
})

test('what a schema declares replaces and adds layouts', () => {
  const declared = withList({
    layouts: {
      grid: 'cover',
      calendar: { from: 'publishedOn', to: 'publishedOn', by: ['author', 'code'] },
      group: { by: ['author'] },
    },
  })
  expect(layoutsOf(declared)).toEqual(['table', 'grid', 'calendar', 'map', 'group'])
  expect([groupsOf(declared), boardsOf(declared), daysOf(declared)]).toEqual([['author'], [], []])
})

test('a list that is only a table has nothing else', () => {
  expect(layoutsOf(withList({ onlyTable: true }))).toEqual(['table'])
})

test('records with a place have a map, unless the place is hidden', () => {
  expect(mapsOf(book)).toEqual(['location'])
  const hidden = book.fields.map((f) =>
    f.kind === 'location' ? { ...f, hidden: true as const } : f,
  )
  expect(mapsOf({ fields: hidden })).toEqual([])
  expect(layoutsOf({ ...book, fields: hidden })).not.toContain('map')
})
