import { expect, test } from 'vitest'
import { daysOfPeriod, isPeriod } from './periods.ts'

const days = (period: string, today: string, firstWeekday?: number) => {
  const { from, to } = daysOfPeriod(period, today, firstWeekday)!
  return `${from}..${to}`
}

test('a week begins with the first weekday of the language', () => {
  // 2027-01-02 is a Saturday.
  expect(days('@w0:0', '2027-01-02')).toBe('2026-12-28..2027-01-03')
  expect(days('@w0:0', '2027-01-02', 7)).toBe('2026-12-27..2027-01-02')
  expect(days('@w0:0', '2027-01-02', 6)).toBe('2027-01-02..2027-01-08')
  expect(days('@w-1:-1', '2027-01-04')).toBe('2026-12-28..2027-01-03')
  expect(days('@w1:1', '2027-01-03')).toBe('2027-01-04..2027-01-10')
  expect(days('@w-1:1', '2027-01-06')).toBe('2026-12-28..2027-01-17')
})

test('other spans are days, months and years', () => {
  expect(days('@d-6:0', '2027-03-01')).toBe('2027-02-23..2027-03-01')
  expect(days('@m1:1', '2027-01-31')).toBe('2027-02-01..2027-02-28')
  expect(days('@y-1:-1', '2027-01-01')).toBe('2026-01-01..2026-12-31')
  expect(isPeriod('@q0:0')).toBe(false)
})
