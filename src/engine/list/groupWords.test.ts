import { beforeAll, expect, test, vi } from 'vitest'
import type { Filter } from '#model/query.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { startI18n } from '#ui/i18n.ts'
import { groupInWords, idsInGroup } from './groupWords.ts'

vi.mock('virtual:model', async () => ({ default: (await import('#tests/toy.ts')).toyModel }))
beforeAll(() => startI18n('en'))

const book = toy('book', toyModel)
const group: Filter = {
  or: [
    { path: ['author'], op: 'eq', value: 'a1' },
    { not: { path: ['sequel'], op: 'in', value: ['b1', 'b2'] } },
    { path: ['stars'], op: 'gte', value: 3 },
  ],
}

test('collects the record ids in a filter group by collection', () => {
  expect([...idsInGroup(book, group)]).toEqual([
    ['authors', ['a1']],
    ['books', ['b1', 'b2']],
  ])
})

test('describes a filter group with record titles instead of placeholders', () => {
  const titles = new Map([
    ['a1', 'Ada'],
    ['b1', 'Sea'],
    ['b2', 'Sky'],
  ])
  const words = groupInWords(book, group, 'en', 'UTC', titles)
  expect(words).toContain('Ada')
  expect(words).toContain('Sea, Sky')
  expect(words).not.toContain('…')
})
