import { expect, test } from 'vitest'
import { aheadMs, dayIn, dayStart, isTwice } from './zone.ts'

test('dayIn returns the date of an instant in the time zone', () => {
  const late = new Date('2026-06-10T23:30:00Z')
  expect([dayIn('Europe/Lisbon', late), dayIn('America/New_York', late)]).toEqual([
    '2026-06-11',
    '2026-06-10',
  ])
  expect(dayIn('Pacific/Kiritimati', '2026-06-10T10:00:00.000Z')).toBe('2026-06-11')
})

test.each([
  ['Europe/Lisbon', '2027-03-28', '2027-03-28T00:00:00.000Z'],
  ['Europe/Lisbon', '2027-10-31', '2027-10-30T23:00:00.000Z'],
  // Clocks go from 00:00 to 01:00.
  ['Atlantic/Azores', '2027-03-28', '2027-03-28T01:00:00.000Z'],
  ['America/Santiago', '2027-09-05', '2027-09-05T04:00:00.000Z'],
  // Clocks go from 01:00 back to 00:00.
  ['Atlantic/Azores', '2027-10-31', '2027-10-31T00:00:00.000Z'],
  ['America/Havana', '2027-11-07', '2027-11-07T04:00:00.000Z'],
])('in %s the day %s begins at %s, when no instant of the day before is left', (zone, day, at) => {
  expect(dayStart(day, zone)).toBe(at)
  expect(dayIn(zone, at)).toBe(day)
  expect(dayIn(zone, new Date(Date.parse(at) - 1000)) < day).toBe(true)
})

test.each([
  // Clocks go from 02:00 back to 01:00.
  ['Europe/Lisbon', '2026-10-25', ['2026-10-25T00:00Z', '2026-10-25T02:00Z']],
  // Clocks go from 24:00 back to 23:00.
  ['Africa/Cairo', '2026-10-29', ['2026-10-29T20:00Z', '2026-10-29T22:00Z']],
  // Clocks go forward: no time occurs twice.
  ['Europe/Lisbon', '2026-03-29', undefined],
  ['Africa/Cairo', '2026-04-24', undefined],
  ['Asia/Tokyo', '2026-10-25', undefined],
] as const)('in %s the times around %s that occur twice are those of %j', (zone, day, twice) => {
  const [from, until] = twice?.map((text) => Date.parse(text)) ?? [0, 0]
  const noon = Date.parse(`${day}T12:00:00Z`)
  for (let at = noon - 86_400_000; at < noon + 86_400_000; at += 600_000) {
    expect([new Date(at), isTwice(at, aheadMs(at, zone), zone)]).toEqual([
      new Date(at),
      at >= from! && at < until!,
    ])
  }
})
