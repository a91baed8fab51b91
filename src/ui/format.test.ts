import { expect, test } from 'vitest'
import { formatOf } from './format.ts'
import { minorDigits } from './minorDigits.ts'

const en = formatOf('en', 'Europe/Lisbon')

test('money is formatted from the minor units of its currency', () => {
  expect(en.money({ amount: 12345, currency: 'EUR' })).toBe('€123.45')
  expect(en.money({ amount: 12345, currency: 'JPY' })).toBe('¥12,345')
  expect(en.money({ amount: 12345, currency: 'BHD' })).toMatch(/12\.345$/)
  expect([minorDigits('EUR'), minorDigits('JPY'), minorDigits('BHD')]).toEqual([2, 0, 3])
})

test('a date is not shifted by the time zone, an instant is', () => {
  expect(formatOf('en', 'Pacific/Honolulu').day('2024-07-01')).toBe('Jul 1, 2024')
  expect(formatOf('en', 'Pacific/Kiritimati').day('2024-07-01')).toBe('Jul 1, 2024')
  expect(formatOf('en', 'Pacific/Honolulu').instant('2024-07-01T01:00:00Z')).toMatch(
    /^Jun 30, 2024/,
  )
})

test('formats basis points, relative times and byte sizes', () => {
  expect(en.bps(1250)).toBe('12.5%')
  expect(en.ago('2024-01-01T00:00:00Z', Date.parse('2024-01-01T03:00:00Z'))).toBe('3 hours ago')
  expect(en.bytes(1_200_000)).toMatch(/^1\.2 MB$/)
})

test('an invalid date is shown as it is', () => {
  expect(en.instant('soon')).toBe('soon')
})

test('formatters are cached per language and time zone', () => {
  expect(formatOf('en', 'Europe/Lisbon')).toBe(en)
})
