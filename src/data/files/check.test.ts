import { afterEach, expect, test } from 'vitest'
import { provideSentences } from '../problem.ts'
import { checkFile, maxUploadBytes } from './check.ts'

afterEach(() => provideSentences((english) => english))

test('a file that is too large is refused before it is sent, with the limit as a value', () => {
  provideSentences((english, { text, params }) => JSON.stringify({ english, text, params }))
  const file = new File([new Uint8Array(maxUploadBytes + 1)], 'a.bin')
  expect(() => checkFile(file)).toThrow(
    JSON.stringify({
      english: 'A file may have 25 MB at most.',
      text: 'A file may have {{n}} MB at most.',
      params: { n: 25 },
    }),
  )
})
