import { expect, test } from 'vitest'
import { isolated, linesOf } from './lines.ts'

/** As if every glyph were one point wide. */
const lines = (text: string, width = 1000) =>
  linesOf(text, width, (run) => run.text.length).map((line) =>
    line.runs.map(({ text: own }) => own),
  )
const seen = (text: string, width?: number) =>
  lines(text, width)
    .map((runs) => runs.join(''))
    .join('\n')

test('text with a single direction stays unchanged', () => {
  expect(lines('Plan Professional 12')).toEqual([['Plan Professional 12']])
  expect(lines('')).toEqual([])
})
test('Arabic words run from right to left, each left whole for the font to shape', () => {
  expect(lines('شركة الواحة')).toEqual([['الواحة', ' ', 'شركة']])
})
test('Western words and numbers in Arabic text run left to right, and brackets are mirrored', () => {
  expect(seen('خدمة Acme GmbH (رقم 12) نهاية')).toBe('نهاية (12 رقم) Acme GmbH خدمة')
  expect(seen('شارع ١٢٣ القاهرة')).toBe('القاهرة ١٢٣ شارع')
})
test('an Arabic name in Western text does not change its order', () => {
  expect(seen('Hotel (القاهرة) 5 stars')).toBe('Hotel (القاهرة) 5 stars')
})
test('an isolated value keeps its own direction', () => {
  expect(seen(`الرقم ${isolated('123-456')}`)).toBe('123-456 الرقم')
  expect(seen(`الفترة ${isolated('01-06')} إلى ${isolated('01-07')}`)).toBe(
    '01-07 إلى 01-06 الفترة',
  )
})
test('Arabic amounts and percentages are ordered as the locale formats them', () => {
  expect(
    seen(
      new Intl.NumberFormat('ar-EG', { style: 'currency', currency: 'EGP' }).format(1234.5),
    ).replace(/\s/g, ' '),
  ).toBe('.م.ج ١٬٢٣٤٫٥٠')
  expect(seen(new Intl.NumberFormat('ar-EG', { style: 'percent' }).format(0.23))).toBe('٪٢٣')
})
test('long text wraps to the next line, first words first in both directions', () => {
  expect(lines('one two three', 8)).toEqual([['one two'], ['three']])
  expect(lines('شركة الواحة للفنادق', 12)).toEqual([['الواحة', ' ', 'شركة'], ['للفنادق']])
  expect(lines('unbreakable it', 3)).toEqual([['unbreakable'], ['it']])
  expect(seen('1\u00a0234,50\u00a0€', 3)).toBe('1\u00a0234,50\u00a0€')
})
test('picks a font that has the alphabet; characters without a font become question marks', () => {
  const sets = (text: string) =>
    linesOf(text, 1000, () => 1).flatMap((line) =>
      line.runs.map(({ set, text: own }) => [set, own]),
    )
  expect(sets('Café €5')).toEqual([['built-in', 'Café €5']])
  expect(sets('Москва')).toEqual([['cyrillic', 'Москва']])
  expect(sets('Ελλάδα')).toEqual([['greek', 'Ελλάδα']])
  expect(sets('東京')).toEqual([['built-in', '??']])
})
