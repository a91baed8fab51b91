import { expect, test } from 'vitest'
import { fromLocal, toLocal } from './wallTime.ts'

test.each(['Europe/Lisbon', 'America/New_York', 'Asia/Kathmandu', 'UTC'])(
  'an instant round-trips through local time in %s',
  (zone) => {
    for (const instant of [
      '2026-01-15T12:30:00.000Z',
      '2026-07-15T23:45:00.000Z',
      '2024-02-29T00:00:00.000Z',
    ]) {
      expect(fromLocal(toLocal(instant, zone), zone)).toBe(instant)
    }
  },
)

test('an hour skipped by daylight saving becomes the next hour', () => {
  expect(toLocal(fromLocal('2026-03-29T01:30', 'Europe/Lisbon') ?? '', 'Europe/Lisbon')).toBe(
    '2026-03-29T02:30',
  )
})

test('invalid text gives no instant', () => expect(fromLocal('soon', 'UTC')).toBeNull())
