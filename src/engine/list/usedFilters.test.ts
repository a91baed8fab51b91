import { expect, test } from 'vitest'
import { validateFilter } from '#model/filterTree.ts'
import type { Filter } from '#model/query.ts'
import { libraryModel, toy } from '#tests/toy.ts'
import { withNewest } from './usedFilters.ts'

const read = (raw: unknown) => validateFilter(toy('book'), libraryModel, raw)
const of = (value: string): Filter => ({ path: ['genre'], op: 'eq', value })

test('a filter used again is kept once, in whichever order the server returns its keys', () => {
  const kept = [
    { op: 'eq', path: ['genre'], value: 'poetry' },
    { op: 'eq', path: ['genre'], value: 'novel' },
  ]
  expect(withNewest(of('novel'), kept, read)).toEqual([of('novel'), kept[0]])
  expect(withNewest(of('poetry'), [1, 2, 3, 4, 5, 6], read)).toHaveLength(5)
})
