import { expect, test } from 'vitest'
import { dayTextOf, quarterFrom, readTime, splitTime } from './dayText.ts'

const TODAY = '2026-11-23'
const read = (language: string, text: string) => dayTextOf(language).read(text, TODAY)

test('reads numeric dates in the order of the region', () => {
  expect(read('en-GB', '03/04/2026')).toBe('2026-04-03')
  expect(read('en-US', '03/04/2026')).toBe('2026-03-04')
  expect(read('pt-PT', '3.4.26')).toBe('2026-04-03')
  expect(read('en-US', '2026/4/3')).toBe('2026-04-03')
})

test('completes a partial or relative date from today', () => {
  expect(read('en-GB', '24')).toBe('2026-11-24')
  expect(read('en-GB', '1/12')).toBe('2026-12-01')
  expect(read('en', '1 dec')).toBe('2026-12-01')
  expect(read('en', '+8')).toBe('2026-12-01')
  expect(read('en', 'Tomorrow')).toBe('2026-11-24')
  expect(read('pt-PT', 'hoje')).toBe(TODAY)
})

test.each(['en', 'pt-PT', 'ar', 'ar-EG'])('reads back every date it shows in %s', (language) => {
  const { show } = dayTextOf(language)
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, '0')}-09`
    expect(read(language, show(day)), show(day)).toBe(day)
  }
})

test('does not read text that is not a valid date', () => {
  const texts = ['', 'soon', '31/02/2026', '32', '1 2 3 4', '12 dec jan 2026', '2026-13-01', '٣٥']
  expect(texts.map((text) => read('en-GB', text))).toEqual(texts.map(() => undefined))
})

test('reads times in 12-hour and 24-hour format', () => {
  expect(['15:30', '9', '3 pm', '12am', '9.05', '24:00', '13 pm', 'x'].map(readTime)).toEqual([
    '15:30',
    '09:00',
    '15:00',
    '00:00',
    '09:05',
    undefined,
    undefined,
    undefined,
  ])
})

test('reads times without separators or with an hour suffix', () => {
  expect(['930', '1530', '0905', '15h', '5pm', '1530pm', '2460', '12345'].map(readTime)).toEqual([
    '09:30',
    '15:30',
    '09:05',
    '15:00',
    '17:00',
    undefined,
    undefined,
    undefined,
  ])
})

test('moves a time in 15-minute steps, also across midnight', () => {
  expect(quarterFrom('09:00', 1)).toBe('09:15')
  expect(quarterFrom('09:20', 1)).toBe('09:30')
  expect(quarterFrom('09:20', -1)).toBe('09:15')
  expect(quarterFrom('23:50', 1)).toBe('00:00')
  expect(quarterFrom('00:00', -1)).toBe('23:45')
  expect(quarterFrom('soon', 1)).toBe('12:00')
})

test('splits a time from its date', () => {
  expect(splitTime('31 Dec 2026, 3:00 PM')).toEqual({ day: '31 dec 2026', time: '15:00' })
  expect(splitTime('2026-12-31T15:00')).toEqual({ day: '2026-12-31', time: '15:00' })
  expect(splitTime('31 Dec 2026')).toEqual({ day: '31 Dec 2026' })
  expect(splitTime('31 Oct 15:00')).toEqual({ day: '31 oct', time: '15:00' })
  expect(splitTime('15:00')).toEqual({ day: '15:00' })
})
