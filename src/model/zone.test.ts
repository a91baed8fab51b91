import { expect, test } from 'vitest'
import { dayIn } from './zone.ts'

test('dayIn returns the date of an instant in the time zone', () => {
  const late = new Date('2026-06-10T23:30:00Z')
  expect([dayIn('Europe/Lisbon', late), dayIn('America/New_York', late)]).toEqual([
    '2026-06-11',
    '2026-06-10',
  ])
  expect(dayIn('Pacific/Kiritimati', '2026-06-10T10:00:00.000Z')).toBe('2026-06-11')
})
