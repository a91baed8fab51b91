import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeCell, unescapeCell } from './csvCells.ts'

const starts = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((char) => /^[=+\-@]/.test(char.normalize('NFKC')))

test('escapes every character that normalises to a formula start, wherever a cell may begin', () => {
  expect(starts).toEqual(expect.arrayContaining(['=', '＝', '＋', '－', '＠']))
  for (const char of starts) {
    for (const before of ['', ' ', '\u200b', '\ufeff']) {
      for (const at of ['', 'a;', 'a\t', 'a\n', 'a\r\n', ';']) {
        expect(escapeCell(`${at}${before}${char}1+1 `)).toContain(`${at}'${before}${char}`)
      }
    }
  }
  for (const text of ['\tx', '\rx', '\nx']) expect(escapeCell(text)).toBe(`'${text}`)
})

test('leaves numbers and ordinary text unchanged', () => {
  for (const text of ['-5', '+351', '-0.25', 'a=b', 'a - b', 'x, -1', "it's", 'two\r\nlines', '']) {
    expect(escapeCell(text)).toBe(text)
  }
})

test('unescaping restores the text, and no escaped text can start a formula', () => {
  const part = fc.constantFrom('=', '＝', '-', "'", ';', '\t', '\r', '\n', ' ', 'a', '1', '\u200b')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const escaped = escapeCell(text)
      expect(unescapeCell(escaped)).toBe(text)
      if (escaped !== text || !/^[+-]?\d/.test(text)) {
        expect(escaped).not.toMatch(/(^|[;\t\r\n])[ \u200b]{0,8}[=＝-]/u)
      }
    }),
    { numRuns: 3000 },
  )
})
