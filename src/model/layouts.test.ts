import { expect, test } from 'vitest'
import { toy, toyModel } from '#tests/toy.ts'
import { boardsOf, daysOf, groupsOf, layoutsOf, mapsOf } from './layouts.ts'

const book = toy('book', toyModel)
const withList = (list: object) => ({ ...book, list: { ...book.list, ...list } })

test('offers the layouts that the list’s filters and columns allow', () => {
  expect(groupsOf(book)).toEqual(['author', 'genre', 'state'])
  expect(boardsOf(book)).toEqual(['genre', 'state'])
  expect(daysOf(book)).toEqual(['publishedOn', 'createdAt'])
  expect(layoutsOf(book)).toEqual(['table', 'board', 'calendar', 'map', 'group'])
  expect(layoutsOf(withList({ columns: ['title'], filters: ['publishedOn'] }))).toEqual([
    'table',
    'map',
  ])
})

test('declared layouts replace the derived ones or add to them', () => {
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

test('a table-only list offers no other layout', () => {
  expect(layoutsOf(withList({ onlyTable: true }))).toEqual(['table'])
})

test('offers a map for records with a location field, unless it is hidden', () => {
  expect(mapsOf(book)).toEqual(['location'])
  const hidden = book.fields.map((f) =>
    f.kind === 'location' ? { ...f, hidden: true as const } : f,
  )
  expect(mapsOf({ fields: hidden })).toEqual([])
  expect(layoutsOf({ ...book, fields: hidden })).not.toContain('map')
})
