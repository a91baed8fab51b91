import { expect, test } from 'vitest'
import { text } from './fields.ts'

test.each([
  ['two\nlines\tand a\u0007bell', 'two lines and a bell'],
  ['Brisa\r\n', 'Brisa'],
  ['\u202Egnp.\u202Cexe', 'gnp.exe'],
  ['zero\u200Bwidth\uFEFF', 'zerowidth'],
  // Marks that Arabic, Persian and emoji need stay.
  [
    '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645 \u200F(1)',
    '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645 \u200F(1)',
  ],
  ['\u{1F469}\u200D\u{1F33E}', '\u{1F469}\u200D\u{1F33E}'],
])('%j is kept as one visible line', (given, kept) => {
  expect(text().parse(given)).toBe(kept)
})

test.each(['\u200B', ' \u2060\uFEFF ', '\u202E', '\n'])('%j is not text', (given) => {
  expect(text().safeParse(given).success).toBe(false)
})
