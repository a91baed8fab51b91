import { expect, test } from 'vitest'
import { dayValue, instantValue } from './dateText.ts'

test.each([
  ['2025-03-14', {}, '2025-03-14T00:00:00.000Z'],
  ['2025-03-14 09:22', { zone: 'Europe/Lisbon' }, '2025-03-14T09:22:00.000Z'],
  ['2025-07-14 09:22:05', { zone: 'Europe/Lisbon' }, '2025-07-14T08:22:05.000Z'],
  ['2025-03-14T09:22:05.1234Z', { zone: 'Asia/Tokyo' }, '2025-03-14T09:22:05.123Z'],
  ['2025-03-14 09:22:00 +0130', {}, '2025-03-14T07:52:00.000Z'],
  ['14/03/2025 9:05 PM', { dates: 'day first' }, '2025-03-14T21:05:00.000Z'],
  ['3/4/2025', { dates: 'month first' }, '2025-03-04T00:00:00.000Z'],
  ['١٤/٠٣/٢٠٢٥ ٩:٠٥', { dates: 'day first' }, '2025-03-14T09:05:00.000Z'],
  ['12:00 2025', {}, '12:00 2025'],
  ['3/4/2025', {}, '3/4/2025'],
  ['31/02/2025', { dates: 'day first' }, '31/02/2025'],
  ['2025-03-14 25:00', {}, '2025-03-14 25:00'],
] as const)('converts %s with %j to %s', (text, rules, expected) => {
  expect(instantValue(text, rules)).toBe(expected)
})

test('a day value drops the time of day; text that is not a date stays unchanged', () => {
  expect([
    dayValue('2025-03-14 09:22', {}),
    dayValue('14.3.2025', { dates: 'day first' }),
    dayValue('soon', {}),
  ]).toEqual(['2025-03-14', '2025-03-14', 'soon'])
})
