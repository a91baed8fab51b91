import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber, showNumber } from './typedNumber.ts'

test.each([
  ['12', 1200],
  ['12,5', 1250],
  ['12.50', 1250],
  ['-,5', -50],
  [' 1 234,56 ', 123_456],
  ['1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['1.234.567,8', 123_456_780],
  ['1,234,567.8', 123_456_780],
  ['1’234.50', 123_450],
  ['١٬٢٣٤٫٥٦', 123_456],
  ['١٬٢٣٤٬٥٦٧٫٨', 123_456_780],
  ['۱۲٫۵', 1250],
  ['١٢,٥', 1250],
  ['\u061c-٥', -500],
  ['\u22125', -500],
  ['', null],
  ['1.2.3', '1.2.3'],
  ['1,2.3', '1,2.3'],
  ['1.234.567', '1.234.567'],
  ['1,23,4', '1,23,4'],
  ['1.234,5,6', '1.234,5,6'],
  ['١٬٢٣', '١٬٢٣'],
  ['١٫٢٫٣', '١٫٢٫٣'],
  ['12e3', '12e3'],
  ['ten', 'ten'],
])('reads %j as %j hundredths', (text, value) => {
  expect(readNumber(text, 100)).toBe(value)
})

test('shows a number with the language’s decimal mark and reads it back unchanged', () => {
  expect(showNumber(26_876, 100, ',', 2)).toBe('268,76')
  expect(showNumber(1250, 100, ',')).toBe('12,5')
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom('.', ','), (value, mark) => {
      expect(readNumber(showNumber(value, 100, mark, 2), 100)).toBe(value)
    }),
  )
})
