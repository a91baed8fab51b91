import { expect, test, vi } from 'vitest'
import { toy, toyModel } from '#tests/toy.ts'
import { readListSearch } from '../../listSearch.ts'
import { readPreference } from '../preference.ts'
import { layoutsOf, readLayout } from './names.ts'

vi.mock('virtual:model', async () => ({ default: (await import('#tests/toy.ts')).toyModel }))

const plain = toy('book', toyModel)
const book = {
  ...plain,
  list: {
    ...plain.list,
    layouts: {
      grid: 'cover',
      calendar: { from: 'publishedOn', to: 'publishedOn', by: ['author', 'code'] as const },
      group: { by: ['state', 'author'] },
    },
  },
}

test('a list offers its table and what its schema declares', () => {
  expect(layoutsOf(plain)).toEqual(['table'])
  expect(layoutsOf(book)).toEqual(['table', 'grid', 'calendar', 'group'])
})

test('an address brings a layout, a month and a group only where the list has such', () => {
  expect(
    readListSearch(book, { layout: 'calendar', month: '2026-02', by: 'author' }),
  ).toMatchObject({ layout: 'calendar', month: '2026-02', by: 'author' })
  expect(readListSearch(book, { layout: 'tree', month: '2026-13', by: 'title' })).toMatchObject({
    layout: undefined,
    month: undefined,
    by: undefined,
  })
  expect(readListSearch(plain, { layout: 'grid', month: '2026-02', by: 'state' })).toMatchObject({
    layout: undefined,
    month: undefined,
    by: undefined,
  })
})

test('what a person once chose is forgotten where the list no longer has it', () => {
  const { layout } = readPreference({ layout: 'grid' })
  expect(readLayout(book, layout)).toBe('grid')
  expect(readLayout(plain, layout)).toBeUndefined()
  expect(readPreference({ layout: 'sideways' })).toEqual({})
})
