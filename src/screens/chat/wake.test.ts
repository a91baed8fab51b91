import { expect, test } from 'vitest'
import { nextMonday, tomorrow } from './wake.ts'

test('a snoozed conversation returns at nine, tomorrow or next Monday', () => {
  expect(tomorrow(new Date(2026, 2, 31, 23))).toEqual(new Date(2026, 3, 1, 9))
  expect(nextMonday(new Date(2026, 2, 8, 12))).toEqual(new Date(2026, 2, 9, 9))
  expect(nextMonday(new Date(2026, 2, 9, 8))).toEqual(new Date(2026, 2, 16, 9))
  expect(nextMonday(new Date(2026, 2, 14, 8))).toEqual(new Date(2026, 2, 16, 9))
})
