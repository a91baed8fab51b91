import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut } from './cut.ts'

test('shortens a text to the given length without splitting a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, length) => {
      const short = cut(text, length)
      expect(short.length).toBeLessThanOrEqual(length)
      expect(text.startsWith(short)).toBe(true)
      expect(short).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
      if (text.length <= length) expect(short).toBe(text)
      else expect(short.length).toBeGreaterThanOrEqual(length - 1)
    }),
  )
  expect([cut('a\u{1F600}b', 2), cut('a\u{1F600}b', 3)]).toEqual(['a', 'a\u{1F600}'])
})
