import { expect, test, vi } from 'vitest'
import { toy, toyModel } from '#tests/toy.ts'
import { readListSearch } from '../../listSearch.ts'
import { readPreference } from '../preference.ts'
import { readLayout } from './names.ts'

vi.mock('virtual:model', async () => ({ default: (await import('#tests/toy.ts')).toyModel }))

const plain = toy('book', toyModel)
const book = {
  ...plain,
  list: {
    ...plain.list,
    layouts: {
      grid: 'cover',
      calendar: { from: 'publishedOn', to: 'publishedOn', by: ['author', 'code'] as const },
      group: { by: ['state', 'author'], sum: ['price'] },
    },
  },
}
/** A list that nothing groups, without days. */
const bare = { ...plain, list: { ...plain.list, columns: ['title'], filters: [] } }

test('reads only layouts, months and fields that the list supports from the address', () => {
  expect(
    readListSearch(book, {
      layout: 'calendar',
      month: '2026-02',
      by: 'author',
      across: 'state',
      measure: 'avg:price',
    }),
  ).toMatchObject({
    layout: 'calendar',
    month: '2026-02',
    by: 'author',
    across: 'state',
    measure: 'avg:price',
  })
  const nothing = {
    layout: undefined,
    month: undefined,
    by: undefined,
    across: undefined,
    measure: undefined,
  }
  expect(
    readListSearch(book, {
      layout: 'tree',
      month: '2026-13',
      by: 'constructor',
      across: 'title',
      measure: 'max:price',
    }),
  ).toMatchObject(nothing)
  expect(readListSearch(bare, { layout: 'board' }).layout).toBeUndefined()
})

test('ignores a stored layout that the list does not support', () => {
  const { layout } = readPreference({ layout: 'grid' })
  expect(readLayout(book, layout)).toBe('grid')
  expect(readLayout(plain, layout)).toBeUndefined()
  expect(readPreference({ layout: 'sideways' })).toEqual({})
})
