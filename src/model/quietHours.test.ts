import { expect, test } from 'vitest'
import { quietDefaults, quietUntil, readQuietHours, type QuietHours } from './quietHours.ts'

const everyNight: QuietHours = { ...quietDefaults, on: true, zone: 'Europe/Lisbon' }
/** End of the quiet time at an instant, as an instant. */
const until = (at: string, quiet: Partial<QuietHours> = {}): string | undefined => {
  const end = quietUntil({ ...everyNight, ...quiet }, Date.parse(at))
  return end === undefined ? undefined : new Date(end).toISOString().replace(':00.000Z', 'Z')
}

test('quiet hours extend past midnight, including the start minute but not the end minute', () => {
  expect(until('2026-01-14T21:59:59Z')).toBeUndefined()
  expect(until('2026-01-14T22:00:00Z')).toBe('2026-01-15T07:00Z')
  expect(until('2026-01-15T00:00:00Z')).toBe('2026-01-15T07:00Z')
  expect(until('2026-01-15T06:59:59Z')).toBe('2026-01-15T07:00Z')
  expect(until('2026-01-15T07:00:00Z')).toBeUndefined()
})

test('quiet hours follow the person’s time zone', () => {
  expect(until('2026-01-14T16:00:00Z', { zone: 'Asia/Tokyo' })).toBe('2026-01-14T22:00Z')
  expect(until('2026-01-15T03:30:00Z', { zone: 'America/New_York' })).toBe('2026-01-15T12:00Z')
  expect(until('2026-01-14T17:00:00Z', { zone: 'Asia/Kolkata' })).toBe('2026-01-15T01:30Z')
  expect(until('2026-07-14T21:00:00Z')).toBe('2026-07-15T06:00Z')
})

test('a quiet night is an hour shorter when daylight saving begins and an hour longer when it ends', () => {
  expect(until('2026-03-28T22:00:00Z')).toBe('2026-03-29T06:00Z')
  expect(until('2026-10-24T21:00:00Z')).toBe('2026-10-25T07:00Z')
  expect(until('2026-10-24T20:59:00Z')).toBeUndefined()
})

test('an end skipped by daylight saving moves an hour later; a repeated one ends the second time', () => {
  expect(until('2026-03-29T00:30:00Z', { to: '01:30' })).toBe('2026-03-29T01:30Z')
  expect(until('2026-03-29T01:30:00Z', { to: '01:30' })).toBeUndefined()
  expect(until('2026-10-25T00:45:00Z', { to: '01:30' })).toBe('2026-10-25T01:30Z')
})

test('a night belongs to the weekday on which it begins', () => {
  const friday = { days: [5] }
  expect(until('2026-01-16T23:00:00Z', friday)).toBe('2026-01-17T07:00Z')
  expect(until('2026-01-17T03:00:00Z', friday)).toBe('2026-01-17T07:00Z')
  expect(until('2026-01-17T23:00:00Z', friday)).toBeUndefined()
  expect(until('2026-01-16T03:00:00Z', friday)).toBeUndefined()
})

test('supports hours within a day, whole days and adjoining days', () => {
  expect(until('2026-01-14T12:30:00Z', { from: '12:00', to: '13:00' })).toBe('2026-01-14T13:00Z')
  expect(until('2026-01-14T13:00:00Z', { from: '12:00', to: '13:00' })).toBeUndefined()
  const weekend = { from: '00:00', to: '00:00', days: [0, 6] }
  expect(until('2026-01-17T10:00:00Z', weekend)).toBe('2026-01-19T00:00Z')
  expect(until('2026-01-19T00:00:00Z', weekend)).toBeUndefined()
})

test('continuous quiet hours end within a week, so that nothing is held back forever', () => {
  expect(until('2026-01-14T10:00:00Z', { from: '00:00', to: '00:00' })).toBe('2026-01-21T00:00Z')
})

test('is never quiet when switched off or without days', () => {
  expect(until('2026-01-14T23:00:00Z', { on: false })).toBeUndefined()
  expect(until('2026-01-14T23:00:00Z', { days: [] })).toBeUndefined()
})

test.each([
  [null],
  ['loud'],
  [[]],
  [{ on: 'yes', from: '25:00', to: 7, days: 'all', zone: 'Mars/Phobos', urgent: 1 }],
])('reads the invalid setting %j as the defaults', (raw) => {
  expect(readQuietHours(raw)).toEqual(quietDefaults)
})

test('keeps the valid parts of a setting and uses defaults for the rest', () => {
  expect(
    readQuietHours({
      on: true,
      from: '20:15',
      to: '24:00',
      days: [6, 0, 9, '1'],
      zone: 'Asia/Tokyo',
      urgent: false,
    }),
  ).toEqual({
    on: true,
    from: '20:15',
    to: '07:00',
    days: [0, 6],
    zone: 'Asia/Tokyo',
    urgent: false,
  })
})
