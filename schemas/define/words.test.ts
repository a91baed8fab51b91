import { expect, test } from 'vitest'
import { singular, words } from './words.ts'

test('turns camelCase and snake_case names into words', () => {
  expect([words('checkInTime'), words('in_review')]).toEqual(['Check in time', 'In review'])
})

test('turns plural labels into the singular', () => {
  expect(
    [
      'Room types',
      'Refund rules',
      'Addresses',
      'Entries',
      'Boxes',
      'Branches',
      'Statuses',
      'Extras',
      'Keys',
    ].map(singular),
  ).toEqual([
    'Room type',
    'Refund rule',
    'Address',
    'Entry',
    'Box',
    'Branch',
    'Status',
    'Extra',
    'Key',
  ])
  expect(['Access', 'Basis', 'Status', 'Staff', 'Line'].map(singular)).toEqual([
    'Access',
    'Basis',
    'Status',
    'Staff',
    'Line',
  ])
})
