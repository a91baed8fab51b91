import { expect, test } from 'vitest'
import { toy } from '#tests/toy.ts'
import type { ResourceRights } from '../resource.ts'
import { rowsOf } from './bulkSelection.ts'
import { movesOfStates } from './useBulkMoves.ts'

const rights: ResourceRights = {
  list: true,
  read: true,
  create: false,
  update: true,
  delete: false,
  purge: false,
  export: false,
  import: false,
  importHistory: false,
  tenant: false,
  action: () => false,
  transition: () => true,
  readField: () => true,
  writeField: () => true,
}
const counts = new Map([
  ['in_review', 3],
  ['suspended', 5],
  ['draft', 0],
])
const moves = () => movesOfStates({ resource: toy('book'), rights }, counts)

test('lists transitions to the same state separately when their labels differ, with their row counts', () => {
  const published = moves().filter((m) => m.of.name === 'published')
  expect(published.map((m) => [m.of.label, m.from, m.count])).toEqual([
    ['Publish', ['in_review'], 3],
    ['Publish again', ['suspended'], 5],
  ])
})

test('adds up the rows of all source states and leaves out transitions without rows', () => {
  const names = moves().map((m) => m.of.label)
  expect(names).not.toContain('Submit for review')
  const archive = moves().find((m) => m.of.label === 'Archive')
  expect(archive?.count).toBe(8)
  expect(archive?.from).toContain('in_review')
})

test('adds excluded rows and states to the selection’s filter', () => {
  const price = { path: ['price'], op: 'gte', value: 5 } as const
  const query = { filter: { and: [price, price] }, search: 'sea' }
  const of = { query, search: {}, total: 9, except: ['a'] }
  expect(rowsOf({ ...of, except: [] })).toBe(query)
  expect(rowsOf(of, ['draft'])).toEqual({
    search: 'sea',
    filter: {
      and: [
        price,
        price,
        { path: ['id'], op: 'notIn', value: ['a'] },
        { path: ['state'], op: 'in', value: ['draft'] },
      ],
    },
  })
  expect(rowsOf({ ...of, query: {} }).filter).toEqual({ path: ['id'], op: 'notIn', value: ['a'] })
})
