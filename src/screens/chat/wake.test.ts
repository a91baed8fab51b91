import { expect, test } from 'vitest'
import { localText, nextMonday, tomorrow } from './wake.ts'

test('a snoozed conversation returns at nine, tomorrow or next Monday', () => {
  expect(tomorrow(new Date(2026, 2, 31, 23))).toEqual(new Date(2026, 3, 1, 9))
  expect(nextMonday(new Date(2026, 2, 8, 12))).toEqual(new Date(2026, 2, 9, 9))
  expect(nextMonday(new Date(2026, 2, 9, 8))).toEqual(new Date(2026, 2, 16, 9))
  expect(nextMonday(new Date(2026, 2, 14, 8))).toEqual(new Date(2026, 2, 16, 9))
})
test('formats a datetime field in the device’s time zone', () => {
  expect(localText(new Date(2026, 2, 1, 9, 5))).toBe('2026-03-01T09:05')
  expect(new Date(localText(new Date(2026, 10, 30, 23, 59)))).toEqual(
    new Date(2026, 10, 30, 23, 59),
  )
})
