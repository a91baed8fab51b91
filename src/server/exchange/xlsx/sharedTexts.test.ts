import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SharedTexts } from './sharedTexts.ts'

test('shared texts are returned unchanged, with any characters', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'é', 'عربي'),
  )
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const shared = new SharedTexts()
      for (const one of texts) shared.push(one)
      expect(texts.map((_, at) => shared.at(at))).toEqual(texts)
      expect(shared.length).toBe(texts.length)
      for (const none of [-1, texts.length, 0.5, Number.NaN]) {
        expect(shared.at(none)).toBeUndefined()
      }
    }),
  )
})

test('shared texts span several blocks, and one text may be larger than a block', () => {
  const shared = new SharedTexts()
  const texts = Array.from({ length: 3000 }, (_, n) => `${n} ${'ā'.repeat(n % 1000)}`)
  texts.splice(1500, 0, 'x'.repeat(3_000_000))
  for (const one of texts) shared.push(one)
  expect(texts.every((one, at) => shared.at(at) === one)).toBe(true)
})
