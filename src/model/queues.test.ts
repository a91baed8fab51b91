import { expect, test } from 'vitest'
import { fieldsOfQueue, filterOfQueue } from './queues.ts'

const NOW = Date.parse('2026-06-10T11:03:20Z')

test('a single queue condition becomes the filter; several are combined with “and”', () => {
  expect(filterOfQueue({ name: 'own', label: 'Own', mine: 'editor' }, NOW)).toEqual({
    path: ['editor'],
    op: 'eq',
    value: '@me',
  })
  expect(
    filterOfQueue({ name: 'free', label: 'Free', without: 'editor', in: ['draft'] }, NOW),
  ).toEqual({
    and: [
      { path: ['state'], op: 'in', value: ['draft'] },
      { path: ['editor'], op: 'isNull', value: true },
    ],
  })
})

test('a due-soon queue includes overdue records and keeps the same filter for five minutes', () => {
  const soon = { name: 'soon', label: 'Soon', due: { field: 'dueAt', hours: 4 } }
  expect(filterOfQueue(soon, NOW)).toEqual({
    path: ['dueAt'],
    op: 'lte',
    value: '2026-06-10T15:00:00.000Z',
  })
  expect(filterOfQueue(soon, NOW + 60_000)).toEqual(filterOfQueue(soon, NOW))
  expect(filterOfQueue(soon, NOW + 300_000)).not.toEqual(filterOfQueue(soon, NOW))
})

test('lists the fields that a queue’s conditions use', () => {
  expect(
    fieldsOfQueue({
      name: 'all',
      label: 'All',
      in: ['draft'],
      mine: 'editor',
      without: 'code',
      due: { field: 'dueAt', hours: 1 },
    }),
  ).toEqual(['state', 'editor', 'code', 'dueAt'])
})
