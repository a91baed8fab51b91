import { expect, test } from 'vitest'
import { nextMonday, tomorrow } from './wake.ts'

test('conversations wake at nine: tomorrow, or on the Monday to come', () => {
  expect(tomorrow(new Date(2026, 2, 31, 23))).toEqual(new Date(2026, 3, 1, 9))
  expect(nextMonday(new Date(2026, 2, 8, 12))).toEqual(new Date(2026, 2, 9, 9))
  expect(nextMonday(new Date(2026, 2, 9, 8))).toEqual(new Date(2026, 2, 16, 9))
  expect(nextMonday(new Date(2026, 2, 14, 8))).toEqual(new Date(2026, 2, 16, 9))
})
