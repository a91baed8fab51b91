import { expect, test } from 'vitest'
import { ageText, spanText } from './time.ts'

const minutes = (n: number) => n * 60_000

test('a duration shows its two largest units and leaves out zeros', () => {
  expect(spanText(minutes(0.4), 'en')).toBe('0m')
  expect(spanText(minutes(59), 'en')).toBe('59m')
  expect(spanText(minutes(61), 'en')).toBe('1h 1m')
  expect(spanText(minutes(120), 'en')).toBe('2h')
  expect(spanText(minutes(60 * 24 * 3 + 125), 'en')).toBe('3d 2h')
  expect(spanText(minutes(60 * 24 * 12 + 125), 'en')).toBe('12d')
  expect(spanText(-1, 'en')).toBe('0m')
})

test('the age in the largest unit keeps its unit in languages that write it apart', () => {
  expect(ageText(minutes(0.4), 'en')).toBe('0m')
  expect(ageText(minutes(125), 'en')).toBe('2h')
  expect(ageText(minutes(125), 'ar-u-nu-latn')).toBe('2 س')
})
